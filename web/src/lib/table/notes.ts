/** What happens around a game: who is gone, for whom a bot plays, who is back, who takes over, who is in charge. */

import type { Lobby } from '../../wire/http'
import { botName } from '../text/names'

export interface Note {
  /** The number of the last event before it; -1 if there was none. */
  after: number
  text: string
  params: Record<string, string | number>
}

type Change = Pick<Note, 'text' | 'params'>

/** Who is gone, for whom a bot plays from now on, and who is back: by when a bot plays for those who are away (0: it does). */
export function awayChanges(
  before: Record<string, number>,
  now: Record<string, number>,
  present: string[],
): { text: string; person: string }[] {
  const gone = Object.entries(now).flatMap(([person, until]) => {
    if (until === 0) return before[person] === 0 ? [] : [{ text: 'note.bot', person }]
    return person in before ? [] : [{ text: 'note.gone', person }]
  })
  const back = Object.keys(before).filter((person) => !(person in now) && present.includes(person))
  return [...gone, ...back.map((person) => ({ text: 'note.back', person }))]
}

/** Who plays for whom from now on, and how long a move may take. */
export function gameChanges(before: Lobby, now: Lobby): Change[] {
  if (before.phase !== 'running' || now.phase !== 'running') return []
  const places = now.places.flatMap((place, i): Change[] => {
    const was = before.places[i]
    if (place.kind === 'person' && was?.kind === 'bot')
      return [{ text: 'note.taken', params: { name: place.name ?? nameIn(now, place.person), bot: botName(i) } }]
    if (place.kind === 'bot' && was?.kind === 'person')
      return [{ text: 'note.replaced', params: { name: was.name ?? nameIn(before, was.person) } }]
    return []
  })
  const seconds = now.settings.move_seconds ?? 0
  const clock = { text: seconds ? 'note.clock' : 'note.clock.off', params: { n: seconds } }
  return (before.settings.move_seconds ?? 0) === seconds ? places : [...places, clock]
}

/** Somebody else is the host. */
export function hostChange(before: Lobby, now: Lobby): Change | null {
  const name = nameIn(now, now.host)
  return before.host === now.host || !name ? null : { text: 'note.host', params: { name } }
}

function nameIn(lobby: Lobby, person: string | null | undefined): string {
  return lobby.people.find((one) => one.id === person)?.name ?? ''
}

/** Pieces have no names in a view; so that the same marble rolls on, they are followed from one view to the next. */

import type { Event } from '../scene'
import { bare } from '../play/notation'

/** Where each of the four marbles of each seat is: `h0` to `h3`, a field, or a goal. */
export type Marbles = string[][]

/** Marbles for a view that one has just come to. */
export function place(pieces: string[][]): Marbles {
  return pieces.map((own) => settle(['', '', '', ''], own))
}

/** The marbles of the next view, each where it went by these events; what they do not tell is put where it belongs. */
export function follow(marbles: Marbles, events: Event[], pieces: string[][]): Marbles {
  const now = marbles.map((own) => [...own])
  for (const event of events) apply(now, event)
  return now.map((own, seat) => settle(own, pieces[seat] ?? []))
}

function apply(now: Marbles, event: Event): void {
  if (event.type === 'played') walk(now, event.owner, event.from, event.to, event.value === 'J')
  if (event.type === 'sent_home') {
    const own = now[event.owner]
    const marked = own?.indexOf(`!${event.field}`) ?? -1
    const at = marked >= 0 ? marked : (own?.indexOf(event.field) ?? -1)
    if (own && at >= 0) own[at] = 'h'
  }
}

/** A piece walks; one of its own that stood there is marked, so that it is the one that goes home. */
function walk(now: Marbles, owner: number, from: string, to: string, swap: boolean): void {
  const own = now[owner]
  const at = own?.findIndex((spot) => (from === 'h' ? spot.startsWith('h') : spot === from)) ?? -1
  if (!own || at < 0) return
  if (swap) {
    for (const other of now) {
      const there = other.indexOf(to)
      if (there >= 0) other[there] = from
    }
  } else {
    const there = own.indexOf(to)
    if (there >= 0) own[there] = `!${to}`
  }
  own[at] = to
}

/** Keep every marble that is where a piece is; the others take the places that are left. */
function settle(own: string[], pieces: string[]): string[] {
  const places = pieces.map(bare)
  const settled: (string | null)[] = own.map((spot) => {
    const wanted = places.indexOf(spot.startsWith('h') ? 'h' : spot)
    if (wanted < 0 || spot === '') return null
    places.splice(wanted, 1)
    return spot
  })
  const filled = settled.map((spot) => spot ?? places.shift() ?? 'h')
  return numbered(filled)
}

/** Each at home has a hollow of its own. */
function numbered(own: string[]): string[] {
  const free = ['h0', 'h1', 'h2', 'h3'].filter((hollow) => !own.includes(hollow))
  return own.map((spot) => (spot === 'h' ? (free.shift() ?? 'h0') : spot))
}

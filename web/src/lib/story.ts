/** What happened, in a few words: the latest, and everything since one's own last move. */

import type { Room } from '../games/room'
import type { GameEvent } from './net/game'

export interface Line {
  n: number
  seat: number | undefined
  text: string
  /** Whether it concerns whoever looks: their piece, their card, their cards. */
  ours: boolean
  /** Whether it is of the kind that shows little. */
  brief: boolean
}

type Words = Pick<Room, 'describe' | 'concerns' | 'unseen'>

/** What is worth a line and has been seen, in order: nothing comes in between later. */
export function linesOf(events: GameEvent[], room: Words, names: string[], seat: number | null, brief: string[] = []): Line[] {
  const unseen = events.findIndex((event) => room.unseen?.(event))
  return events
    .slice(0, unseen < 0 ? events.length : unseen)
    .map((event) => ({
      n: event.n,
      seat: event.seat,
      text: room.describe(event, names, seat),
      ours: seat !== null && (room.concerns?.(event, seat) ?? false),
      brief: brief.includes(event.type),
    }))
    .filter((line) => line.text)
}

/** The events since a seat's last move, with what the table has done for it since its turn came. */
export function sinceOwn(history: GameEvent[], seat: number | null): GameEvent[] {
  let at = history.length
  while (at > 0 && history[at - 1]?.seat === seat) at -= 1
  while (at > 0 && history[at - 1]?.seat !== seat) at -= 1
  return history.slice(at)
}

/** So many lines at most: what concerns the seat stays, then what shows much, then what is latest; in order. */
export function shortened(lines: Line[], most: number): Line[] {
  const weight = (line: Line): number => 2 * Number(line.ours) - Number(line.brief)
  const byWeight = [...lines].sort((a, b) => weight(b) - weight(a) || b.n - a.n)
  const kept = new Set(byWeight.slice(0, most))
  return lines.filter((line) => kept.has(line))
}

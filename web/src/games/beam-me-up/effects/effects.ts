/** What a board shows of what has just happened, column by column. */

import { seatOf } from '../../../lib/net/game'
import type { Event } from '../scene'
import { columnOf, partsOf } from '../play/notation'

export interface Effects {
  /** Stones that beamed up, cooled down, were shielded by a star, landed on a rocket. */
  beams: number[]
  puffs: number[]
  shields: number[]
  flares: number[]
}

export const QUIET: Effects = { beams: [], puffs: [], shields: [], flares: [] }

/** What happened on the board of a seat. `things` is what lies under its stones. */
export function effectsOn(seat: number, events: Event[], things: string[]): Effects {
  const effects: Effects = { beams: [], puffs: [], shields: [], flares: [] }
  for (const event of events) {
    const own = seatOf(event) === seat
    if (event.type === 'moved_up' && own) effects.beams.push(...partsOf(`up ${event.up}`).map((part) => part.column))
    if (event.type === 'lifted' && own) effects.beams.push(...event.columns.map(columnOf))
    if (event.type === 'boosted' && own) effects.beams.push(columnOf(event.column))
    if (event.type === 'rocket' && own) effects.flares.push(columnOf(event.column))
    if (event.type === 'cooled_down' && !own) {
      const column = columnOf(event.column)
      if (event.seats.includes(seat)) effects.puffs.push(column)
      else if (isStar(things[column])) effects.shields.push(column)
    }
  }
  return effects
}

export function isStar(thing: string | undefined): boolean {
  return thing === 'P' || thing === 'B'
}

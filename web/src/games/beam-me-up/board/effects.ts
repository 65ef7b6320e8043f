/** What a board shows of what has just happened, column by column. */

import type { GameEvent } from '../../../lib/net/table.svelte'
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
export function effectsOn(seat: number, events: GameEvent[], things: string[]): Effects {
  const effects: Effects = { beams: [], puffs: [], shields: [], flares: [] }
  for (const event of events) {
    const column = columnOf(String(event.column))
    const own = event.seat === seat
    if (event.type === 'moved_up' && own) effects.beams.push(...partsOf(`up ${String(event.up)}`).map((part) => part.column))
    if (event.type === 'lifted' && own) effects.beams.push(...(event.columns as string[]).map(columnOf))
    if (event.type === 'boosted' && own) effects.beams.push(column)
    if (event.type === 'rocket' && own) effects.flares.push(column)
    if (event.type === 'cooled_down' && !own) {
      if ((event.seats as number[]).includes(seat)) effects.puffs.push(column)
      else if (isStar(things[column])) effects.shields.push(column)
    }
  }
  return effects
}

export function isStar(thing: string | undefined): boolean {
  return thing === 'P' || thing === 'B'
}

/** A throw that fitted nothing, so that its dice are gone before one has seen them. */
export function lastPass(events: GameEvent[]): { seat: number; dice: number[] } | null {
  const at = events.findLastIndex((event) => event.type === 'passed')
  const thrown = events.slice(0, Math.max(at, 0)).findLast((event) => event.type === 'thrown')
  return at < 0 || !thrown ? null : { seat: events[at]!.seat!, dice: thrown.dice as number[] }
}

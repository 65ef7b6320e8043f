/** Beam me up in words. */

import type { Params } from '../../lib/text/fill'
import { list, t } from '../../lib/text/i18n.svelte'
import type { Event, Scene, View } from './scene'
import { columnOf, COLUMNS, keptBy, partsOf, type Part, SPACE } from './play/notation'

const say = (key: string, params: Params = {}): string => t(`beam-me-up.${key}`, params)

/** "column 3" */
export function columnWord(column: number): string {
  return column === 6 ? say('column.S') : say('column', { column: COLUMNS[column]! })
}

/** "row 6, in space", "row 2, on a rocket" */
export function fieldWord(row: number, thing = '.'): string {
  const words = [row === 0 ? say('row.0') : say('row', { row })]
  if (SPACE.includes(row)) words.push(say('space'))
  if (thing !== '.') words.push(say(`thing.${thing}`))
  return words.join(', ')
}

/** "Beam up column 2 by 2 fields and column 4 by 1 field" */
export function upWord(parts: Part[]): string {
  return say('tell.up', { parts: partsWord(parts) })
}

/** "column 2 by 2 fields and column 4 by 1 field" */
function partsWord(parts: Part[]): string {
  return list(parts.map(({ column, steps }) => say('part', { column: columnWord(column), n: steps })))
}

const diceWord = (dice: number[]): string => dice.join(', ')

/** What the seat is to do, or what one waits for. */
export function prompt(scene: Scene): string {
  const { view, moves, names } = scene
  const parts = { n: partsOf(moves[0] ?? '').length, boosts: view.boosts, throw: view.throw }
  if (moves.length) return say(view.phase === 'roll' && view.throw > 1 ? 'prompt.roll.again' : `prompt.${view.phase}`, parts)
  return say(`wait.${view.phase}`, { name: names[view.turn] ?? '' })
}

/** What happened. */
export function describe(event: Event, names: string[], seat: number | null): string {
  if (event.type === 'over') return over(event.winners, names, seat)
  const you = event.seat === seat
  const what = event.type === 'kept' && !event.dice.length ? 'kept_none' : event.type
  return say(`event.${what}${you ? '.you' : ''}`, { name: names[event.seat] ?? '', ...details(event, names, seat) })
}

/** A stone of one's own that falls, and the end. */
export function concerns(event: Event, seat: number): boolean {
  return event.type === 'cooled_down' ? event.seats.includes(seat) : event.type === 'over'
}

function details(event: Event, names: string[], seat: number | null): Params {
  switch (event.type) {
    case 'lifted':
      return { columns: list(event.columns.map((name) => columnWord(columnOf(name)))) }
    case 'thrown':
      return { throw: event.throw, dice: diceWord(event.dice) }
    case 'kept':
      return { dice: diceWord(event.dice) }
    case 'moved_up':
      return { parts: partsWord(partsOf(`up ${event.up}`)) }
    case 'cooled_down':
      return {
        column: columnWord(columnOf(event.column)),
        names: list(event.seats.map((at) => (at === seat ? say('whom') : (names[at] ?? '')))),
      }
    case 'rocket':
    case 'boosted':
      return { column: columnWord(columnOf(event.column)) }
    default:
      return {}
  }
}

function over(winners: number[], names: string[], seat: number | null): string {
  return seat !== null && winners.includes(seat)
    ? say('event.over.you')
    : say('event.over', { name: list(winners.map((at) => names[at] ?? '')) })
}

/** A move, for hints and reviews. */
export function tell(move: string): string {
  const kept = keptBy(move)
  if (kept) return kept.length ? say('tell.keep', { dice: diceWord(kept) }) : say('tell.keep.none')
  const [word = ''] = move.split(' ')
  const parts = partsOf(move)
  if (word === 'up') return upWord(parts)
  return say(`tell.${word}`, { columns: list(parts.map((part) => columnWord(part.column))) })
}

export function score(view: View, seat: number): string {
  return say('score', { n: view.in_space[seat] ?? 0, needed: view.needed })
}

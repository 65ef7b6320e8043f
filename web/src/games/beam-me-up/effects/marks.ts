/** What happened on the boards since one moved last: marks that stay beside the stones. */

import { seatOf } from '../../../lib/net/game'
import { columnOf, type Part, partsOf } from '../play/notation'
import type { Event } from '../scene'

/** How far the stone of a column went up and down. */
export interface Mark {
  column: number
  up: number
  down: number
  /** Who cooled it down last; null: nobody did. */
  by: number | null
}

/** With these a player has used a throw, or the head start. */
const TURNS = ['lifted', 'moved_up', 'passed']

/** Everything since this seat has used its last throw. */
export function since(history: Event[], seat: number): Event[] {
  return history.slice(history.findLastIndex((event) => TURNS.includes(event.type) && seatOf(event) === seat) + 1)
}

/** What happened to the stones of a board; what its owner did oneself is left out for who looks. */
export function marksOn(board: number, events: Event[], viewer: number): Mark[] {
  const marks: Mark[] = []
  for (const event of events) {
    if (event.type === 'cooled_down') {
      if (event.seats.includes(board)) add(marks, { column: columnOf(event.column), up: 0, down: 1, by: event.seat })
    } else if (board !== viewer && seatOf(event) === board)
      for (const { column, steps } of liftedBy(event)) add(marks, { column, up: steps, down: 0, by: null })
  }
  return marks
}

/** The dice with which a seat could do nothing in its last turn; null: it did something. */
export function passOf(seat: number, history: Event[]): number[] | null {
  const at = history.findLastIndex((event) => TURNS.includes(event.type) && seatOf(event) === seat)
  if (history[at]?.type !== 'passed') return null
  const thrown = history.slice(0, at).findLast((event) => event.type === 'thrown' && event.seat === seat)
  return thrown?.type === 'thrown' ? thrown.dice : null
}

function liftedBy(event: Event): Part[] {
  if (event.type === 'moved_up') return partsOf(`up ${event.up}`)
  if (event.type === 'lifted') return partsOf(`lift ${event.columns.join(' ')}`)
  return event.type === 'boosted' ? partsOf(`boost ${event.column}`) : []
}

function add(marks: Mark[], mark: Mark): void {
  const same = marks.find((other) => other.column === mark.column)
  if (same) Object.assign(same, { up: same.up + mark.up, down: same.down + mark.down, by: mark.by ?? same.by })
  else marks.push(mark)
}

/** Turning dials: which numbers go together is known from the moves alone. */

import { NUMBERS, numbersOf } from '../play/view'

/** What the dials show; null: not turned yet. */
export type Dials = (number | null)[]

/** How many degrees lie between two numbers of a dial. */
export const STEP = 360 / NUMBERS.length

/** No dial turned yet, as many as the moves ask for. */
export function fresh(moves: string[]): Dials {
  return numbersOf(moves[0] ?? '').map(() => null)
}

/** The move that the dials show, if it is one. */
export function moveOf(moves: string[], dials: Dials): string | null {
  return moves.find((move) => same(numbersOf(move), dials)) ?? null
}

/** Whether some move shows these numbers, whatever the dials that are not turned yet will show. */
export function fits(moves: string[], dials: Dials): boolean {
  return moves.some((move) => {
    const left = numbersOf(move)
    return dials.every((number) => number === null || take(left, number))
  })
}

/** The dials after one was turned. A number that another dial holds and that cannot be there twice changes places; null: impossible. */
export function turned(moves: string[], dials: Dials, which: number, number: number | null): Dials | null {
  const next = dials.with(which, number)
  if (fits(moves, next)) return next
  const holder = dials.indexOf(number)
  if (holder < 0) return null
  const swapped = next.with(holder, dials[which] ?? null)
  return fits(moves, swapped) ? swapped : null
}

/** The next number of a dial in a direction that needs no change of the others. */
export function stepped(moves: string[], dials: Dials, which: number, direction: 1 | -1): number | null {
  const count = NUMBERS.length
  const from = dials[which] ?? (direction === 1 ? 0 : count + 1)
  for (let i = 1; i <= count; i += 1) {
    const number = ((((from - 1 + direction * i) % count) + count) % count) + 1
    if (fits(moves, dials.with(which, number))) return number
  }
  return null
}

/** The dials after a number was touched on the board: it goes away if it is there, else onto the first dial that is free. */
export function toggled(moves: string[], dials: Dials, number: number): Dials {
  if (dials.length === 1) return turned(moves, dials, 0, number) ?? dials
  const holder = dials.indexOf(number)
  if (holder >= 0) return dials.with(holder, null)
  const free = dials.indexOf(null)
  return turned(moves, dials, free < 0 ? dials.length - 1 : free, number) ?? dials
}

/** How a disc has to be turned so that a number stands on top, the short way from where it is. */
export function angleFor(number: number | null, now: number): number {
  const wanted = number === null ? STEP / 2 : -(number - 1) * STEP
  const way = ((((wanted - now) % 360) + 540) % 360) - 180
  return now + way
}

/** The number nearest to the top of a disc that is turned so far. */
export function topOf(angle: number): number {
  const count = NUMBERS.length
  return (((Math.round(-angle / STEP) % count) + count) % count) + 1
}

function take(from: number[], number: number): boolean {
  const at = from.indexOf(number)
  if (at >= 0) from.splice(at, 1)
  return at >= 0
}

function same(numbers: number[], dials: Dials): boolean {
  const left = [...numbers]
  return dials.length === numbers.length && dials.every((number) => number !== null && take(left, number))
}

/** The diameter in pixels from which a dial is large enough for fingers, and what a desk needs for the rest. */
const LEAST = 150
const REST = { width: 40, height: 190 }
const GAP = 6

/** Whether there is room for all dials on a desk; else they come one by one. */
export function fitsAll(count: number, width: number, height: number): boolean {
  const sizes = Array.from({ length: count }, (_, i) => {
    const [across, down] = [i + 1, Math.ceil(count / (i + 1))]
    return Math.min((width - REST.width - i * GAP) / across, (height - REST.height - (down - 1) * GAP) / down)
  })
  return Math.max(...sizes) >= LEAST
}

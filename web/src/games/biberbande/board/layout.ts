/** How large cards can be, and where the rows lie, so that everything fits. */

export type Shape = 'stack' | 'around' | 'flat' | 'ring'

/** Widths of cards in pixels: the player's, those in the middle, the others'. */
export interface Plan {
  shape: Shape
  /** How many rows of others lie beside each other. */
  columns: number
  own: number
  middle: number
  other: number
}

export const HEIGHT = 1.4
/** The card drawn lies in the middle, a little larger than the piles. */
export const DRAWN = 1.16
const GAP = 6
/** What the middle needs besides its two piles: room for two buttons. */
const BUTTONS = 156

/** `least` is how high a name has to be to be read here. */
export function nameHeight(card: number, least = 0): number {
  return Math.max(17, least, Math.round(0.22 * card + 6))
}
export function gapOf(card: number): number {
  return Math.max(3, Math.round(0.08 * card))
}
/** The box of a row of four cards, with its name above. */
export function rowSize(card: number, least = 0): { width: number; height: number } {
  const gap = gapOf(card)
  return { width: 4 * card + 7 * gap, height: HEIGHT * card + nameHeight(card, least) + 3 * gap }
}
/** What is free between the piles. */
export function spaceOf(card: number): number {
  return Math.max(GAP, Math.round(0.16 * card))
}
/** The score pad beside the piles. */
export function padOf(card: number): number {
  return Math.max(46, Math.round(0.4 * card))
}
export function middleSize(card: number): { width: number; height: number } {
  return {
    width: 2 * card + Math.max(BUTTONS, DRAWN * card) + padOf(card) + 3 * spaceOf(card) + 2 * GAP,
    height: DRAWN * HEIGHT * card + 2 * GAP,
  }
}

interface Sized {
  width: number
  height: number
}
/** Where everything has to fit, and how high names have to be. */
interface Box extends Sized {
  least: number
}

/** Everything in its box, with cards of these sizes. */
function extent(shape: Shape, columns: number, others: number, plan: Omit<Plan, 'shape' | 'columns'>, least: number): Sized {
  const other = rowSize(plan.other, least)
  const own = plan.own > 0 ? rowSize(plan.own, least) : { width: 0, height: 0 }
  const middle = middleSize(plan.middle)
  const block = (count: number): Sized => ({
    width: Math.min(count, columns) * (other.width + GAP) + GAP,
    height: Math.ceil(count / columns) * (other.height + GAP),
  })
  if (shape === 'around') {
    const top = block(others - 2)
    const between = { width: 2 * (other.width + GAP) + middle.width, height: Math.max(other.height, middle.height) }
    return { width: Math.max(top.width, between.width, own.width) + 2 * GAP, height: top.height + between.height + own.height + 4 * GAP }
  }
  if (shape === 'flat') {
    const top = block(others)
    return {
      width: Math.max(top.width, middle.width + own.width + GAP) + 2 * GAP,
      height: top.height + Math.max(middle.height, own.height) + 3 * GAP,
    }
  }
  const top = shape === 'ring' ? block(Math.ceil(others / 2)) : block(others)
  const bottom = shape === 'ring' ? block(Math.floor(others / 2)) : own
  return { width: Math.max(top.width, middle.width, bottom.width) + 2 * GAP, height: top.height + middle.height + bottom.height + 4 * GAP }
}

/** The others' cards as large as they can be beside own cards of this size; 0 if nothing fits. */
function largestOther(shape: Shape, columns: number, others: number, own: number, middle: number, box: Box): number {
  const most = Math.floor(own > 0 ? 0.8 * own : Math.min(box.width, box.height) / 4)
  const fits = (other: number): boolean => {
    const need = extent(shape, columns, others, { own, middle, other }, box.least)
    return need.width <= box.width && need.height <= box.height
  }
  if (others === 0) return fits(0) ? 1 : 0
  let low = 0
  let high = most + 1
  while (high - low > 1) {
    const half = (low + high) >> 1
    if (fits(half)) low = half
    else high = half
  }
  return low
}

/** Others' cards should not be much smaller than the player's, and large enough for a finger. */
function worth(own: number, other: number, others: number): number {
  if (others === 0) return own
  return 2 * Math.min(own, 1.7 * other) + 0.2 * own + 0.3 * other
}

/** How wide the piles are at least, if the player's cards are. */
const FINGER = 44

/** The best plan for a box. Without an own row all rows are others'. */
export function plan(width: number, height: number, others: number, hasOwn: boolean, least = 0): Plan {
  const box = { least, width: width - 0.02 * Math.max(0, width - 400), height: height - 0.05 * Math.max(0, height - 480) }
  let best: Plan = { shape: 'stack', columns: 2, own: hasOwn ? 40 : 0, middle: 32, other: 20 }
  let most = -1
  for (const [shape, columns] of shapes(others, hasOwn)) {
    for (let size = 30; size <= Math.min(width / 3, height / 2); size += size < 100 ? 2 : 6) {
      const middle = Math.round(hasOwn && others > 0 ? Math.max(0.76 * size, Math.min(size, FINGER)) : size)
      const own = hasOwn ? size : 0
      const other = largestOther(shape, columns, others, own, middle, box)
      if (other === 0) break
      const value =
        (shape === 'around' ? 1.06 : shape === 'ring' ? 1.15 : 1) *
        (hasOwn ? worth(own, other, others) : 2 * other + Math.min(middle, other * 1.3))
      if (value > most) {
        most = value
        best = { shape, columns, own, middle, other }
      }
    }
  }
  return best
}

function shapes(others: number, hasOwn: boolean): [Shape, number][] {
  const found: [Shape, number][] = []
  for (let columns = 1; columns <= Math.max(1, others); columns += 1) found.push(['stack', columns])
  if (!hasOwn) return [...found, ['ring', Math.ceil(others / 2)]]
  found.push(['flat', Math.max(1, others)])
  if (others >= 3) found.push(['around', others - 2])
  return found
}

/** Which seats lie where, clockwise from the one whose table it is; `from` is the first of the others. */
export function around(shape: Shape, seats: number[]): { left: number[]; top: number[]; right: number[]; bottom: number[] } {
  const none = { left: [], right: [], bottom: [] }
  if (shape === 'around') return { left: seats.slice(0, 1), top: seats.slice(1, -1), right: seats.slice(-1), bottom: [] }
  if (shape === 'ring') {
    const half = Math.ceil(seats.length / 2)
    return { ...none, top: seats.slice(0, half), bottom: seats.slice(half).reverse() }
  }
  return { ...none, top: seats }
}

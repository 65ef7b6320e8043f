/** Dice on the table keep their places from throw to throw, though the server tells them sorted. */

export interface Placed {
  value: number
  kept: boolean
}

/** The dice after a throw: the kept ones stay where they are, the others fall into the gaps. */
export function settle(before: Placed[], kept: number[], dice: number[]): Placed[] {
  const staying = [...kept]
  const left = [...dice]
  const stays = before.map(() => false)
  for (const chosen of [true, false])
    before.forEach((die, i) => {
      if (die.kept === chosen && take(staying, die.value)) stays[i] = take(left, die.value)
    })
  if (before.length !== dice.length || staying.length > 0) return fresh(kept, dice)
  return before.map(({ value }, i) => (stays[i] ? { value, kept: true } : { value: left.shift()!, kept: false }))
}

/** Dice that were not seen before. */
export function fresh(kept: number[], dice: number[]): Placed[] {
  const staying = [...kept]
  return dice.map((value) => ({ value, kept: take(staying, value) }))
}

function take(from: number[], value: number): boolean {
  const at = from.indexOf(value)
  if (at >= 0) from.splice(at, 1)
  return at >= 0
}

/** How a cube is turned so that a number is in front: degrees around the x and the y axis. */
export const TURNS: Record<number, [number, number]> = { 1: [0, 0], 2: [-90, 0], 3: [0, -90], 4: [0, 90], 5: [90, 0], 6: [180, 0] }

/** Where pips lie on a face, in a square from -1 to 1. */
export const PIPS: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
}

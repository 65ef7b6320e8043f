/**
 * Where things lie on the board. A unit is a field of the usual 7 by 7 grid, the centre is (0, 0). The rings are squares
 * around it, whatever their length, and the start fields of the four colours are their corners.
 */

import type { Effect } from '../../../wire/messages'
import { CENTRE, numbersOf, type Figure } from '../play/view'

export interface Point {
  x: number
  y: number
}

/** A place that numbers lead to, and the way there; closed: somebody else stands there. */
export interface Target {
  numbers: number[]
  way: Figure[]
  place: Figure
  at: Point
  closed: boolean
}

/** Half of what is drawn, frame included. */
export const EDGE = 3.95

const CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const
/** The corner near the person who looks: bottom left. */
const NEAR = 3

/** Two players have the colours of opposite corners. */
export function colourOf(seat: number, players: number): number {
  return players === 2 ? 2 * seat : seat
}

export class Plan {
  constructor(
    readonly rings: number[],
    readonly players: number,
    /** Whose start fields lie near. */
    readonly near: number,
  ) {}

  /** The distance of two fields of a level. */
  spacing(level: number): number {
    return (2 * (CENTRE - level)) / (this.ringOf(level) / 4)
  }

  /** A field of a ring, counted clockwise from the start field of the first colour. */
  field(level: number, index: number): Point {
    const ring = this.ringOf(level)
    const side = ring / 4
    const turned = index + (NEAR - colourOf(this.near, this.players) + 4) * side
    const at = ((turned % ring) + ring) % ring
    const from = CORNERS[Math.floor(at / side)]!
    const to = CORNERS[(Math.floor(at / side) + 1) % 4]!
    const part = (at % side) / side
    const half = CENTRE - level
    return { x: half * (from[0] + (to[0] - from[0]) * part), y: half * (from[1] + (to[1] - from[1]) * part) }
  }

  /** Where a figure stands. */
  at(seat: number, [level, steps]: Figure): Point {
    if (level >= CENTRE) return { x: 0, y: 0 }
    return this.field(level, (colourOf(seat, this.players) * this.ringOf(level)) / 4 + steps)
  }

  /** The other figures that stand on the field of this one. */
  sharing(seat: number, figures: Figure[]): number[] {
    const here = this.at(seat, figures[seat]!)
    return figures.flatMap((figure, other) =>
      other !== seat && figure[0] === figures[seat]![0] && close(this.at(other, figure), here) ? [other] : [],
    )
  }

  /** Where the numbers would lead a figure; several may lead to one place. */
  targets(effects: Effect[]): Target[] {
    const found: Target[] = []
    for (const { move, seat, to, way, closed } of effects) {
      const place = to as Figure
      const same = found.find((target) => String(target.place) === String(place))
      if (same) same.numbers.push(...numbersOf(move))
      else found.push({ numbers: numbersOf(move), way: way as Figure[], place, at: this.at(seat, place), closed: closed ?? false })
    }
    return found
  }

  ringOf(level: number): number {
    return this.rings[level - 1] ?? 0
  }
}

function close(a: Point, b: Point): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) < 1e-6
}

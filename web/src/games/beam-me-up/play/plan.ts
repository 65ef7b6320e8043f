/** Choosing a move stone by stone: what can be tapped next, and when it is complete. */

import { landing, type Part, ROWS, type Use } from './notation'

/** With more moves than this, one first chooses what kind of result to use, then the columns. */
export const FEW = 6

const has = (parts: Part[], one: Part): boolean => parts.some((part) => part.column === one.column && part.steps === one.steps)
const fits = (use: Use, plan: Part[]): boolean => plan.every((part) => has(use.parts, part))

/** The kind of a result, whatever the columns: how far its stones go, the farthest first. '21': one goes two up, another one. */
export function shapeOf(parts: Part[]): string {
  return parts
    .map((part) => part.steps)
    .sort((one, other) => other - one)
    .join('')
}

/** The kinds to choose from, in the order of the moves; none if there are few moves. */
export function shapesOf(uses: Use[]): string[] {
  if (uses.length <= FEW) return []
  const shapes = [...new Set(uses.map((use) => shapeOf(use.parts)))]
  return shapes.length > 1 ? shapes : []
}

/** The moves of a kind; all if none is chosen. */
export function ofShape(uses: Use[], shape: string): Use[] {
  return shape ? uses.filter((use) => shapeOf(use.parts) === shape) : uses
}

/**
 * What can be added to the plan. Of a kind of result the farthest step is chosen first, so that there is one place a
 * column.
 */
export function offers(uses: Use[], plan: Part[], shape: string): Part[] {
  const open = uses.filter((use) => fits(use, plan)).flatMap((use) => use.parts.filter((part) => !has(plan, part)))
  const found = open.filter((part, i) => open.findIndex((other) => has([other], part)) === i)
  const next = Number(shape[plan.length] ?? 0)
  return shape ? found.filter((part) => part.steps === next) : found
}

/** The move that the plan already is, if it is one. */
export function complete(uses: Use[], plan: Part[]): Use | undefined {
  return uses.find((use) => use.parts.length === plan.length && fits(use, plan))
}

/** Whether nothing can be added. */
export function full(uses: Use[], plan: Part[]): boolean {
  return !uses.some((use) => use.parts.length > plan.length && fits(use, plan))
}

/** A place where a stone could come to stand, and the rows from which a tap means it. */
export interface Target {
  column: number
  steps: number
  row: number
  from: number
  to: number
}

/**
 * Where stones could come to stand. Each place is as large to the finger as its column allows. If several steps end at
 * the top, the place there means the most of them; and so does the column where a place would be lower than `least` rows.
 */
export function targetsOf(parts: Part[], stones: number[], least = 1): Target[] {
  return stones.flatMap((stone, column) => {
    const byRow = new Map<number, number>()
    for (const { steps } of parts.filter((part) => part.column === column)) {
      const row = landing(stone, steps)
      byRow.set(row, Math.max(steps, byRow.get(row) ?? 0))
    }
    const places = [...byRow].sort(([one], [other]) => one - other)
    const targets = share(column, places)
    return targets.every(({ from, to }) => to - from >= least) ? targets : share(column, places.slice(-1))
  })
}

/** Each of the places, given as row and steps from below, has the rows below it and the last one also those above. */
function share(column: number, places: [number, number][]): Target[] {
  return places.map(([row, steps], i) => {
    const [below, isLast] = [places[i - 1], i === places.length - 1]
    return { column, steps, row, from: below ? below[0] + 1 : 0, to: isLast ? ROWS : row + 1 }
  })
}

/** What a review has to tell somebody. */

import type { Step } from './net/film.svelte'
import type { Decision } from '../wire/http'

/** As many moments as one likes to look at. */
const MOMENTS = 3
/** What must have changed by chance for a moment to be worth a look. */
const SWING = 0.08

/**
 * The moments worth a look, in order: the decisions of a seat (null: of everybody) that cost most, and if there are few of
 * them those before which most had changed by chance; in a race that is speed, and so it does not count.
 */
export function momentsOf(decisions: Decision[], seat: number | null, isRace: boolean): Decision[] {
  const own = decisions.filter((one) => seat === null || one.seat === seat)
  const costly = own.filter((one) => one.verdict !== 'fine').sort((a, b) => b.lost - a.lost)
  const swings = own
    .filter((one) => !isRace && one.verdict === 'fine' && Math.abs(one.luck) >= SWING)
    .sort((a, b) => Math.abs(b.luck) - Math.abs(a.luck))
  return [...costly, ...swings].slice(0, MOMENTS).sort((a, b) => a.number - b.number)
}

/** Seconds between the moves of each seat; null for who made none. */
export function paces(steps: Step[], seats: number): (number | null)[] {
  const all = (steps.at(-1)?.ms ?? 0) / 1000
  return Array.from({ length: seats }, (_, seat) => {
    const moves = steps.filter((step) => step.seat === seat).length
    return moves ? all / moves : null
  })
}

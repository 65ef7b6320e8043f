/** How long things take to be seen, in milliseconds. */

import { calm } from '../../../lib/local/prefs.svelte'
import type { Event } from '../scene'
import { closing, stepsOf } from './story'

/** A card on its way, and somebody who knocks. */
export const FLIGHT = 560
export const KNOCKING = 2_200
/** The end of a round: before it begins, each row and each card that is replaced. */
export const BEGIN = 600
export const STEP = 750

/** After cards have moved one reads which. */
const TIMES: Partial<Record<Event['type'], number>> = {
  draw: 700,
  take: 1_700,
  swap: 1_700,
  trade: 1_950,
  spy: 1_600,
  discard: 1_200,
  knock: KNOCKING,
  deal: 1_500,
}

/** How long what happened is looked at before the next thing happens; the end of a round with a look at the sums. */
export function lasts(events: Event[]): number | undefined {
  const end = closing(events)
  if (end) return calm() ? undefined : BEGIN + (stepsOf(end) + 2) * STEP
  const times = events.flatMap((event) => TIMES[event.type] ?? [])
  return times.length ? Math.max(...times) : undefined
}

/** How long things take to be seen, in milliseconds. */

import type { Event } from '../scene'

/** Dice turn and are read, stones rise, others fall after that. */
const TIMES: Partial<Record<Event['type'], number>> = {
  thrown: 1_050,
  moved_up: 1_500,
  lifted: 1_500,
  boosted: 1_300,
  passed: 1_800,
}
const COOLING = 450

/** How long what happened is looked at before the next thing happens. */
export function lasts(events: Event[]): number | undefined {
  const times = events.flatMap((event) => TIMES[event.type] ?? [])
  if (times.length === 0) return undefined
  return Math.max(...times) + (events.some((event) => event.type === 'cooled_down') ? COOLING : 0)
}

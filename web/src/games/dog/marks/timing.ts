/** How long things take to be seen, in milliseconds. */

import type { Event } from '../scene'
import { wayOf } from '../board/geometry'

const STEP = 85
const FLIGHT = 520

/** A marble rolls field by field, or flies. */
export function rolls(from: string, to: string, owner: number): number {
  const way = wayOf(from, to, owner)
  return way ? Math.max(3, way.length) * STEP : FLIGHT
}

/** After a marble has come to rest its card and its arrow are read. */
const READING = 1_100
/** A swap is two ways at once. */
const SWAPPED = 800
const OTHERS: Record<string, number> = { sent_home: 700, folded: 1_400, dealt: 1_500, exchanged: 700, shuffled: 500, over: 1_500 }
const BRIEF = 350

/** How long what happened is looked at before the next thing happens. */
export function lasts(events: Event[]): number {
  return Math.max(
    BRIEF,
    events.map(lastsOne).reduce((sum, time) => sum + time, 0),
  )
}

function lastsOne(event: Event): number {
  if (event.type !== 'played') return OTHERS[event.type] ?? 0
  return READING + rolls(event.from, event.to, event.owner) + (event.value === 'J' ? SWAPPED : 0)
}

/** What the last step sounds like. */

import { type Sound, sound } from '../../../lib/sound'
import type { Event } from '../scene'

export function ring(events: Event[], seat: number | null): void {
  for (const name of soundsOf(events, seat)) sound(name)
}

/** One sound of a kind, however often it happened. */
export function soundsOf(events: Event[], seat: number | null): Set<Sound> {
  const names = new Set<Sound>()
  for (const event of events) {
    if (event.type === 'thrown') names.add('dice')
    if (['moved_up', 'boosted', 'lifted'].includes(event.type)) names.add('step')
    if (event.type === 'rocket') names.add('good')
    if (event.type === 'cooled_down' && (event.seats as number[]).includes(seat ?? -1)) names.add('bad')
  }
  return names
}

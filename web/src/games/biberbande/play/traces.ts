/** What happened to single cards lately, as marks that stay on them. */

import type { Event } from '../scene'
import { placesOf, rowPlace, type Place } from './offer'

export interface Trace {
  sign: 'eye' | 'new' | 'trade'
  by: number
  /** The card that everybody saw coming here. */
  card?: string
  /** What it was traded for. */
  other?: { seat: number; slot: number }
}

/** A way between two places: a card went it, or could. `both`: another one came back. */
export interface Way {
  from: Place
  to: Place
  both: boolean
  /** Whose doing; null: it is a hint. */
  by: number | null
}

const ACTIONS = ['take', 'swap', 'discard', 'trade', 'spy', 'deal']

/** What was done since the seat's last own action, that one included; for who only watches, the last action. */
export function recent(history: Event[], seat: number | null): Event[] {
  const from = history.findLastIndex(
    (event) => ACTIONS.includes(event.type) && (seat === null || event.type === 'deal' || ('seat' in event && event.seat === seat)),
  )
  return history.slice(Math.max(from, 0)).filter((event) => ACTIONS.includes(event.type))
}

/** The marks of some events: of several on one card the latest. A card that the viewer put down has no number: it is to be remembered. */
export function traces(events: Event[], viewer: number | null): Map<Place, Trace> {
  const found = new Map<Place, Trace>()
  for (const event of events) {
    if (!('slot' in event)) continue
    const by = event.seat
    const at = rowPlace(by, event.slot)
    if (event.type === 'spy') found.set(at, { sign: 'eye', by })
    if (event.type === 'swap') found.set(at, { sign: 'new', by })
    if (event.type === 'take') found.set(at, { sign: 'new', by, ...(by === viewer ? {} : { card: event.card }) })
    if (event.type === 'trade') {
      found.set(at, { sign: 'trade', by, other: { seat: event.other, slot: event.other_slot } })
      found.set(rowPlace(event.other, event.other_slot), { sign: 'trade', by, other: { seat: by, slot: event.slot } })
    }
  }
  return found
}

/** Which cards changed places between two rows; who traded knows it. */
export function trades(events: Event[], viewer: number | null): Way[] {
  return events.flatMap((event) =>
    event.type === 'trade' && event.seat !== viewer
      ? [{ from: rowPlace(event.seat, event.slot), to: rowPlace(event.other, event.other_slot), both: true, by: event.seat }]
      : [],
  )
}

/** The way that a card would go with a move that is advised; null if it does not leave its place. */
export function advised(move: string, seat: number): Way | null {
  const [verb] = move.split(' ')
  const [place, other] = placesOf(move, seat)
  if (verb === 'draw') return { from: 'stock', to: 'drawn', both: false, by: null }
  if (verb === 'take') return { from: place!, to: other!, both: false, by: null }
  if (verb === 'swap' || verb === 'discard') return { from: 'drawn', to: place!, both: false, by: null }
  return verb === 'trade' ? { from: place!, to: other!, both: true, by: null } : null
}

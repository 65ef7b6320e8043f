/** What was played, so that everybody can read it from the board. */

import type { Event } from '../scene'
import type { Hit } from '../play/notation'
import type { Way } from './arrows'

/** A card with all that was done with it. */
export interface Play {
  seat: number
  card: string
  value: string
  parts: (Way & { n: number })[]
  /** With whose piece a Jack has swapped. */
  swappedWith: number | null
  sentHome: Hit[]
}

/** The cards that these events tell of, in order. Parts of a seven belong to its card. */
function playsOf(events: Event[]): Play[] {
  const plays: Play[] = []
  for (const event of events) {
    if (event.type === 'sent_home') plays.at(-1)?.sentHome.push({ owner: event.owner, field: event.field })
    if (event.type !== 'played') continue
    const { n, seat, card, value, owner, from, to, swap = null } = event
    if (card !== null) plays.push({ seat, card, value, parts: [], swappedWith: swap, sentHome: [] })
    plays.at(-1)?.parts.push({ n, owner, from, to, swap: value === 'J' })
  }
  return plays
}

/** What happened since the beginning of the round. */
function ofRound(history: Event[]): Event[] {
  return history.slice(history.findLastIndex((event) => event.type === 'dealt') + 1)
}

/** The last card of this round; null before the first one. */
export function lastPlayed(history: Event[]): Play | null {
  return playsOf(ofRound(history)).at(-1) ?? null
}

/** One for each seat. */
const MOST = 4

/**
 * What was played since this seat did something: the last cards, and whatever swapped its own pieces or sent them home. If that is nothing,
 * what it played itself. Onlookers see the last card.
 */
export function playsSince(history: Event[], seat: number | null): Play[] {
  const own = history.findLastIndex((event) => (event.type === 'played' || event.type === 'gave') && event.seat === seat)
  const since = seat === null ? [] : playsOf(history.slice(own + 1))
  const last = lastPlayed(history)
  if (!since.length) return last ? [last] : []
  const concerns = ({ swappedWith, sentHome }: Play): boolean => swappedWith === seat || sentHome.some(({ owner }) => owner === seat)
  return since.filter((play, i) => i >= since.length - MOST || concerns(play))
}

/** The last card of each seat in this round. */
export function lastCards(history: Event[]): Map<number, Play> {
  return new Map(playsOf(ofRound(history)).map((play) => [play.seat, play]))
}

/** Who could not play and is out of this round. */
export function foldedOf(history: Event[]): Set<number> {
  return new Set(ofRound(history).flatMap((event) => (event.type === 'folded' ? [event.seat] : [])))
}

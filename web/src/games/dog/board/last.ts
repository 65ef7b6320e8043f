/** What was played last, so that everybody can read it from the board. */

import type { Event } from '../scene'

export interface Last {
  seat: number
  card: string
  value: string
  parts: { n: number; owner: number; from: string; to: string; swap: boolean }[]
  sentHome: { owner: number; field: string }[]
}

/** The last card of this round with all of its parts; null before the first one. */
export function lastPlayed(history: Event[]): Last | null {
  const parts: Last['parts'] = []
  const sentHome: Last['sentHome'] = []
  for (let i = history.length - 1; i >= 0; i -= 1) {
    const event = history[i]!
    if (event.type === 'dealt') return null
    if (event.type === 'sent_home') sentHome.unshift({ owner: event.owner, field: event.field })
    if (event.type !== 'played') continue
    const { n, seat, card, value, owner, from, to } = event
    parts.unshift({ n, owner, from, to, swap: value === 'J' })
    if (card !== null) return { seat, card, value, parts, sentHome }
  }
  return null
}

/** Who could not play and is out of this round. */
export function foldedOf(history: Event[]): Set<number> {
  const folded = new Set<number>()
  for (let i = history.length - 1; i >= 0 && history[i]!.type !== 'dealt'; i -= 1) {
    const event = history[i]!
    if (event.type === 'folded') folded.add(event.seat)
  }
  return folded
}

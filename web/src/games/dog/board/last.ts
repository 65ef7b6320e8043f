/** What was played last, so that everybody can read it from the board. */

import type { GameEvent } from '../../../lib/net/table.svelte'

export interface Last {
  seat: number
  card: string
  value: string
  parts: { n: number; owner: number; from: string; to: string; swap: boolean }[]
  sentHome: { owner: number; field: string }[]
}

/** The last card of this round with all of its parts; null before the first one. */
export function lastPlayed(history: GameEvent[]): Last | null {
  const parts: Last['parts'] = []
  const sentHome: Last['sentHome'] = []
  for (let i = history.length - 1; i >= 0; i -= 1) {
    const event = history[i]!
    if (event.type === 'dealt') return null
    if (event.type === 'sent_home') sentHome.unshift({ owner: Number(event['owner']), field: String(event['field']) })
    if (event.type !== 'played') continue
    const value = String(event['value'])
    parts.unshift({ n: event.n, owner: Number(event['owner']), from: String(event['from']), to: String(event['to']), swap: value === 'J' })
    if (event['card'] === null) continue
    return { seat: Number(event.seat), card: String(event['card']), value, parts, sentHome }
  }
  return null
}

/** Who could not play and is out of this round. */
export function foldedOf(history: GameEvent[]): Set<number> {
  const folded = new Set<number>()
  for (let i = history.length - 1; i >= 0 && history[i]!.type !== 'dealt'; i -= 1) {
    if (history[i]!.type === 'folded') folded.add(Number(history[i]!.seat))
  }
  return folded
}

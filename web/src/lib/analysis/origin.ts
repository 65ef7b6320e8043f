/** Where an analysis comes from: a link, a moment of a game that is over, or a game that is chosen. */

import { api } from '../net/api'
import { me } from '../local/me.svelte'
import { type Start, type Study, unpack } from './link'
import { ROOT } from './tree'

/** How many of the moves that were made afterwards come with a position of a game. */
const AFTERWARDS = 40

/** What the address of the page says; null if it says nothing. */
export async function fromAddress(query: string, anchor: string): Promise<Study | null> {
  if (anchor) return unpack(anchor)
  const asked = new URLSearchParams(query)
  const [table, game] = [asked.get('of'), asked.get('game')]
  if (table) return fromReplay(table, Number(asked.get('at') ?? 0), asked.get('seat'))
  return game ? dealt(game, {}, asked.get('seed')) : null
}

/** A game from its beginning; without a seed, nobody knows how it is dealt. */
export function dealt(game: string, options: Record<string, unknown> = {}, given: string | null = null): Study {
  const seed = given ?? String(crypto.getRandomValues(new Uint32Array(1))[0])
  return { start: { game, options, seed }, nodes: [], at: ROOT, eyes: 'actor', seat: null }
}

interface Record_ {
  game: string
  options: Record<string, unknown>
  moves: [seat: number | null, move: string][]
}

/** The position after so many moves of a game that is over, and what was played afterwards. */
async function fromReplay(table: string, at: number, seat: string | null): Promise<Study> {
  const text = await api.record(table, me.token || undefined)
  const { game, options, moves } = JSON.parse(text) as Record_
  const seed = /"seed"\s*:\s*(\d+)/.exec(text)?.[1] ?? '0'
  const made = moves.slice(0, at).map(([seat, move]) => ({ seat, move }))
  const { position } = await api.analyse({ start: { game, options, seed }, moves: made })
  const nodes = moves.slice(at, at + AFTERWARDS).map(([seat, move], i) => ({ seat, move, after: i - 1 }))
  return { start: position as Start, nodes, at: ROOT, eyes: 'actor', seat: /^\d+$/.test(seat ?? '') ? Number(seat) : null }
}

/** Dog's notation, as far as one must read it to show what can be tapped. */

import type { Effect } from '../../../wire/messages'
import { isField } from '../board/geometry'
import type { Scene, View } from '../scene'

export const RANKS = ['A', 'K', 'Q', 'J', '10', '9', '8', '7', '6', '5', '4', '3', '2', 'X']

/** What a move says by itself. */
export interface Said {
  text: string
  /** The card that leaves the hand: a rank, or X for the joker. */
  card: string
  /** What it counts as. */
  value: string
  from: string
  to: string
}

/** A move of a piece, with what the server tells of it. */
export interface Move extends Said {
  /** Whose piece it moves. */
  owner: number
  /** How many fields it goes, below 0 backwards; 0 if it does not walk. */
  steps: number
  /** Which pieces it sends home. */
  hits: Hit[]
  /** Whose piece it swaps with. */
  swap: number | null
}

/** A piece that goes home from a field. */
export interface Hit {
  owner: number
  field: string
}

/** A move of a piece; null for what is none. */
export function read(text: string): Said | null {
  const found = /^(X=)?([0-9AKQJ]+) (\w+)[>x](\w+)$/.exec(text)
  if (!found) return null
  const [, joker, value, from, to] = found
  return { text, card: joker ? 'X' : value!, value: value!, from: from!, to: to! }
}

/** The moves of pieces. */
export function movesOf(effects: Effect[]): Move[] {
  return effects.flatMap(({ move, seat, steps, hits, swap }) => {
    const said = read(move)
    if (!said) return []
    const homewards = (hits ?? []).map(([owner, field]) => ({ owner: Number(owner), field: String(field) }))
    return [{ ...said, owner: seat, steps: steps ?? 0, hits: homewards, swap: swap ?? null }]
  })
}

/** The card of `give K`; null for other moves. */
export function givenCard(text: string): string | null {
  return text.startsWith('give ') ? text.slice(5) : null
}

/** Who plays together with a seat. */
export function partnerOf(seat: number, sides: number[][]): number {
  return sides.find((side) => side.includes(seat))?.find((other) => other !== seat) ?? seat
}

/** A place without the sign of protection. */
export function bare(place: string): string {
  return place.replace('*', '')
}

/** Who stands on a field of the track; null if nobody does. */
export function standsOn(view: Pick<View, 'pieces'>, field: string): number | null {
  if (!isField(field)) return null
  const found = view.pieces.findIndex((pieces) => pieces.some((place) => bare(place) === field))
  return found < 0 ? null : found
}

/**
 * The parts that complete a move, as they are offered one after another when what came before has been tried; as far as
 * that can be known.
 */
export async function completed(move: string, then: string[], attempt: NonNullable<Scene['attempt']>): Promise<Move[]> {
  const parts: Move[] = []
  for (const [i, part] of then.entries()) {
    const answer = await attempt([move, ...then.slice(0, i)])
    const found = movesOf(answer?.effects ?? []).find(({ text }) => text === part)
    if (!found) break
    parts.push(found)
  }
  return parts
}

/** A move to be drawn as advice; where the server does not tell what it does, as in a replay, what the view tells of it. */
export function advised(text: string | null, view: View, effects: Effect[]): Move[] {
  const told = movesOf(effects.filter((effect) => effect.move === text))
  const said = told.length || text === null ? null : read(text)
  if (!said || view.turn === null) return told
  const owner = view.owners[view.turn] ?? view.turn
  return [{ ...said, owner, steps: 0, hits: [], swap: said.value === 'J' ? standsOn(view, said.to) : null }]
}

/** Which cards some move uses. */
export function playable(moves: Move[]): string[] {
  return moves.map((move) => move.card)
}

/** What a joker can count as, in the order of the cards. */
export function jokerValues(moves: Move[]): string[] {
  const values = new Set(moves.filter((move) => move.card === 'X').map((move) => move.value))
  return RANKS.filter((rank) => values.has(rank))
}

/** What has been chosen so far. */
export interface Chosen {
  card: string | null
  value: string | null
  from: string | null
  to: string | null
}

export const NOTHING: Chosen = { card: null, value: null, from: null, to: null }

/** The moves that are left after what has been chosen. */
export function fitting(moves: Move[], chosen: Chosen): Move[] {
  return moves.filter(
    (move) =>
      move.card === chosen.card &&
      (chosen.value === null || move.value === chosen.value) &&
      (chosen.from === null || move.from === chosen.from) &&
      (chosen.to === null || move.to === chosen.to),
  )
}

export interface Tap {
  chosen: Chosen
  /** The move that the tap makes, if it makes one. */
  move: Move | null
}

/** What a tap on a place means: a piece is chosen, or a target; a move that is the only one left is made. */
export function tap(moves: Move[], chosen: Chosen, place: string): Tap {
  if (chosen.from === place) return { chosen: { ...chosen, from: null }, move: null }
  if (chosen.to === place) return { chosen: { ...chosen, to: null }, move: null }
  const left = fitting(moves, chosen)
  const asPiece = chosen.from === null && left.some((move) => move.from === place)
  const asTarget = left.some((move) => move.to === place)
  if (!asPiece && !asTarget) {
    const other = fitting(moves, { ...chosen, from: null, to: null }).some((move) => move.from === place)
    return { chosen: other ? { ...chosen, from: place, to: null } : chosen, move: null }
  }
  const next = asPiece ? { ...chosen, from: place } : { ...chosen, to: place }
  const fits = fitting(moves, next)
  return fits.length === 1 ? { chosen: next, move: fits[0]! } : { chosen: next, move: null }
}

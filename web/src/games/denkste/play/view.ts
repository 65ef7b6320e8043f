/** What a seat sees of Denkste!, and the events of it. */

import type { GameEvent } from '../../../lib/net/table.svelte'

/** Level and steps; the centre is [4, 0]. */
export type Figure = [number, number]
export type Card = 'go' | 'stop'

export const CENTRE = 4
export const NUMBERS = [1, 2, 3, 4, 5, 6]

export interface DenksteView {
  figures: Figure[]
  turn: number
  stopper: number
  go: number | null
  stop: number[] | null
  go_set: boolean
  stop_set: boolean
  options: { players: number; haste_gedacht: boolean; rings: number[] }
  result: { winners: number[] } | null
}

/** Both cards lie open: what they showed and what came of it. */
export interface Reveal extends GameEvent {
  type: 'moved' | 'blocked' | 'stays' | 'thrown_back'
  seat: number
  stopper: number
  go: number
  stop: number[]
  from: Figure
  to: Figure
}

export function isReveal(event: GameEvent): event is Reveal {
  return ['moved', 'blocked', 'stays', 'thrown_back'].includes(event.type)
}

/** Whether the Stop card guessed the number. */
export function caught(reveal: Reveal): boolean {
  return reveal.stop.includes(reveal.go)
}

/** The latest reveals of each figure, oldest first: what people at the table could remember. */
export function memory(history: GameEvent[], players: number, most: number): Reveal[][] {
  const reveals = history.filter(isReveal)
  return Array.from({ length: players }, (_, seat) => reveals.filter((reveal) => reveal.seat === seat).slice(-most))
}

/** The card that some moves set. */
export function cardOf(moves: string[]): Card {
  return moves[0]?.startsWith('go') ? 'go' : 'stop'
}

export function numbersOf(move: string): number[] {
  return move.split(' ').slice(1).map(Number)
}

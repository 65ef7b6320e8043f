/** How to read what the server sends of Denkste!. */

import type { DenksteReveal as Reveal } from '../../../wire/views/denkste'
import type { Event } from '../scene'

export type { Reveal }

/** Level and steps; the centre is [4, 0]. */
export type Figure = [number, number]
export type Card = 'go' | 'stop'

export const CENTRE = 4
export const NUMBERS = [1, 2, 3, 4, 5, 6]

export function isReveal(event: Event): event is Reveal {
  return ['moved', 'blocked', 'stays', 'thrown_back'].includes(event.type)
}

/** Whether the Stop card guessed the number. */
export function caught(reveal: Reveal): boolean {
  return reveal.stop.includes(reveal.go)
}

/** The latest reveal of each figure since the seat has set its last card; for who only watches, the last one. */
export function recent(history: Event[], seat: number | null): Reveal[] {
  const own = history.findLastIndex(
    (event) => seat !== null && (event.type === 'set_go' || event.type === 'set_stop') && event.seat === seat,
  )
  const reveals = history.slice(Math.max(own, 0)).filter(isReveal)
  return seat === null
    ? reveals.slice(-1)
    : reveals.filter((reveal, i) => !reveals.slice(i + 1).some((later) => later.seat === reveal.seat))
}

/** The latest reveals of each figure, oldest first: what people at the table could remember. */
export function memory(history: Event[], players: number, most: number): Reveal[][] {
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

/** What can be touched, read from the moves that the table offers. */

/** Something on the table: `stock`, `discard`, `drawn`, or a card in a row as `row-SEAT-SLOT`, slots from 1. */
export type Place = string
export type Verb = 'draw' | 'take' | 'put_back' | 'discard' | 'swap' | 'spy' | 'two' | 'choose' | 'trade'

/** What happens when a place is chosen: a move is made, or a choice is half made (`null`: taken back). */
export interface Effect {
  verb: Verb
  move?: string
  pick?: Place | null
}

export function rowPlace(seat: number, slot: number | string): Place {
  return `row-${seat}-${slot}`
}

/** Every place that can be chosen now. `picked` is the half of a choice that was made before. */
export function reach(moves: string[], seat: number, picked: Place | null): Map<Place, Effect> {
  const found = new Map<Place, Effect>()
  for (const move of moves) {
    const [verb, slot, other] = move.split(' ')
    if (verb === 'draw') found.set('stock', { verb, move })
    else if (verb === 'discard') found.set('discard', { verb, move })
    else if (verb === 'two') found.set('drawn', { verb, move })
    else if (verb === 'swap' || verb === 'spy') found.set(rowPlace(seat, slot!), { verb, move })
    else if (verb === 'take') {
      if (picked === 'discard') found.set(rowPlace(seat, slot!), { verb, move })
      found.set('discard', picked === 'discard' ? { verb: 'put_back', pick: null } : { verb, pick: 'discard' })
    } else if (verb === 'trade') {
      const own = rowPlace(seat, slot!)
      found.set(own, picked === own ? { verb: 'put_back', pick: null } : { verb: 'choose', pick: own })
      if (picked === own) found.set(`row-${other!.replace(':', '-')}`, { verb, move })
    }
  }
  return found
}

/** A half-made choice counts as long as the moves still allow it. */
export function stillHeld(moves: string[], seat: number, picked: Place | null): Place | null {
  if (picked === null) return null
  return reach(moves, seat, picked).get(picked)?.verb === 'put_back' ? picked : null
}

/** The places that a move is about: to show a hint. */
export function placesOf(move: string, seat: number): Place[] {
  const [verb, slot, other] = move.split(' ')
  if (verb === 'draw') return ['stock']
  if (verb === 'discard') return ['discard']
  if (verb === 'two') return ['drawn']
  if (verb === 'take') return ['discard', rowPlace(seat, slot!)]
  if (verb === 'trade') return [rowPlace(seat, slot!), `row-${other!.replace(':', '-')}`]
  return slot ? [rowPlace(seat, slot)] : []
}

const KEYS: Record<string, Place> = { s: 'stock', d: 'discard', u: 'drawn' }

/** The place that a key stands for: 1 to 4 the player's cards, S the stock, D the discard pile, U the card drawn. */
export function placeOfKey(key: string, seat: number): Place | null {
  return /^[1-4]$/.test(key) ? rowPlace(seat, key) : (KEYS[key.toLowerCase()] ?? null)
}

export interface Spot {
  x: number
  y: number
}

const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** Which of some spots lies next in an arrow's direction; -1 if none does. */
export function nextSpot(spots: Spot[], from: Spot, arrow: string): number {
  const [dx, dy] = ARROWS[arrow] ?? [0, 0]
  let best = -1
  let least = Infinity
  spots.forEach((spot, i) => {
    const along = (spot.x - from.x) * dx + (spot.y - from.y) * dy
    const across = Math.abs((spot.x - from.x) * dy) + Math.abs((spot.y - from.y) * dx)
    if (along > 1 && along + 2 * across < least) {
      least = along + 2 * across
      best = i
    }
  })
  return best
}

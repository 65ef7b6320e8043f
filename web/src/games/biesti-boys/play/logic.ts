/** What the notation says and where cards lie; no rules. Cards are 0…8, S, G; lifts 1 top, 2 right, 3 bottom, 4 left. */

import type { Event } from '../scene'

export const LIFTS = [1, 2, 3, 4] as const
/** A hand has places for three cards (two when four play); more come only by wrong cards. */
const USUAL = 3

export function layMove(card: string, lift: number): string {
  return `lay ${card} ${lift}`
}

export function layOf(move: string): { card: string; lift: number } | null {
  const found = /^lay (\S) ([1-4])$/.exec(move)
  return found ? { card: found[1]!, lift: Number(found[2]) } : null
}

export function haltOf(move: string): number | null {
  const found = /^halt ([1-4])$/.exec(move)
  return found ? Number(found[1]) : null
}

/** The lifts on which a card can be called. */
export function halts(moves: string[]): number[] {
  return moves.flatMap((move) => haltOf(move) ?? [])
}

/** The lifts that take a card. */
export function liftsFor(moves: string[], card: string): number[] {
  return LIFTS.filter((lift) => moves.includes(layMove(card, lift)))
}

/** The cards that a lift takes. */
export function cardsFor(moves: string[], lift: number): string[] {
  return moves.map(layOf).flatMap((lay) => (lay?.lift === lift ? [lay.card] : []))
}

export interface Slot {
  key: number
  card: string
}

/**
 * The hand after something happened. The server tells a hand in the order of its cards; on the table every card stays
 * where it is, and new ones come to the free places. `gone` are the cards that were laid.
 */
export function settle(slots: (Slot | null)[], hand: string[], gone: number[], fresh: () => number): (Slot | null)[] {
  const rest = [...hand]
  const kept = slots.map((slot) => {
    const at = slot && !gone.includes(slot.key) ? rest.indexOf(slot.card) : -1
    if (at < 0) return null
    rest.splice(at, 1)
    return slot
  })
  for (const card of rest) {
    const slot = { key: fresh(), card }
    const free = kept.indexOf(null)
    if (free < 0) kept.push(slot)
    else kept[free] = slot
  }
  while (kept.length > USUAL && kept.at(-1) === null) kept.pop()
  return kept
}

/** The places of the cards that the seat laid; those in the air first. */
export function laidKeys(slots: (Slot | null)[], events: Event[], seat: number | null, inAir: number[]): number[] {
  const gone: number[] = []
  for (const event of events) {
    if (event.type !== 'laid' || event.seat !== seat) continue
    const same = slots.filter((slot): slot is Slot => slot !== null && slot.card === event.card && !gone.includes(slot.key))
    const slot = same.find((one) => inAir.includes(one.key)) ?? same[0]
    if (slot) gone.push(slot.key)
  }
  return gone
}

/** What last changed a lift: whose card lies there (null: what is printed on the board), and the number of the event. */
export interface Change {
  n: number
  seat: number | null
}

export function lastChanges(history: Event[]): Change[] {
  const changes: (Change | undefined)[] = [undefined, undefined, undefined, undefined]
  let left: number = LIFTS.length
  for (let i = history.length - 1; i >= 0 && left > 0; i -= 1) {
    const event = history[i]!
    if (event.type === 'new_board') return changes.map((change) => change ?? { n: event.n, seat: null })
    if (event.type !== 'laid' && event.type !== 'called_back') continue
    const lift = event.lift - 1
    if (changes[lift]) continue
    changes[lift] = { n: event.n, seat: event.type === 'laid' ? (event.seat ?? null) : null }
    left -= 1
  }
  return changes.map((change) => change ?? { n: -1, seat: null })
}

/** The number of the event that brought the board: it is turned up when this changes. */
export function boardNumber(history: Event[]): number {
  return history.findLast((event) => event.type === 'new_board')?.n ?? -1
}

export interface Box {
  x: number
  y: number
  w: number
  h: number
}

/** Which of the boxes is meant by a point: the one it is in, else the nearest that is not far away. */
export function meant(x: number, y: number, boxes: (Box | null)[]): number | null {
  let best: number | null = null
  let least = Infinity
  boxes.forEach((box, i) => {
    if (!box) return
    const dx = Math.max(box.x - x, 0, x - box.x - box.w)
    const dy = Math.max(box.y - y, 0, y - box.y - box.h)
    const far = Math.hypot(dx, dy)
    const middle = Math.hypot(box.x + box.w / 2 - x, box.y + box.h / 2 - y) / 1000
    if (far <= box.w / 3 && far + middle < least) {
      least = far + middle
      best = i
    }
  })
  return best
}

/** Which keys do what, for the first and the second person at one keyboard. */
type What = { do: 'card'; index: number } | { do: 'lift'; lift: number } | { do: 'halt'; lift: number } | { do: 'draw' }
export type Keyed = { person: 0 | 1 } & What

const ARROWS = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft']
const LETTERS = ['KeyI', 'KeyL', 'KeyK', 'KeyJ']
const SECOND = ['KeyQ', 'KeyW', 'KeyE', 'KeyR', 'KeyT', 'KeyY', 'KeyU']

export function keyed(code: string, shift: boolean, two: boolean): Keyed | null {
  const arrow = ARROWS.indexOf(code)
  if (arrow >= 0) return { person: 0, do: shift ? 'halt' : 'lift', lift: arrow + 1 }
  const digit = /^(?:Digit|Numpad)([0-7])$/.exec(code)
  if (digit) return digit[1] === '0' ? { person: 0, do: 'draw' } : { person: 0, do: 'card', index: Number(digit[1]) - 1 }
  if (!two) return null
  const letter = LETTERS.indexOf(code)
  if (letter >= 0) return { person: 1, do: shift ? 'halt' : 'lift', lift: letter + 1 }
  const index = SECOND.indexOf(code)
  if (index >= 0) return { person: 1, do: 'card', index }
  return code === 'KeyO' ? { person: 1, do: 'draw' } : null
}

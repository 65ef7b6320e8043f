/** What happened, as something that can be shown: cards that fly, and the end of a round. */

import type { Event } from '../scene'
import { rowPlace, type Place } from './offer'

/** A card on its way. `card` is what it shows when it arrives (null: its back); `open`: it shows that all the way. */
export interface Flight {
  from: Place
  to: Place
  card: string | null
  open: boolean
  /** When it starts, in moves' lengths. */
  wait: number
}

const SLOTS = [1, 2, 3, 4]

function flight(from: Place, to: Place, card: string | null = null, open = false, wait = 0): Flight {
  return { from, to, card, open, wait }
}

/** The cards that an event sets in motion. */
function flightsOf(event: Event, players: number): Flight[] {
  const at = 'slot' in event ? rowPlace(event.seat, event.slot) : ''
  switch (event.type) {
    case 'draw':
      return [flight('stock', 'drawn')]
    case 'take':
      return [flight('discard', at, event.card, true), flight(at, 'discard', event.discarded)]
    case 'swap':
      return [flight('drawn', at), flight(at, 'discard', event.discarded)]
    case 'discard':
      return [flight('drawn', 'discard', event.card)]
    case 'trade': {
      const other = rowPlace(event.other, event.other_slot)
      return [flight(at, other), flight(other, at), flight('drawn', 'discard', 'T', true)]
    }
    case 'spy':
      return [flight('drawn', 'discard', 'P', true)]
    case 'shuffle':
      return [0, 0.15, 0.3].map((wait) => flight('discard', 'stock', null, false, wait))
    case 'deal': {
      const order = SLOTS.flatMap((slot) => Array.from({ length: players }, (_, i) => rowPlace((event.dealer + 1 + i) % players, slot)))
      return order.map((place, i) => flight('stock', place, null, false, i * 0.1))
    }
    default:
      return []
  }
}

/** All cards that move in a scene; at the end of a round they are shown by the closing instead. */
export function flights(events: Event[], players: number): Flight[] {
  const end = events.findIndex((event) => event.type === 'show')
  return (end < 0 ? events : events.slice(0, end)).flatMap((event) => flightsOf(event, players))
}

type Row = (string | null)[]

/** The end of a round: who shows what, which special cards are replaced, and what is written down. */
export interface Closing {
  round: number
  /** The numbers of the events that its steps show, in order; the last are the sums. */
  numbers: number[]
  shows: { seat: number; row: string[] }[]
  replaces: { seat: number; slot: number; card: string }[]
  points: number[]
  totals: number[]
}

export function closing(events: Event[]): Closing | null {
  const score = events.find((event) => event.type === 'score')
  const shows = events.filter((event) => event.type === 'show')
  const replaces = events.filter((event) => event.type === 'replace')
  if (!score || shows.length === 0) return null
  return {
    round: score.round,
    numbers: [...shows, ...replaces, score].map(({ n }) => n),
    shows,
    replaces,
    points: score.points,
    totals: score.totals,
  }
}

/** How many steps a closing takes: every row is shown, every special card replaced, the sums are told. */
export function stepsOf(closing: Closing): number {
  return closing.numbers.length
}

/** Whether an event is still to be seen after some steps of a closing; cards are dealt anew when it is over. */
export function isAhead(event: Event, { numbers }: Closing, step: number): boolean {
  const next = event.type === 'deal' ? numbers[0] : numbers[step]
  return next !== undefined && event.n >= next
}

/** The rows after some steps of a closing. */
export function rowsAt(closing: Closing, step: number): Row[] {
  const rows: Row[] = closing.shows.map(() => [null, null, null, null])
  for (const { seat, row } of closing.shows.slice(0, step)) rows[seat] = [...row]
  for (const { seat, slot, card } of closing.replaces.slice(0, Math.max(0, step - closing.shows.length))) rows[seat]![slot - 1] = card
  return rows
}

/** The card that the latest step replaced. */
export function replacedAt(closing: Closing, step: number): Place | null {
  const replaced = closing.replaces[step - closing.shows.length - 1]
  return replaced ? rowPlace(replaced.seat, replaced.slot) : null
}

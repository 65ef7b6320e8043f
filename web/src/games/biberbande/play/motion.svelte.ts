/** What has just happened: cards that fly over the table, somebody who knocks, and how it sounds. */

import { calm } from '../../../lib/local/prefs.svelte'
import { seatOf } from '../../../lib/net/game'
import { sound, type Sound } from '../../../lib/sound'
import type { Event } from '../scene'
import { flights, type Flight } from './story'
import { KNOCKING } from './timing'

const SOUNDS: Record<string, Sound> = {
  draw: 'card',
  take: 'card',
  swap: 'card',
  discard: 'card',
  trade: 'reveal',
  spy: 'step',
  knock: 'bad',
  deal: 'card',
  shuffle: 'dice',
}

export class Motion {
  ghosts = $state.raw<{ id: number; flight: Flight }[]>([])
  knocker = $state<number | null>(null)
  #count = 0
  #timer = 0

  /** Show events from the eyes of a seat; `stretch` is how much longer than usual that takes. */
  show(events: Event[], seat: number | null, players: number, stretch: number): void {
    const sounds = events.flatMap((event) => SOUNDS[event.type] ?? [])
    sounds.filter((name, i) => sounds.indexOf(name) === i).forEach((name) => sound(name))
    const knock = events.find((event) => event.type === 'knock')
    if (knock) {
      this.knocker = seatOf(knock) ?? null
      clearTimeout(this.#timer)
      this.#timer = window.setTimeout(() => (this.knocker = null), KNOCKING * stretch)
    }
    // An own draw has been shown when the stock was touched.
    const seen = events.filter((event) => event.type !== 'draw' || event.seat !== seat)
    this.fly(flights(seen, players))
  }

  fly(ways: Flight[]): void {
    if (!calm()) this.ghosts = [...this.ghosts, ...ways.map((flight) => ({ id: ++this.#count, flight }))]
  }

  landed(id: number): void {
    this.ghosts = this.ghosts.filter((ghost) => ghost.id !== id)
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

/** The reveal as a little drama: both cards turn, the word is said, then the figure walks or is held. */

import { calm } from '../../../lib/local/prefs.svelte'
import { sound } from '../../../lib/sound'
import type { Target } from '../board/geometry'
import type { Event } from '../scene'
import { caught, CENTRE, isReveal, type Figure, type Reveal } from './view'

export type Act = 'cards' | 'open' | 'verdict' | 'walk'

/** When each act begins, in milliseconds, and how long a step or a stop takes: time to read both cards and the word. */
const OPEN = 260
const VERDICT = 1000
const WALK = 2200
export const STRIDE = 120
const HELD = 900

/** How long a reveal is seen, in milliseconds. */
function lengthOf({ type, go }: Reveal): number {
  return WALK + Math.max(HELD, type === 'moved' ? (go + 1) * STRIDE : 0)
}

/** How long what happened is looked at: a reveal to its end. */
export function lasts(events: Event[]): number | undefined {
  const shown = events.findLast(isReveal)
  return shown && lengthOf(shown)
}

class Drama {
  reveal = $state.raw<Reveal | null>(null)
  act = $state<Act>('cards')
  /** How much longer than usual everything takes. */
  stretch = $state(1)
  /** The fields that the figure has come already. */
  #steps = $state(0)
  #way: Figure[] = []
  #timers: number[] = []

  /** Show a reveal from the eyes of a seat; `targets` are where the numbers led. */
  play(reveal: Reveal, targets: Target[], seat: number | null, stretch: number): void {
    this.end()
    this.stretch = stretch
    if (calm()) {
      ring(reveal, seat)
      return
    }
    this.#way = wayOf(reveal, targets)
    this.#steps = 0
    this.act = 'cards'
    this.reveal = reveal
    this.#at(OPEN, () => {
      this.act = 'open'
      sound('reveal')
    })
    this.#at(VERDICT, () => {
      this.act = 'verdict'
      ring(reveal, seat)
    })
    this.#at(WALK, () => (this.act = 'walk'))
    this.#way.forEach((_, i) =>
      this.#at(WALK + i * STRIDE, () => {
        this.#steps = i + 1
        sound('step')
      }),
    )
    this.#at(lengthOf(reveal), () => this.end())
  }

  /** Everything is as it is. */
  end(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers = []
    this.reveal = null
  }

  /** Where the figures are seen now. */
  figures(figures: Figure[]): Figure[] {
    if (!this.reveal) return figures
    return figures.with(this.reveal.seat, this.#steps ? this.#way[this.#steps - 1]! : this.reveal.from)
  }

  /** Whether it is said what came of it. */
  get told(): boolean {
    return this.act === 'verdict' || this.act === 'walk'
  }

  /** The seat whose figure is on its way. */
  get walking(): number | null {
    return this.reveal && this.act === 'walk' && this.#way.length > 0 ? this.reveal.seat : null
  }

  /** The seat whose figure is not let go. */
  get held(): number | null {
    return this.reveal && this.act === 'walk' && this.#way.length === 0 ? this.reveal.seat : null
  }

  #at(time: number, what: () => void): void {
    this.#timers.push(window.setTimeout(what, time * this.stretch))
  }
}

/** The fields a figure is seen on, one by one; back to a start field it is only one leap. */
function wayOf({ type, to, go }: Reveal, targets: Target[]): Figure[] {
  if (type === 'thrown_back') return [to]
  if (type !== 'moved') return []
  const target = targets.find((one) => one.numbers.includes(go))
  return target && String(target.place) === String(to) ? target.way : [to]
}

function ring(reveal: Reveal, seat: number | null): void {
  if (reveal.to[0] === CENTRE) sound('win')
  else if (caught(reveal) === (seat === reveal.seat)) sound('bad')
  else sound('good')
}

/** What the board shows and the heading speaks of. */
export const drama = new Drama()

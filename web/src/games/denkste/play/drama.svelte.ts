/** The reveal as a little drama: both cards turn, the word is said, then the figure walks or is held. */

import { calm } from '../../../lib/local/prefs.svelte'
import { sound } from '../../../lib/sound'
import type { Target } from '../board/geometry'
import { caught, CENTRE, type Figure, type Reveal } from './view'

export type Act = 'cards' | 'open' | 'verdict' | 'walk'

/** When each act begins, in milliseconds, and how long a step or a stop takes. */
const OPEN = 160
const VERDICT = 560
const WALK = 1100
export const STRIDE = 95
const HELD = 520

/** The longest that a reveal takes. */
export const LONGEST = WALK + 7 * STRIDE

export class Drama {
  reveal = $state.raw<Reveal | null>(null)
  act = $state<Act>('cards')
  /** The fields that the figure has come already. */
  #steps = $state(0)
  #way: Figure[] = []
  #timers: number[] = []

  /** Show a reveal from the eyes of a seat; `targets` are where the numbers led. */
  play(reveal: Reveal, targets: Target[], seat: number | null): void {
    this.end()
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
    this.#at(WALK + Math.max(HELD, (this.#way.length + 1) * STRIDE), () => this.end())
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

  /** The seat whose figure is on its way. */
  get walking(): number | null {
    return this.reveal && this.act === 'walk' && this.#way.length > 0 ? this.reveal.seat : null
  }

  /** The seat whose figure is not let go. */
  get held(): number | null {
    return this.reveal && this.act === 'walk' && this.#way.length === 0 ? this.reveal.seat : null
  }

  #at(time: number, what: () => void): void {
    this.#timers.push(window.setTimeout(what, time))
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

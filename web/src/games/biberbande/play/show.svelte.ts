/** The end of a round, step by step: rows open, special cards are replaced, sums are told. */

import { calm } from '../../../lib/local/prefs.svelte'
import { sound } from '../../../lib/sound'
import { stepsOf, type Closing } from './story'
import { BEGIN, STEP } from './timing'

class Show {
  closing = $state.raw<Closing | null>(null)
  step = $state(0)
  #timer = 0
  #stretch = 1

  /** `stretch` is how much longer than usual it takes. */
  begin(closing: Closing, stretch: number): void {
    this.end()
    this.#stretch = stretch
    this.closing = closing
    this.step = calm() ? stepsOf(closing) : 0
    if (!calm()) this.#timer = window.setTimeout(() => this.#next(), BEGIN * stretch)
  }

  get finished(): boolean {
    return this.closing !== null && this.step >= stepsOf(this.closing)
  }

  #next(): void {
    if (!this.closing || this.finished) return
    this.step += 1
    sound(this.finished ? 'good' : 'card')
    this.#timer = window.setTimeout(() => this.#next(), STEP * this.#stretch)
  }

  skip(): void {
    clearTimeout(this.#timer)
    if (this.closing) this.step = stepsOf(this.closing)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.closing = null
    this.step = 0
  }
}

/** What the board shows and the heading speaks of. */
export const show = new Show()

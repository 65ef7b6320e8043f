/** A game to be looked at again, through somebody's eyes. */

import type { Step as WireStep, Steps } from '../../wire/http'
import { api } from './api'
import { me } from '../local/me.svelte'
import type { GameEvent, Typed } from './game'

export type Step = Typed<WireStep>

export class Film {
  steps = $state.raw<Step[]>([])
  about = $state.raw<Omit<Steps, 'steps' | 'next'> | null>(null)
  at = $state(0)
  #eyes = ''

  constructor(readonly id: string) {}

  /** Look through a seat's eyes, or 'public'. The place in the game stays. */
  async look(eyes: string): Promise<void> {
    this.#eyes = eyes
    const steps: Step[] = []
    let from: number | null = 0
    while (from !== null) {
      const page = await api.steps(this.id, eyes, from, me.token || undefined)
      if (this.#eyes !== eyes) return
      const { steps: found, next, ...about } = page
      steps.push(...found)
      this.about = about
      this.steps = [...steps]
      from = next
    }
  }

  get now(): Step | undefined {
    return this.steps[this.at]
  }

  get last(): number {
    return this.about?.last ?? 0
  }

  /** Everything that happened up to now. */
  get history(): GameEvent[] {
    return this.steps.slice(0, this.at + 1).flatMap((step) => step.events)
  }

  go(to: number): void {
    this.at = Math.max(0, Math.min(this.steps.length - 1, to))
  }
}

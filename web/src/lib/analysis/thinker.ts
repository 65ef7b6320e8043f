/** The strongest bot thinks about a position, deeper and deeper, in a worker of its own: nothing waits for it. */

import type { Answer, Order } from '../../local/messages'
import type { Advice } from '../../wire/messages'
import { type Started, startWorker } from '../net/local'
import type { Start } from './link'
import type { Made } from './tree'

/** How many simulations one after the other, where the bot searches. */
const BUDGETS = [100, 400, 1_600, 6_400, 25_600]
/** What takes so many is not waited for when something else is to be thought about. */
const LONG = 1_600
/** How many milliseconds later to ask again where something is worked out beside. */
const LATER = 2_000

export interface Question {
  start: Start
  moves: Made[]
  seat: number
}
export interface Ranking {
  moves: Advice[]
  /** How many simulations it took; null if the bot does not search. */
  simulations: number | null
  /** Whether it gets better. */
  goesOn: boolean
}
interface Advised {
  moves: Advice[]
  searches: boolean
  goes_on: boolean
}

export class Thinker {
  #worker: Promise<Started> | null = null
  #number = 0
  #answered = new Map<number, (answer: Extract<Answer, { kind: 'answer' | 'failed' }>) => void>()
  /** How many simulations are being made. */
  #busy = 0
  /** Counts the questions: only the latest is thought about. */
  #question = 0

  /** Think about this until something else is asked; `tell` hears every ranking, and null if there can be none. */
  async think(question: Question, tell: (found: Ranking | null) => void): Promise<void> {
    this.stop()
    const number = this.#question
    const isAsked = (): boolean => number === this.#question
    for (let depth = 0; isAsked();) {
      const found = await this.#ask(question, BUDGETS[depth]!).catch(() => null)
      if (!isAsked()) return
      const simulations = found?.searches ? BUDGETS[depth]! : null
      const goesOn = found !== null && (found.searches ? depth < BUDGETS.length - 1 : found.goes_on) && found.moves.length > 1
      tell(found && { moves: found.moves, simulations, goesOn })
      if (!goesOn) return
      if (simulations === null) await new Promise((done) => setTimeout(done, LATER))
      else depth += 1
    }
  }

  stop(): void {
    this.#question += 1
    if (this.#busy >= LONG) this.close()
  }

  close(): void {
    this.#question += 1
    this.#busy = 0
    for (const [id, done] of this.#answered) done({ kind: 'failed', reason: 'stopped', id })
    this.#answered.clear()
    void this.#worker?.then(
      ({ worker }) => worker.terminate(),
      () => {},
    )
    this.#worker = null
  }

  async #ask(question: Question, simulations: number): Promise<Advised> {
    const worker = await this.#start()
    const id = ++this.#number
    this.#busy = simulations
    const answer = await new Promise<Extract<Answer, { kind: 'answer' | 'failed' }>>((done) => {
      this.#answered.set(id, done)
      const body = JSON.stringify({ ...question, simulations })
      worker.postMessage({ kind: 'ask', id, method: 'POST', path: '/api/advice', body } satisfies Order)
    })
    this.#busy = 0
    if (answer.kind === 'failed' || answer.status >= 400) throw new Error(answer.kind === 'failed' ? answer.reason : answer.text)
    return JSON.parse(answer.text) as Advised
  }

  async #start(): Promise<Worker> {
    this.#worker ??= startWorker((answer) => this.#hear(answer))
    try {
      const { worker, ready } = await this.#worker
      await ready
      return worker
    } catch (error) {
      this.#worker = null
      throw error
    }
  }

  #hear(answer: Answer): void {
    if (answer.kind !== 'answer' && answer.kind !== 'failed') return
    this.#answered.get(answer.id ?? 0)?.(answer)
    this.#answered.delete(answer.id ?? 0)
  }
}

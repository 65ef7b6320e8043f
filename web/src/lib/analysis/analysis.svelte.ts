/** An analysis as the page knows it: where it starts, what was played, and what is to be seen there. */

import type { Analysed, Refusal } from '../../wire/http'
import { api, Refused } from '../net/api'
import type { Outcome } from '../net/connection'
import type { GameEvent, Typed } from '../net/game'
import { whyNot } from '../text/refused'
import { type Eyes, pack, type Start, type Study } from './link'
import { added, lineTo, type Made, ROOT, without } from './tree'

export type Told = Typed<Analysed>

const TROUBLE: Refusal = { code: 'trouble', texts: {} }

export class Analysis {
  study = $state.raw<Study>(null!)
  told = $state.raw<Told>(null!)
  /** What the last move did, if it has just been made. */
  events = $state.raw<GameEvent[]>([])
  /** Changes with everything that is shown. */
  step = $state(0)
  /** Why the last wish was refused, until it is put away. */
  refusal = $state.raw<Refusal | null>(null)
  /** What is being set up: the last position that can be, or one that cannot; and why that is. */
  draft = $state.raw<Start>(null!)
  problem = $state('')
  /** What was looked at before another position was set up. */
  #before: Study[] = $state.raw([])
  /** What was seen after each move, for telling of the moves that follow. */
  #seen: Record<string, Told> = {}
  #asked = 0

  /** Look at something; Refused if that cannot be. */
  async open(study: Study): Promise<void> {
    const told = await this.#ask(study.start, lineTo(study.nodes, study.at), study.eyes, study.seat)
    this.#show(study, told, [])
  }

  get canTakeBack(): boolean {
    return this.study.at !== ROOT || this.#before.length > 0
  }

  get line(): Made[] {
    return lineTo(this.study.nodes, this.study.at)
  }

  /** What was seen after a move, if that is known. */
  seenAt(at: number, seat: number | null): Told | undefined {
    void this.step
    return this.#seen[this.#key(this.study.start, lineTo(this.study.nodes, at), seat)]
  }

  async play(seat: number | null, move: string): Promise<Outcome> {
    const { nodes, at } = added(this.study.nodes, this.study.at, { seat, move })
    return this.#turn({ ...this.study, nodes, at }, true)
  }

  async go(at: number): Promise<Outcome> {
    return this.#turn({ ...this.study, at }, this.study.nodes[at]?.after === this.study.at)
  }

  /** Back to the move before; before the first one, back to what was there before this position was set up. */
  async takeBack(): Promise<void> {
    const node = this.study.nodes[this.study.at]
    if (node) return void (await this.go(node.after))
    const before = this.#before.at(-1)
    if (before && (await this.#turn(before, false)).ok) this.#before = this.#before.slice(0, -1)
  }

  /** Remove a move and what follows it. */
  async remove(at: number): Promise<void> {
    const { nodes, places } = without(this.study.nodes, at)
    let here = this.study.at
    while (!places.has(here)) here = this.study.nodes[here]!.after
    await this.#turn({ ...this.study, nodes, at: places.get(here)! }, false)
  }

  async look(eyes: Eyes): Promise<void> {
    await this.#turn({ ...this.study, eyes }, false)
  }

  /** Set up another position. If it cannot be, `problem` says why, and everything else stays. */
  async setUp(draft: Start): Promise<void> {
    this.draft = draft
    const study: Study = { ...this.study, start: draft, nodes: [], at: ROOT }
    const number = ++this.#asked
    try {
      const told = await this.#ask(draft, [], study.eyes)
      if (number !== this.#asked) return
      this.#before = [...this.#before, this.study]
      this.#show(study, told, [])
      this.draft = draft
    } catch (error) {
      if (number === this.#asked) this.problem = whyNot(error)
    }
  }

  /** Back to the last position that can be. */
  putBack(): void {
    this.draft = this.told.position as Start
    this.problem = ''
  }

  /** What could be done after more moves of a seat. */
  async attempt(seat: number, moves: string[]): Promise<Told | null> {
    const more = moves.map((move) => ({ seat, move }))
    return this.#ask(this.study.start, [...this.line, ...more], seat).catch(() => null)
  }

  /** Find out what was seen before each move that came with a link, one after the other. */
  async learn(): Promise<void> {
    const { start, nodes } = this.study
    for (const { after, seat } of nodes) {
      if (this.study.start !== start) return
      if (!this.seenAt(after, seat)) await this.#ask(start, lineTo(nodes, after), seat ?? 'public').catch(() => null)
    }
    this.step += 1
  }

  address(): Promise<string> {
    return pack(this.study)
  }

  async #turn(study: Study, isNext: boolean): Promise<Outcome> {
    const number = ++this.#asked
    this.refusal = null
    try {
      const told = await this.#ask(study.start, lineTo(study.nodes, study.at), study.eyes)
      if (number === this.#asked) this.#show(study, told, isNext ? told.events.slice(told.since) : [])
      return { ok: true, version: 0 }
    } catch (error) {
      this.refusal = (error instanceof Refused && error.refusal) || TROUBLE
      return { ok: false, refusal: this.refusal }
    }
  }

  #show(study: Study, told: Told, events: GameEvent[]): void {
    this.study = { ...study, seat: told.seat }
    this.told = told
    this.events = events
    this.draft = told.position as Start
    this.problem = ''
    this.step += 1
  }

  async #ask(start: Start, moves: Made[], eyes: Eyes, last = this.told?.seat ?? null): Promise<Told> {
    const follow = eyes === 'actor'
    const seat = follow ? last : eyes === 'public' ? null : eyes
    const told = await api.analyse({ start, moves, seat, follow })
    this.#seen[this.#key(start, moves, told.seat)] = told
    return told
  }

  #key(start: Start, moves: Made[], seat: number | null): string {
    return JSON.stringify([start, moves, seat])
  }
}

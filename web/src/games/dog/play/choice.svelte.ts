/** What the viewer has chosen so far: a card, a value, a piece, the parts of a seven. Nothing of it is played yet. */

import { announce } from '../../../lib/announce.svelte'
import { confirms } from '../../../lib/local/prefs.svelte'
import { t } from '../../../lib/text/i18n.svelte'
import { sound } from '../../../lib/sound'
import type { Blocked } from '../../../wire/messages'
import type { Scene, View } from '../scene'
import {
  type Chosen,
  fitting,
  givenCard,
  type Hit,
  jokerValues,
  type Move,
  NOTHING,
  partnerOf,
  playable,
  movesOf,
  read,
  tap,
} from './notation'
import { add, endsOn, NO_PLAN, nextOf, type Plan, SEVEN, texts, used, viewOf, without } from './plan'

/** What pieces are called, by owner and place. */
export type Letters = Record<string, string>

export class Choice {
  chosen = $state.raw<Chosen>(NOTHING)
  /** Which of the cards in the hand is lifted; equal cards are told apart by their number. */
  lifted = $state<number | null>(null)
  plan = $state.raw<Plan>(NO_PLAN)
  /** A move that waits to be confirmed: it is drawn on the board. */
  proposed = $state.raw<Move | null>(null)
  /** Several options that lie near where the board was tapped: they are asked for by name. */
  near = $state.raw<Move[]>([])
  /** Why a card that was tapped cannot be played, piece by piece. */
  why = $state.raw<Blocked[]>([])
  /** A move that is on its way. */
  pending = $state.raw<Move | null>(null)
  /** A card that is being given. */
  giving = $state<string | null>(null)
  busy = $state(false)
  note = $state('')
  readonly #scene: () => Scene
  #basis = ''

  constructor(scene: () => Scene) {
    this.#scene = scene
  }

  get view(): View {
    return this.#scene().view
  }

  /** The board with what is planned. */
  get shown(): View {
    return viewOf(this.plan, this.view)
  }

  get moves(): Move[] {
    return this.#scene().live && !this.busy ? movesOf(this.#scene().effects) : []
  }

  get canGive(): boolean {
    return this.#scene().live && !this.busy && this.#scene().moves.some((move) => givenCard(move) !== null)
  }

  /** Which cards can be used now. */
  get usable(): string[] {
    if (this.canGive) return this.#scene().moves.map((move) => givenCard(move) ?? '')
    return this.view.left ? [] : playable(this.moves)
  }

  /** Whether a seven is being planned, or played out. */
  get isSeven(): boolean {
    return this.view.left > 0 || (this.chosen.value ?? this.chosen.card) === '7'
  }

  /** How many steps of a seven are left after what is planned. */
  get left(): number {
    return SEVEN - used(this.plan, this.view) - (this.proposed?.steps ?? 0)
  }

  get jokers(): string[] {
    return this.chosen.card === 'X' && this.chosen.value === null ? jokerValues(this.moves) : []
  }

  /** The moves among which a tap on the board chooses. */
  get options(): Move[] {
    return this.pending || this.proposed ? [] : fitting(this.#pool, this.#effective)
  }

  /** What the pieces that can move now are called where they are chosen by name. */
  get letters(): Letters {
    const moves = this.pending || this.proposed ? [] : fitting(this.#pool, { ...this.#effective, from: null, to: null })
    const letters: Letters = {}
    for (const { owner, from } of moves)
      if (from !== 'h') letters[`${owner} ${from}`] ??= String.fromCharCode(65 + Object.keys(letters).length)
    return letters
  }

  /** The moves that are drawn before they are made: the parts of a plan, and what waits to be confirmed. */
  get preview(): Move[] {
    return this.proposed ? [...this.plan.parts.map((part) => part.move), this.proposed] : []
  }

  /** The pieces of one's own side that a move would send home. */
  lossesOf(move: Move): Hit[] {
    const { seat, sides } = this.#scene()
    return seat === null ? [] : move.hits.filter(({ owner }) => owner === seat || owner === partnerOf(seat, sides))
  }

  /** The same for all that is shown before it is made. */
  get losses(): Hit[] {
    return this.preview.flatMap((move) => this.lossesOf(move))
  }

  get #pool(): Move[] {
    if (this.jokers.length || this.canGive) return []
    return this.isSeven
      ? nextOf(this.plan, this.view.left ? this.moves : fitting(this.moves, { ...this.chosen, from: null, to: null }))
      : this.moves
  }

  /** Only the first part of a joker's seven is written as the joker's. */
  get #effective(): Chosen {
    const goesOn = this.isSeven && (this.plan.parts.length > 0 || this.view.left > 0)
    return goesOn ? { ...this.chosen, card: '7', value: '7' } : this.chosen
  }

  /** Whether there is something to take back. */
  get isBegun(): boolean {
    return !this.busy && (this.chosen !== NOTHING || this.plan.parts.length > 0 || this.proposed !== null || this.near.length > 0)
  }

  /** A card of the hand was tapped. */
  card(card: string, index: number): void {
    if (!this.#scene().live || this.busy) return
    if (this.lifted === index) return this.reset()
    this.reset()
    if (!this.usable.includes(card)) {
      if (this.moves.length || this.canGive) {
        this.#say(t(this.view.left ? 'dog.note.seven' : 'dog.note.none', { card: t(`dog.card.${card}`) }))
        void this.#explain(card)
      }
      return
    }
    sound('card')
    this.lifted = index
    this.chosen = { ...NOTHING, card, value: card === 'X' && !this.canGive ? null : card }
    if (this.jokers.length === 1) this.value(this.jokers[0]!)
    else this.#proposeOnly()
  }

  /** Ask why a card cannot be played. */
  async #explain(card: string): Promise<void> {
    const basis = this.#basis
    const answer = await this.#scene().attempt?.([])
    if (basis === this.#basis && this.lifted === null) this.why = answer?.blocked.filter(({ move }) => read(move)?.card === card) ?? []
  }

  /** What a joker should be. */
  value(value: string): void {
    this.chosen = { ...this.chosen, value }
    this.#proposeOnly()
  }

  /** Where moves are confirmed, the only one that there is need not be chosen before. */
  #proposeOnly(): void {
    const [only, ...others] = this.options
    if (only && !others.length && !this.isSeven && confirms()) void this.#propose(only)
  }

  give(): void {
    const { card } = this.chosen
    if (card === null || !this.canGive) return
    this.giving = card
    void this.#send([`give ${card}`])
  }

  /** A place on the board was tapped. */
  place(place: string, owner: number): void {
    const isOption = this.options.some((move) => move.from === place || move.to === place)
    const planned = isOption ? -1 : endsOn(this.plan, owner, place)
    if (planned >= 0) return this.takeBack(planned)
    const { chosen, move } = tap(this.#pool, this.#effective, place)
    this.chosen = { ...this.chosen, from: chosen.from, to: chosen.to }
    this.near = []
    this.note = ''
    if (move) void this.make(move)
    else sound('tick')
  }

  /** The board was tapped where several options are near. */
  narrow(options: Move[]): void {
    sound('tick')
    this.near = options
  }

  /** Take back a half-made choice: the move that waits, the last part, the piece, the value, then the card. */
  back(): void {
    if (this.busy) return
    const { from, to, value } = this.chosen
    const narrowed = this.near.length > 0
    this.near = []
    if (this.proposed) this.#reconsider()
    else if (narrowed) return
    else if (from !== null || to !== null) this.chosen = { ...this.chosen, from: null, to: null }
    else if (this.plan.parts.length) this.takeBack(this.plan.parts.length - 1)
    else if (this.chosen.card === 'X' && value !== null && jokerValues(this.moves).length > 1 && !this.canGive)
      this.chosen = { ...this.chosen, value: null }
    else this.reset()
  }

  /** Not this move. If it was the only one, the card goes back, too. */
  #reconsider(): void {
    this.proposed = null
    this.chosen = { ...this.chosen, to: null }
    if (this.options.length === 1) this.chosen = { ...this.chosen, from: null }
    if (!this.plan.parts.length && this.options.length === 1) this.reset()
  }

  takeBack(part: number): void {
    this.plan = without(this.plan, part)
    this.proposed = null
    this.near = []
    this.chosen = { ...this.chosen, from: null, to: null }
    this.#say(t('dog.note.taken'))
  }

  reset(): void {
    this.chosen = NOTHING
    this.lifted = null
    this.plan = NO_PLAN
    this.proposed = null
    this.near = []
    this.why = []
    this.pending = null
    this.giving = null
    this.note = ''
  }

  /** Something was told: if it changed what can be done, half-made choices are gone. */
  settle(): void {
    const { moves } = this.#scene()
    const basis = [this.view.round, this.view.left, ...moves].join()
    if (this.busy || basis === this.#basis) return
    this.#basis = basis
    this.reset()
  }

  /** Make a move, or plan it if it is a part of a seven. */
  async make(move: Move): Promise<void> {
    const { attempt } = this.#scene()
    this.near = []
    if (!this.isSeven || !attempt) return this.#propose(move)
    const basis = this.#basis
    this.pending = move
    sound('step')
    const answer = await attempt(texts(this.plan, [move]))
    if (basis !== this.#basis || this.pending !== move) return
    this.pending = null
    this.chosen = { ...this.chosen, from: null, to: null }
    if (!answer) return this.#say(t('dog.note.later'))
    const plan = add(this.plan, move, answer)
    if (plan) this.plan = plan
    else await this.#propose(move)
  }

  /** Show what the move does, and wait: if people want that, and always before a piece of one's own side goes home. */
  async #propose(move: Move): Promise<void> {
    this.proposed = move
    if (!confirms() && !this.losses.length) return this.confirm()
    sound('tick')
  }

  /** Make the move that waits, with all that is planned before it. */
  async confirm(): Promise<void> {
    const move = this.proposed
    if (!move) return
    this.proposed = null
    await this.#send(texts(this.plan, [move]), move)
  }

  async #send(moves: string[], pending: Move | null = null): Promise<void> {
    this.busy = true
    this.pending = pending
    sound('card')
    for (const move of moves) if (!(await this.#scene().play(move)).ok) break
    this.busy = false
    this.reset()
    this.settle()
  }

  #say(text: string): void {
    this.note = text
    announce(text)
  }
}

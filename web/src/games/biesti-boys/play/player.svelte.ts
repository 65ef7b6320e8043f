/** One person at the lifts: the cards in hand, the one that is chosen, and those that are in the air. */

import type { Scene } from '../scene'
import { announce } from '../../../lib/announce.svelte'
import { t } from '../../../lib/text/i18n.svelte'
import { sound } from '../../../lib/sound'
import type { Refusal } from '../../../wire/messages'
import { countdown } from './countdown.svelte'
import { cardsFor, laidKeys, layMove, settle, type Box, type Slot } from './logic'

/** Where things are on the screen, measured from the board's corner. */
export interface Places {
  card(key: number): Box | null
  lift(lift: number): Box | null
}

/** A card in the air: held by a finger, on its way to a lift, waiting there for the server's word, or flying back. */
export interface Flight {
  key: number
  card: string
  turned: boolean
  size: Box
  box: Box
  phase: 'held' | 'out' | 'back'
  landed: boolean
  answered: boolean
}

/** Why a card came back, shown at the lift. */
export interface Note {
  lift: number
  text: string
  rule: string | null
  turned: boolean
  id: number
}

/** So long a change of a lift counts as just now. */
const JUST_NOW = 1500
let serial = 0

export class Player {
  slots = $state.raw<(Slot | null)[]>([])
  chosen = $state<number | null>(null)
  chosenAt = 0
  aimed = $state<number | null>(null)
  flights = $state<Flight[]>([])
  note = $state.raw<Note | null>(null)
  #step = -1
  /** What could be laid before each lift changed, and when it did. */
  #before: { moves: string[]; at: number }[] = []
  #moves: string[] = []

  constructor(
    readonly scene: () => Scene,
    readonly places: Places,
    readonly turned: boolean,
  ) {}

  get live(): boolean {
    return this.scene().live && this.scene().seat !== null
  }

  get ready(): boolean {
    return this.live && countdown.left === 0
  }

  get chosenCard(): string | null {
    return this.slots.find((slot) => slot?.key === this.chosen)?.card ?? null
  }

  isInAir(key: number): boolean {
    return this.flights.some((flight) => flight.key === key)
  }

  /** Take what was told. */
  take(scene: Scene): void {
    const fresh = scene.step !== this.#step
    this.#step = scene.step
    const inAir = this.flights.map((flight) => flight.key)
    const gone = fresh ? laidKeys(this.slots, scene.events, scene.seat, inAir) : []
    this.slots = settle(this.slots, scene.view.hand ?? [], gone, () => (serial += 1))
    if (!this.slots.some((slot) => slot?.key === this.chosen)) this.chosen = null
    if (fresh) this.#remember(scene)
  }

  #remember(scene: Scene): void {
    for (const event of scene.events) {
      const lifts = event.type === 'new_board' ? [1, 2, 3, 4] : event.type === 'laid' || event.type === 'called_back' ? [event.lift] : []
      for (const lift of lifts) this.#before[lift] = { moves: this.#moves, at: performance.now() }
    }
    this.#moves = scene.moves
  }

  /** Choose a card; if a lift was pointed at before, lay it there. */
  choose(key: number): void {
    if (!this.live || this.isInAir(key)) return
    if (this.aimed !== null) return void this.lay(key, this.aimed)
    this.chosen = key
    this.chosenAt = performance.now()
    sound('step')
  }

  chooseAt(index: number): void {
    const slot = this.slots[index]
    if (slot) this.choose(slot.key)
  }

  /** A lift was pointed at: lay the chosen card, or the only one that fits. */
  point(lift: number): void {
    if (!this.ready) return
    if (this.chosen !== null) return void this.lay(this.chosen, lift)
    const cards = this.fitting(lift)
    if (cards.length === 1) void this.lay(this.slotOf(cards[0]!)!.key, lift)
    else this.aimed = this.aimed === lift || cards.length === 0 ? null : lift
  }

  /** The cards in hand that a lift takes. */
  fitting(lift: number): string[] {
    return cardsFor(this.scene().moves, lift).filter((card) => this.slotOf(card))
  }

  slotOf(card: string): Slot | undefined {
    return this.slots.find((slot): slot is Slot => slot?.card === card && !this.isInAir(slot.key))
  }

  drop(): void {
    this.chosen = null
    this.aimed = null
    this.flights = this.flights.filter((flight) => flight.phase !== 'held')
  }

  /** A finger takes a card along. */
  hold(key: number, box: Box): void {
    const held = this.flights.find((flight) => flight.key === key && flight.phase === 'held')
    const slot = this.slots.find((one) => one?.key === key)
    if (held) held.box = box
    else if (slot && !this.isInAir(key))
      this.flights.push({ key, card: slot.card, turned: this.turned, size: box, box, phase: 'held', landed: true, answered: false })
  }

  /** The finger lets go: over a lift, or not. */
  letGo(key: number, lift: number | null): void {
    const held = this.flights.find((flight) => flight.key === key && flight.phase === 'held')
    if (!held) return
    if (lift !== null && this.ready) void this.lay(key, lift)
    else this.#back(held)
  }

  /** The card flies at once; the server's word decides whether it stays. */
  async lay(key: number, lift: number): Promise<void> {
    const slot = this.slots.find((one) => one?.key === key)
    const to = this.places.lift(lift)
    if (!slot || !to || !this.ready) return
    const from = this.places.card(key) ?? to
    let flight = this.flights.find((one) => one.key === key)
    if (flight && flight.phase !== 'held') return
    if (!flight) {
      this.flights.push({ key, card: slot.card, turned: this.turned, size: from, box: from, phase: 'out', landed: false, answered: false })
      flight = this.flights.at(-1)!
    }
    Object.assign(flight, { phase: 'out', landed: false, box: to })
    const wasChosen = this.chosen === key
    this.chosen = null
    this.aimed = null
    this.note = null
    sound('card')
    const move = layMove(slot.card, lift)
    const asked = performance.now()
    const outcome = await this.scene().play(move)
    flight.answered = true
    if (outcome.ok) this.#clear()
    else {
      this.#back(flight)
      this.#explain(outcome.refusal, move, lift, asked)
      if (wasChosen && this.chosen === null && this.slots.some((one) => one?.key === key)) this.chosen = key
    }
  }

  /** A flight is where it was to go. */
  arrived(flight: Flight): void {
    flight.landed = true
    this.#clear()
  }

  draw(): void {
    if (!this.ready || !this.scene().moves.includes('draw')) return
    sound('card')
    void this.scene().play('draw')
  }

  halt(lift: number): void {
    const move = `halt ${lift}`
    if (this.ready && this.scene().moves.includes(move)) void this.scene().play(move)
  }

  #back(flight: Flight): void {
    const home = this.places.card(flight.key)
    Object.assign(flight, { phase: 'back', answered: true, landed: home === null, box: home ?? flight.box })
    this.#clear()
  }

  #clear(): void {
    this.flights = this.flights.filter((flight) => !(flight.landed && flight.answered))
  }

  #explain(refusal: Refusal, move: string, lift: number, asked: number): void {
    const isLate = typeof refusal.late_ms === 'number' || this.#changed(move, lift, asked)
    const text = t(isLate ? 'biesti-boys.note.late' : 'biesti-boys.note.no')
    this.note = { lift, text, rule: isLate ? null : (refusal.rule ?? null), turned: this.turned, id: (serial += 1) }
    if (!isLate) return
    announce(text)
    this.scene().explained?.()
  }

  /** Whether the lift changed under the finger. */
  #changed(move: string, lift: number, asked: number): boolean {
    const before = this.#before[lift]
    return before !== undefined && before.moves.includes(move) && asked - before.at <= JUST_NOW
  }
}

/**
 * Cards that lie open for a moment. The table covers them again after some seconds. The look before a round begins when the
 * seat can really look: not behind a curtain, not while the last round is still being shown.
 */

import { announce } from '../../lib/announce.svelte'
import { t } from '../../lib/i18n.svelte'
import type { GameEvent } from '../../lib/table.svelte'
import type { Scene } from '../room'
import { firstLook } from './story'
import { cardName } from './words'

const LONG = 5_000
/** As good as all of the look. */
const ENOUGH = 4_000

/** The looks that have been had: there is no second one. */
const had = new WeakSet<GameEvent>()

type Row = (string | null)[]

export class Peek {
  /** Until when cards lie open, in milliseconds of this device; null: nothing is about to be covered. */
  until = $state<number | null>(null)
  #late = $state.raw<Row | null>(null)
  #over = $state(false)
  #timer = 0
  #told = ''

  /** What is shown of the own row. */
  row(row: Row): Row {
    if (this.#late) return this.#late
    return this.#over ? row.map(() => null) : row
  }

  /** A new scene, or the table can be seen now. */
  look(scene: Scene, seat: number | null, seen: boolean): void {
    if (seat === null || !seen) return
    const ends = scene.covers === null ? null : scene.at + scene.covers * 1000
    if (scene.view.phase !== 'look') this.#late = null
    if (this.#late) return
    const deal = firstLook(scene.history)
    const own: Row = scene.view.rows[seat]
    const aided = ends === null && own.some((card) => card !== null)
    if (deal && !had.has(deal) && scene.live && scene.moves.includes('ready') && !aided) {
      had.add(deal)
      const left = ends === null ? 0 : ends - performance.now()
      if (left < ENOUGH) return this.#show(performance.now() + LONG, deal.outer as string[])
    }
    this.#show(ends, null)
    this.#tell(this.row(own), ends !== null)
  }

  #show(until: number | null, outer: string[] | null): void {
    clearTimeout(this.#timer)
    this.until = until
    this.#over = until !== null && until <= performance.now()
    this.#late = outer && [outer[0]!, null, null, outer[1]!]
    if (this.#late) this.#tell(this.#late, true)
    if (until !== null && !this.#over) this.#timer = window.setTimeout(() => this.#cover(), until - performance.now())
  }

  #cover(): void {
    this.#late = null
    this.#over = true
    this.until = null
    this.#told = ''
    announce(t('biberbande.says.covered'))
  }

  /** Say which cards lie open, once. */
  #tell(row: Row, briefly: boolean): void {
    if (!briefly) return
    const said = row.flatMap((card, i) => (card === null ? [] : [t('biberbande.says.peek', { slot: i + 1, card: cardName(card) })])).join(' ')
    if (said && said !== this.#told) setTimeout(() => announce(said, true), 400)
    this.#told = said
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

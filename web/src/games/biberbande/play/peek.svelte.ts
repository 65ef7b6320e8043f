/** Cards that lie open for a moment: the table says for how long, and they are covered here on the dot. */

import { announce } from '../../../lib/announce.svelte'
import { t } from '../../../lib/text/i18n.svelte'
import type { Scene } from '../scene'
import { cardName } from '../texts'

type Row = (string | null)[]

export class Peek {
  /** Until when cards lie open, in milliseconds of this device; null: nothing is about to be covered. */
  until = $state<number | null>(null)
  #over = $state(false)
  #timer = 0
  #told = ''

  /** What is shown of the player's row. */
  row(row: Row): Row {
    return this.#over ? row.map(() => null) : row
  }

  look(scene: Scene, seat: number): void {
    clearTimeout(this.#timer)
    const now = performance.now()
    const ends = scene.covers === null ? null : scene.at + scene.covers * 1000
    this.#over = ends !== null && ends <= now
    this.until = this.#over ? null : ends
    if (this.until !== null) this.#timer = window.setTimeout(() => this.#cover(), this.until - now)
    if (ends !== null || scene.view.phase === 'look') this.#tell(this.row(scene.view.rows[seat] ?? []))
  }

  #cover(): void {
    this.#over = true
    this.until = null
    announce(t('biberbande.says.covered'))
  }

  /** Say which cards lie open, once; after what the page says itself. */
  #tell(row: Row): void {
    const said = row
      .flatMap((card, i) => (card === null ? [] : [t('biberbande.says.peek', { slot: i + 1, card: cardName(card) })]))
      .join(' ')
    if (said && said !== this.#told) setTimeout(() => announce(said, true), 400)
    this.#told = said
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

/** What is said at a table: shown at the speaker's seat for some seconds, and counted until it was read. */

import type { Said } from './table.svelte'

const SHOWN = 6_000

export class Talk {
  /** What was said just now, the latest last. */
  fresh = $state.raw<Said[]>([])
  unread = $state(0)
  #heard: number | null = null
  #timers: number[] = []

  /** What has been said so far. `reading`: whether it can be read where everything said is listed. */
  hear(said: Said[], self: string, reading: boolean): void {
    const heard = this.#heard
    this.#heard = said.at(-1)?.version ?? heard ?? 0
    if (reading) this.unread = 0
    if (heard === null) return
    const fresh = said.filter((word) => word.version > heard)
    if (!fresh.length) return
    if (!reading) this.unread += fresh.filter((word) => word.person !== self).length
    this.fresh = [...this.fresh, ...fresh]
    this.#timers.push(window.setTimeout(() => (this.fresh = this.fresh.filter((word) => !fresh.includes(word))), SHOWN))
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer)
  }
}

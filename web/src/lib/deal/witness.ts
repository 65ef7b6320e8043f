/**
 * This browser's eyes on the deal of a table. It commits to a random part, reveals it only to a lock that it has looked at,
 * and looks again before the first card: whatever is not as it was shown is trouble, and is said loudly.
 */

import type { Lobby, ShownContribution } from '../../wire/http'
import { load, save } from '../local/storage'
import { digestOf, partCommitment, randomPart } from './hash'

/**
 * What can be wrong: our part is not in the lock, or another one in our name; the server has another secret than it had shown;
 * the digest does not fit; our part was taken and then left out; the game was dealt with another lock.
 */
export type Trouble = 'missing' | 'changed' | 'promise' | 'digest' | 'dropped' | 'switched'

export interface Reveal {
  wish: 'reveal'
  lock: string
  part: string
  commitment: string
}

interface Seen {
  round: number
  digest: string
  /** Whether the server has acknowledged our part. */
  taken: boolean
}

/** What is kept until the deal can be checked. */
export interface Kept {
  /** What the server had committed to when we came. */
  promise: string
  /** Our parts, one a round. */
  parts: string[]
  /** Whether the server knew our commitment before the lock. */
  committed: boolean
  /** The locks to which we have revealed. */
  locks: Seen[]
  trouble: Trouble | null
}

type Shown = Pick<Lobby, 'id' | 'phase' | 'settings' | 'seats' | 'places' | 'commitment' | 'lock'>

const KEY = 'tafelrunde.deal.'
const NOTHING: Kept = { promise: '', parts: [], committed: false, locks: [], trouble: null }

export class Witness {
  /** Other pages of this browser may write, too. A browser that keeps nothing remembers as long as the page is open. */
  #kept: Kept
  #sent = new Set<string>()
  #checked = ''

  constructor(readonly table: string) {
    this.#kept = { ...NOTHING, ...load<Partial<Kept>>(KEY + table, {}) }
  }

  get kept(): Kept {
    return this.#kept
  }

  #keep(change: (kept: Kept) => Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...load<Partial<Kept>>(KEY + this.table, {}) }
    this.#kept = { ...this.#kept, ...change(this.#kept) }
    save(KEY + this.table, this.#kept)
  }

  /** A table that we have opened with this part. */
  static opened(table: string, part: string): void {
    new Witness(table).#keep(() => ({ parts: [part], committed: true }))
  }

  /** What we commit to. */
  commitment(): string {
    this.#keep(({ parts }) => ({ parts: parts.length ? parts : [randomPart()] }))
    return partCommitment(this.#kept.parts.at(-1)!)
  }

  /** The server has acknowledged our commitment, before the lock. */
  committed(): void {
    this.#keep(() => ({ committed: true }))
  }

  /** The server has acknowledged our part. */
  taken(digest: string): void {
    this.#keep(({ locks }) => ({ locks: locks.map((seen) => (seen.digest === digest ? { ...seen, taken: true } : seen)) }))
  }

  /** Look at what is shown of the deal; the wish to reveal our part, if it is time for it and all is well. */
  look(lobby: Shown, person: string): Reveal | null {
    const { lock } = lobby
    if (!lock) {
      if (!this.#kept.promise) this.#keep((kept) => ({ promise: kept.promise || lobby.commitment }))
      return null
    }
    const mine = lock.contributors.find((each) => each.person === person)
    if (lobby.phase === 'dealing') return this.#reveal(lobby, mine, person)
    if (lobby.phase === 'running' && this.#checked !== lock.digest) {
      this.#checked = lock.digest
      this.#keep(({ trouble, locks }) => {
        if (trouble || !mine) return { trouble: trouble ?? this.#leftOut(lobby, person) }
        return locks.length && !locks.some((seen) => seen.digest === lock.digest) ? { trouble: 'switched' } : {}
      })
    }
    return null
  }

  #reveal(lobby: Shown, mine: ShownContribution | undefined, person: string): Reveal | null {
    const { round, digest } = lobby.lock!
    if (this.#sent.has(digest)) return null
    this.#keep(() => ({}))
    const part = this.#kept.parts.find((each) => partCommitment(each) === mine?.commitment)
    const trouble = mine ? this.#wrong(lobby, part) : this.#leftOut(lobby, person)
    if (trouble) this.#keep(() => ({ trouble }))
    if (trouble || !mine || mine.revealed || part === undefined) return null
    this.#sent.add(digest)
    const next = randomPart()
    this.#keep(({ parts, locks }) => ({
      parts: [...parts, next],
      locks: [...locks.filter((seen) => seen.digest !== digest), { round, digest, taken: false }],
    }))
    return { wish: 'reveal', lock: digest, part, commitment: partCommitment(next) }
  }

  /** What is wrong with a lock that has a part in our name. */
  #wrong(lobby: Shown, part: string | undefined): Trouble | null {
    const { promise, committed } = this.#kept
    if (part === undefined) return committed ? 'changed' : null
    if (lobby.lock!.round === 1 && promise && promise !== lobby.commitment) return 'promise'
    return digestOf(termsOf(lobby)) === lobby.lock!.digest ? null : 'digest'
  }

  /** Whether we were left out without a reason: only who does not reveal in time is. */
  #leftOut({ lock, places }: Shown, person: string): Trouble | null {
    if (!this.#kept.committed || !places.some((place) => place.person === person)) return null
    if (lock!.round === 1) return 'missing'
    return this.#kept.locks.some((seen) => seen.taken && seen.round === lock!.round - 1) ? 'dropped' : null
  }
}

function termsOf({ id, settings, seats, commitment, lock }: Shown): Parameters<typeof digestOf>[0] {
  const options = { ...settings.options, players: seats.length }
  return { table: id, game: settings.game, options, round: lock!.round, commitment, contributors: lock!.contributors }
}

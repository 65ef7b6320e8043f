/**
 * This browser's eyes on the deal of a table. It commits to a random part, reveals it only to a lock that it has looked at,
 * and looks again before the first card: whatever is not as it was shown is trouble, and is said.
 *
 * A part goes to one lock only, ever. Who has seen it could else make up another lock that fits it.
 */

import type { Lobby } from '../../wire/http'
import { load, save } from '../local/storage'
import { digestOf, partCommitment, randomPart } from './hash'

/**
 * What can be wrong: our part was never locked, or another one in our name; the server has another secret than it had shown;
 * the digest does not fit; a part is of nobody who plays; our part was taken and then left out; there is another lock than the
 * one we revealed to. `late`: our part is not in the deal, and may not have come in time.
 */
export type Trouble = 'missing' | 'changed' | 'promise' | 'digest' | 'invented' | 'dropped' | 'switched' | 'late'

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
  /** Our parts: the first for round 1, and with every part that was revealed one for the next round. */
  parts: string[]
  /** Whether the server knew our commitment before the lock. */
  committed: boolean
  /** Whether we had a place when we last looked before the game. */
  seated: boolean
  /** Whether we only watched when the game began: then our part is not in the deal, and need not be. */
  watched: boolean
  /** The locks to which we have revealed, one a round. */
  locks: Seen[]
  trouble: Trouble | null
}

type Shown = Pick<Lobby, 'id' | 'phase' | 'settings' | 'seats' | 'places' | 'commitment' | 'lock'>
type Locked = Shown & { lock: NonNullable<Shown['lock']> }

const KEY = 'tafelrunde.deal.'
const NOTHING: Kept = { promise: '', parts: [], committed: false, seated: false, watched: false, locks: [], trouble: null }

export class Witness {
  /** Other pages of this browser may write, too. A browser that keeps nothing remembers as long as the page is open. */
  #kept: Kept
  #sent = new Set<string>()
  #checked: string | null = null

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

  /** We have left the table, and our commitment with us. */
  left(): void {
    this.#keep(() => ({ committed: false, seated: false }))
  }

  /** The server has acknowledged our part. */
  taken(digest: string): void {
    this.#keep(({ locks }) => ({ locks: locks.map((seen) => (seen.digest === digest ? { ...seen, taken: true } : seen)) }))
  }

  /** Look at what is shown of the deal; the wish to reveal our part, if it is time for it and all is well. */
  look(lobby: Shown, person: string): Reveal | null {
    if (lobby.phase === 'open') this.#remember(lobby, person)
    else if (lobby.phase !== 'dealing') this.#lookAgain(lobby, person)
    else if (isLocked(lobby)) return this.#reveal(lobby, person)
    return null
  }

  /** What is so before the lock. */
  #remember(lobby: Shown, person: string): void {
    const seated = hasPlace(lobby, person)
    if (this.#kept.promise && this.#kept.seated === seated) return
    this.#keep(({ promise }) => ({ promise: promise || lobby.commitment, seated }))
  }

  /** Our part for this lock. If we have to say it again, we say the same. */
  #reveal(lobby: Locked, person: string): Reveal | null {
    const { round, digest, contributors } = lobby.lock
    if (this.#sent.has(digest)) return null
    this.#keep(({ seated }) => ({ seated: seated || hasPlace(lobby, person) }))
    const trouble = this.#wrong(lobby, person)
    if (trouble) this.#say(trouble)
    const mine = contributors.find((each) => each.person === person)
    const part = this.#kept.parts[round - 1]
    if (trouble || !mine || mine.revealed || part === undefined || partCommitment(part) !== mine.commitment) return null
    this.#sent.add(digest)
    this.#keep(({ parts, locks }) => ({
      parts: parts.length > round ? parts : [...parts, randomPart()],
      locks: locks.some((seen) => seen.digest === digest) ? locks : [...locks, { round, digest, taken: false }],
    }))
    return { wish: 'reveal', lock: digest, part, commitment: partCommitment(this.#kept.parts[round]!) }
  }

  /** What is wrong with a lock. */
  #wrong(lobby: Locked, person: string): Trouble | null {
    const { promise, committed, parts, locks } = this.#kept
    const { round, digest, contributors } = lobby.lock
    if (locks.some((seen) => seen.round >= round && seen.digest !== digest)) return 'switched'
    const mine = contributors.find((each) => each.person === person)
    if (!mine) return this.#leftOut(lobby, person)
    const part = parts[round - 1]
    if (part === undefined || partCommitment(part) !== mine.commitment) return committed ? 'changed' : null
    if (round === 1 && promise && promise !== lobby.commitment) return 'promise'
    if (!areThere(lobby)) return 'invented'
    return digestOf(termsOf(lobby)) === digest ? null : 'digest'
  }

  /** The game is dealt: was it with the last lock that we revealed to, and with our part? */
  #lookAgain(lobby: Shown, person: string): void {
    const dealt = lobby.lock?.digest
    const now = `${dealt} ${hasPlace(lobby, person)}`
    if (this.#checked === now || !(this.#kept.committed || this.#kept.locks.length)) return
    this.#checked = now
    this.#keep(({ seated, watched }) => ({ watched: watched || !(seated || hasPlace(lobby, person)) }))
    const mine = lobby.lock?.contributors.find((each) => each.person === person)
    if (!mine) return this.#say(this.#leftOut(lobby, person))
    const { committed, parts, locks } = this.#kept
    if (locks.at(-1)?.digest === dealt) return
    const isOurs = locks.length > 0 || parts.some((part) => partCommitment(part) === mine.commitment)
    if (isOurs || committed) this.#say(isOurs ? 'switched' : 'changed')
  }

  /** Why our part is not in a lock; null if nobody expects it there. */
  #leftOut({ lock, places }: Shown, person: string): Trouble | null {
    const { committed, seated, watched, locks } = this.#kept
    if (!committed || watched || !hasPlace({ places }, person)) return null
    if (lock === null || (seated && lock.round === 1)) return 'missing'
    return locks.some((seen) => seen.taken && seen.round === lock.round - 1) ? 'dropped' : 'late'
  }

  /** The first that is wrong is what is said, but being late is not wrong. */
  #say(trouble: Trouble | null): void {
    this.#keep((kept) => ({ trouble: kept.trouble && kept.trouble !== 'late' ? kept.trouble : (trouble ?? kept.trouble) }))
  }
}

function isLocked(lobby: Shown): lobby is Locked {
  return lobby.lock !== null
}

function hasPlace({ places }: Pick<Shown, 'places'>, person: string): boolean {
  return places.some((place) => place.person === person)
}

/** Whether every part is of a person who plays at that seat, and of each only one. */
function areThere({ lock, places, seats }: Locked): boolean {
  const people = new Set(lock.contributors.map(({ person }) => person))
  return people.size === lock.contributors.length && lock.contributors.every(({ person, seat }) => places[seats[seat]!]?.person === person)
}

function termsOf({ id, settings, seats, commitment, lock }: Locked): Parameters<typeof digestOf>[0] {
  const options = { ...settings.options, players: seats.length }
  return { table: id, game: settings.game, options, round: lock.round, commitment, contributors: lock.contributors }
}

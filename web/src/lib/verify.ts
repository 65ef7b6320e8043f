/** Was the deal fair? What docs/protocol.md says, done here, with what this browser kept. */

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

export interface Deal {
  secret: string
  parts: string[]
}

export interface Checks {
  /** The secret is the one that was promised before the deal. null: this browser was not there then. */
  promise: boolean | null
  /** This browser's part is in the deal. null: there is none. */
  part: boolean | null
  /** The seed of the record follows from the secret and the parts. */
  seed: boolean
}

/** Browsers have it themselves only on secure pages, and a table at home is often not one. */
function hash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}

export function check(deal: Deal, seed: bigint, promised: string | null, part: string | null): Checks {
  return {
    promise: promised === null ? null : hash(`tafelrunde commitment ${deal.secret}`) === promised,
    part: part === null ? null : deal.parts.includes(part),
    seed: seedOf(deal) === seed,
  }
}

/** The first 16 bytes of the hash, as a number. */
export function seedOf(deal: Deal): bigint {
  return BigInt(`0x${hash(['tafelrunde seed', deal.secret, ...deal.parts].join('\n')).slice(0, 32)}`)
}

/** The seed in a record as it came: it has more digits than a number in JavaScript. */
export function seedIn(record: string): bigint {
  return BigInt(/"seed":\s*(\d+)/.exec(record)?.[1] ?? -1)
}

const KEY = 'tafelrunde.promise.'

/** Keep what the server promised before the deal: the first word counts. */
export function keepPromise(table: string, commitment: string): void {
  try {
    if (!localStorage.getItem(KEY + table)) localStorage.setItem(KEY + table, commitment)
  } catch {
    // Then it cannot be checked afterwards.
  }
}

export function promised(table: string): string | null {
  return localStorage.getItem(KEY + table)
}

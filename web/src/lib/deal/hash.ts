/** How a deal that nobody can choose is made: the same hashes as in docs/protocol.md. */

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Of the protocol of the deal. */
export const VERSION = 1

/** All that the digest of a lock binds; people are named by their seats. */
export interface LockTerms {
  table: string
  game: string
  options: object
  round: number
  /** The server's. */
  commitment: string
  contributors: { seat: number; commitment: string }[]
}

/** Browsers have it themselves only on secure pages, and a table at home is often not one. */
function hash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)))
}

export function randomPart(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(16)))
}

export function secretCommitment(secret: string): string {
  return hash(`tafelrunde ${VERSION} secret ${secret}`)
}

export function partCommitment(part: string): string {
  return hash(`tafelrunde ${VERSION} part ${part}`)
}

export function digestOf({ table, game, options, round, commitment, contributors }: LockTerms): string {
  const bound = contributors.map((each) => ({ seat: each.seat, commitment: each.commitment }))
  return hash(`tafelrunde ${VERSION} lock ${sorted({ version: VERSION, table, game, options, round, commitment, contributors: bound })}`)
}

/** The first 16 bytes of the hash, as a number. */
export function seedOf(digest: string, secret: string, parts: string[]): bigint {
  return BigInt(`0x${hash([`tafelrunde ${VERSION} seed`, digest, secret, ...parts].join('\n')).slice(0, 32)}`)
}

/** JSON with sorted keys and no spaces. */
export function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${sorted(each)}`).join()}}`
}

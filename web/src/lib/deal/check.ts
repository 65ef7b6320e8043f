/** Was the deal fair? What docs/protocol.md says, done here, with what this browser kept. */

import type { Record as GameRecord, Round } from '../../wire/http'
import { digestOf, partCommitment, secretCommitment, seedOf } from './hash'
import type { Kept } from './witness'

export interface Checks {
  /** The lock is the one that this browser saw before the deal. null: it saw none. */
  lock: boolean | null
  /** This browser's part is in the deal. null: it has contributed none. */
  part: boolean | null
  /** The secret and all parts are those that were committed to. */
  commitments: boolean
  /** Rounds were repeated only where a part was missing, without whoever had failed, and with everything fresh. */
  rounds: boolean
  /** The seed of the record follows from the lock, the secret and all parts. */
  seed: boolean
}

export function check(record: GameRecord, seed: bigint, kept: Kept): Checks {
  const rounds = record.deal.rounds
  const last = rounds.at(-1)!
  const parts = last.contributors.map((each) => each.part ?? '')
  const { table, game, options } = record
  const digests = rounds.map(({ commitment, contributors }, i) =>
    digestOf({ table, game, options, round: i + 1, commitment, contributors }),
  )
  const seen = kept.locks.at(-1)
  return {
    lock: seen ? digests[seen.round - 1] === seen.digest : null,
    part: seen ? inDeal(seen, rounds.length, parts, kept.parts) : null,
    commitments: rounds.every(
      ({ secret, commitment, contributors }) =>
        secretCommitment(secret) === commitment &&
        contributors.every((each) => each.part === null || partCommitment(each.part) === each.commitment),
    ),
    rounds: last.contributors.every(({ part }) => part !== null) && rounds.slice(1).every((round, i) => isRepeated(rounds[i]!, round)),
    seed: seedOf(digests.at(-1)!, last.secret, parts) === seed,
  }
}

/** Whether one of our parts is in the last round; null if this device did not reveal in time. */
function inDeal(seen: Kept['locks'][number], rounds: number, parts: string[], own: string[]): boolean | null {
  if (seen.round < rounds) return seen.taken ? false : null
  return own.some((part) => parts.includes(part))
}

/** Whether a round was repeated for a reason: without whoever had failed, and with everything fresh. */
function isRepeated(before: Round, after: Round): boolean {
  const stayed = new Map(before.contributors.flatMap(({ seat, commitment, part }) => (part === null ? [] : [[seat, commitment]])))
  return (
    stayed.size < before.contributors.length &&
    before.secret !== after.secret &&
    after.contributors.every(({ seat, commitment }) => stayed.has(seat) && stayed.get(seat) !== commitment)
  )
}

/** The seed in a record as it came: it has more digits than a number in JavaScript. */
export function seedIn(record: string): bigint {
  return BigInt(/"seed":\s*(\d+)/.exec(record)?.[1] ?? -1)
}

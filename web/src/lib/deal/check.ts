/** Was the deal fair? What docs/protocol.md says, done here, with what this browser kept. */

import type { Record as GameRecord, Round } from '../../wire/http'
import { digestOf, partCommitment, secretCommitment, seedOf } from './hash'
import type { Kept } from './witness'

export interface Checks {
  /** All locks that this browser revealed to are those of the record. null: there were none. */
  lock: boolean | null
  /** This browser's part is in the deal. null: it has contributed none, or it may have come too late. */
  part: boolean | null
  /** The secret and all parts are those that were committed to. */
  commitments: boolean
  /** Rounds were repeated only where a part was missing, with everybody else, and with nothing used twice. */
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
  return {
    lock: isAsSeen(rounds, digests, kept),
    part: inDeal(rounds, kept),
    commitments: rounds.every(
      ({ secret, commitment, contributors }) =>
        secretCommitment(secret) === commitment &&
        contributors.every((each) => each.part === null || partCommitment(each.part) === each.commitment),
    ),
    rounds:
      last.contributors.every(({ part }) => part !== null) &&
      areDistinct(rounds.map(({ secret }) => secret)) &&
      areDistinct(rounds.flatMap(({ contributors }) => contributors.map(({ commitment }) => commitment))) &&
      rounds.slice(1).every((round, i) => isRepeated(rounds[i]!, round)),
    seed: seedOf(digests.at(-1)!, last.secret, parts) === seed,
  }
}

/** Whether the server's first secret and every lock that we revealed to are in the record; null if we saw no lock. */
function isAsSeen(rounds: Round[], digests: string[], { promise, locks }: Kept): boolean | null {
  if (promise && promise !== rounds[0]?.commitment) return false
  return locks.length ? locks.every(({ round, digest }) => digests[round - 1] === digest) : null
}

/** Whether our part is in the last round; null if this device did not reveal in time. What was acknowledged must be there. */
function inDeal(rounds: Round[], { locks, parts }: Kept): boolean | null {
  const isIn = (round: number) => rounds[round - 1]?.contributors.some(({ part }) => part === parts[round - 1]) ?? false
  const last = locks.at(-1)
  if (!last) return null
  if (locks.some(({ round, taken }) => taken && !isIn(round))) return false
  return last.round < rounds.length ? (last.taken ? false : null) : isIn(last.round)
}

/** Whether a round was repeated for a reason: a part was missing, and everybody else is there again. */
function isRepeated(before: Round, after: Round): boolean {
  const stayed = before.contributors.filter(({ part }) => part !== null).map(({ seat }) => seat)
  const seats = new Set(after.contributors.map(({ seat }) => seat))
  return stayed.length < before.contributors.length && seats.size === stayed.length && stayed.every((seat) => seats.has(seat))
}

function areDistinct(values: string[]): boolean {
  return new Set(values).size === values.length
}

/** The seed in a record as it came: it has more digits than a number in JavaScript. */
export function seedIn(record: string): bigint {
  return BigInt(/"seed":\s*(\d+)/.exec(record)?.[1] ?? -1)
}

import { beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { Lobby, Record as GameRecord } from '../../wire/http'
import { check, seedIn } from './check'
import { digestOf, partCommitment, secretCommitment, seedOf, sorted } from './hash'
import { Witness, type Kept } from './witness'

/** Any name will do: nothing here is of one game. */
const GAME = 'some-game'

const SECRET = '5ec4e7'.padEnd(32, '0')
const ME = 'me'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

test('the hashes are those of the server', () => {
  expect(secretCommitment('00')).toBe('289dcde58de684f156de0d455cd6f3ccaaa96a7c794d49c7d8f287311d898676')
  expect(partCommitment('00')).toBe('d5c9fb76dc2c574b2538cce87a752afcf3214d878f20b6394ffb5f648370664a')
  expect(seedOf('d', '00', ['a', 'b'])).toBe(64564492782555053439605488455896765696n)
  expect(sorted({ b: [1, null, 'ä'], a: { d: true, c: 'x' } })).toBe('{"a":{"c":"x","d":true},"b":[1,null,"ä"]}')
  expect(seedIn('{"seed": 64564492782555053439605488455896765696, "x": 1}')).toBe(64564492782555053439605488455896765696n)
})

interface Told {
  phase?: Lobby['phase']
  round?: number
  secret?: string
  /** What is locked in our name; null: nothing. */
  mine?: string | null
  revealed?: boolean
  digest?: string
  /** What the other one has committed to, who they are said to be, and their seat. */
  other?: Partial<{ person: string; seat: number; commitment: string }>
  /** The places at the table. */
  places?: object[]
}

const PLACES = [{ kind: 'person', person: ME }, { kind: 'person', person: 'other' }, { kind: 'bot' }]

/** The lobby as the server shows it from the lock on: we sit at the first seat, somebody else at the second. */
function lobby({ phase = 'dealing', round = 1, secret = SECRET, mine = null, revealed = false, digest, ...more }: Told): Lobby {
  const contributors = [
    ...(mine === null ? [] : [{ person: ME, seat: 0, commitment: mine, revealed }]),
    { person: 'other', seat: 1, commitment: partCommitment('other'), revealed: false, ...more.other },
  ]
  const commitment = secretCommitment(secret)
  const options = { players: 3, rings: [4, 4, 4] }
  const bound = digestOf({ table: 't', game: GAME, options, round, commitment, contributors })
  const lock = { round, digest: digest ?? bound, contributors }
  return {
    id: 't',
    phase,
    settings: { game: GAME, options: { rings: [4, 4, 4] } },
    seats: [0, 1, 2],
    places: more.places ?? PLACES,
    commitment,
    lock,
  } as unknown as Lobby
}

/** Somebody who has come to the table and committed. */
function come(): { witness: Witness; mine: string } {
  const witness = new Witness('t')
  witness.look({ ...lobby({}), phase: 'open', lock: null }, ME)
  const mine = witness.commitment()
  witness.committed()
  return { witness, mine }
}

describe('somebody who looks', () => {
  it('reveals once, to the lock that was shown, with a fresh commitment', () => {
    const { witness, mine } = come()
    const told = lobby({ mine })
    const reveal = witness.look(told, ME)!
    expect(partCommitment(reveal.part)).toBe(mine)
    expect([reveal.lock, reveal.commitment === mine]).toEqual([told.lock!.digest, false])
    expect(witness.look(told, ME)).toBeNull()
    witness.taken(reveal.lock)
    witness.look(lobby({ mine, phase: 'running', revealed: true }), ME)
    expect(witness.kept).toMatchObject({ trouble: null, locks: [{ round: 1, digest: reveal.lock, taken: true }] })
  })

  it('goes on after the page was loaded again, and takes part in a new round', () => {
    const { mine } = come()
    const again = new Witness('t')
    const reveal = again.look(lobby({ mine }), ME)!
    const next = again.look(lobby({ round: 2, secret: 'f'.repeat(32), mine: reveal.commitment }), ME)!
    expect(partCommitment(next.part)).toBe(reveal.commitment)
    expect(again.kept.trouble).toBeNull()
  })

  it('says nothing about a table at which it only watches, or has not been before', () => {
    const witness = new Witness('t')
    expect(witness.look(lobby({ mine: 'x' }), ME)).toBeNull()
    expect(witness.look(lobby({ phase: 'running' }), 'somebody')).toBeNull()
    expect(witness.kept.trouble).toBeNull()
  })

  it('keeps its part from a lock that is not as it was shown', () => {
    const wrong: [Told, string][] = [
      [{ mine: null }, 'missing'],
      [{ mine: partCommitment('forged') }, 'changed'],
      [{ secret: 'f'.repeat(32) }, 'promise'],
      [{ digest: '0'.repeat(64) }, 'digest'],
      [{ other: { seat: 2 } }, 'invented'],
      [{ other: { person: 'bot', seat: 2 } }, 'invented'],
      [{ other: { person: ME, seat: 0 } }, 'invented'],
    ]
    for (const [told, trouble] of wrong) {
      localStorage.setItem('tafelrunde.deal.t', '{}')
      const { witness, mine } = come()
      expect(witness.look(lobby({ mine, ...told }), ME), trouble).toBeNull()
      expect(witness.kept.trouble).toBe(trouble)
      expect(new Witness('t').kept.trouble, 'and remembers it').toBe(trouble)
    }
  })

  it('says when its part is not in the deal, loudly if it was taken', () => {
    const { witness, mine } = come()
    const { lock } = witness.look(lobby({ mine }), ME)!
    witness.look(lobby({ round: 2 }), ME)
    expect(witness.kept.trouble).toBe('late')
    witness.taken(lock)
    witness.look(lobby({ round: 2, phase: 'running' }), ME)
    expect(witness.kept.trouble).toBe('dropped')
  })

  it('says at the first card, too, that its part did not come or was never asked for', () => {
    const dealt: [Lobby, string][] = [
      [lobby({ round: 2, phase: 'running' }), 'late'],
      [lobby({ round: 2, phase: 'over' }), 'late'],
      [lobby({ phase: 'running' }), 'missing'],
      [{ ...lobby({ phase: 'running' }), lock: null }, 'missing'],
      [{ ...lobby({ phase: 'over' }), lock: null }, 'missing'],
    ]
    for (const [told, trouble] of dealt) {
      localStorage.setItem('tafelrunde.deal.t', '{}')
      const { witness } = come()
      witness.look(told, ME)
      expect(witness.kept.trouble).toBe(trouble)
    }
    localStorage.setItem('tafelrunde.deal.t', '{}')
    const { witness, mine } = come()
    witness.look(lobby({ mine, revealed: true, phase: 'running' }), ME)
    expect(witness.kept.trouble, 'said to have been revealed').toBe('switched')
  })

  it('says nothing if it has left, or had no place before the game and takes one later', () => {
    const away = [{ kind: 'bot' }, ...PLACES.slice(1)]
    const left = come().witness
    left.left()
    left.look(lobby({ phase: 'running' }), ME)
    expect(left.kept.trouble).toBeNull()
    localStorage.setItem('tafelrunde.deal.t', '{}')
    const { witness } = come()
    witness.look({ ...lobby({ places: away }), phase: 'open', lock: null }, ME)
    witness.look(lobby({ places: away }), ME)
    witness.look(lobby({ places: away, phase: 'running' }), ME)
    for (const later of [witness, new Witness('t')]) {
      later.look(lobby({ phase: 'running' }), ME)
      expect(later.kept.trouble).toBeNull()
    }
  })

  it('is not talked out of it by a moment without a place', () => {
    const away = [{ kind: 'bot' }, ...PLACES.slice(1)]
    const { witness } = come()
    witness.look(lobby({ places: away }), ME)
    witness.look(lobby({ places: away, phase: 'running' }), ME)
    expect(witness.kept.trouble).toBeNull()
    witness.look(lobby({ phase: 'running' }), ME)
    expect(witness.kept.trouble).toBe('missing')
  })

  it('notices before the first card that another lock was used', () => {
    const { witness, mine } = come()
    witness.look(lobby({ mine }), ME)
    witness.look(lobby({ mine, secret: 'f'.repeat(32), phase: 'running' }), ME)
    expect(witness.kept.trouble).toBe('switched')
  })
})

describe('a part goes to one lock only', () => {
  const forged = { commitment: partCommitment('ground') }

  it('whoever shows another lock of the same round is told nothing', () => {
    const { witness, mine } = come()
    const first = witness.look(lobby({ mine }), ME)!
    witness.taken(first.lock)
    for (const other of [witness, new Witness('t')]) {
      expect(other.look(lobby({ mine, other: forged }), ME)).toBeNull()
      expect(other.look(lobby({ mine: first.commitment, other: forged }), ME), 'not the next part, either').toBeNull()
      expect(other.kept.trouble).toBe('switched')
    }
    expect(witness.kept.locks.map(({ digest }) => digest)).toEqual([first.lock])
  })

  it('nor whoever falls back to an earlier round', () => {
    const { witness, mine } = come()
    const first = witness.look(lobby({ mine }), ME)!
    expect(witness.look(lobby({ round: 2, secret: 'f'.repeat(32), mine: first.commitment }), ME)).not.toBeNull()
    witness.look({ ...lobby({}), phase: 'open', lock: null }, ME)
    expect(witness.look(lobby({ mine, other: forged }), ME)).toBeNull()
    expect(witness.kept.trouble).toBe('switched')
  })

  it('nor whoever locks an old commitment in a new round', () => {
    const { witness, mine } = come()
    const first = witness.look(lobby({ mine }), ME)!
    expect(witness.look(lobby({ round: 2, mine }), ME), 'that of round 1').toBeNull()
    expect(witness.kept.trouble).toBe('changed')
    localStorage.setItem('tafelrunde.deal.t', JSON.stringify({ ...witness.kept, trouble: null }))
    const again = new Witness('t')
    again.look(lobby({ round: 2, mine: first.commitment }), ME)
    expect(again.kept.trouble).toBeNull()
    expect(again.look(lobby({ round: 3, mine }), ME), 'nor in round 3').toBeNull()
    expect(again.kept.trouble).toBe('changed')
  })

  it('nor whoever leaves out a round', () => {
    const { witness, mine } = come()
    const first = witness.look(lobby({ mine }), ME)!
    expect(witness.look(lobby({ round: 3, mine: first.commitment }), ME)).toBeNull()
    expect(witness.kept.trouble).toBe('changed')
  })

  it('what is said again to the same lock is the same', () => {
    const { witness, mine } = come()
    const said = witness.look(lobby({ mine }), ME)
    expect(new Witness('t').look(lobby({ mine }), ME)).toEqual(said)
  })

  it('and the game must be dealt with the last of them', () => {
    const { witness, mine } = come()
    const first = witness.look(lobby({ mine }), ME)!
    witness.look(lobby({ round: 2, mine: first.commitment }), ME)
    witness.look(lobby({ mine, phase: 'running' }), ME)
    expect(witness.kept.trouble).toBe('switched')
  })
})

const round = (secret: string, ...parts: (string | null)[]) => ({
  secret,
  commitment: secretCommitment(secret),
  contributors: parts.map((part, seat) => ({ seat, commitment: partCommitment(part ?? 'kept back'), part })),
})

function recorded(...rounds: ReturnType<typeof round>[]): { record: GameRecord; seed: bigint; digests: string[] } {
  const record = { table: 't', game: GAME, options: { players: 4 }, deal: { rounds } } as unknown as GameRecord
  const digests = rounds.map((each, i) => digestOf({ table: 't', game: GAME, options: { players: 4 }, round: i + 1, ...each }))
  const { secret, contributors } = rounds.at(-1)!
  return {
    record,
    digests,
    seed: seedOf(
      digests.at(-1)!,
      secret,
      contributors.map(({ part }) => part ?? ''),
    ),
  }
}

const kept = (digest: string, more: Partial<Kept> = {}): Kept => ({
  promise: '',
  parts: ['mine'],
  committed: true,
  seated: true,
  watched: false,
  locks: [{ round: 1, digest, taken: true }],
  trouble: null,
  ...more,
})
const GOOD = { lock: true, part: true, commitments: true, rounds: true, seed: true }

describe('a record', () => {
  const { record, seed, digests } = recorded(round('a', 'mine', 'theirs'))

  it('is believed if all is well, and says what it cannot know', () => {
    expect(check(record, seed, kept(digests[0]!))).toEqual(GOOD)
    expect(check(record, seed, kept('', { locks: [] }))).toEqual({ ...GOOD, lock: null, part: null })
  })

  it('is not believed if anything was changed', () => {
    expect(check(record, seed + 1n, kept(digests[0]!))).toEqual({ ...GOOD, seed: false })
    expect(check(record, seed, kept('0'.repeat(64)))).toEqual({ ...GOOD, lock: false })
    expect(check(record, seed, kept(digests[0]!, { parts: ['another'] }))).toEqual({ ...GOOD, part: false })
    const other = recorded({ ...round('a', 'mine', 'theirs'), secret: 'b' })
    expect(check(other.record, other.seed, kept(other.digests[0]!))).toEqual({ ...GOOD, commitments: false })
  })

  it('may have rounds that were repeated, for a reason', () => {
    const fine = recorded(round('a', 'old', null), round('b', 'mine'))
    const seen = [{ round: 2, digest: fine.digests[1]!, taken: true }]
    const ours = { parts: ['old', 'mine', 'next'], locks: seen }
    expect(check(fine.record, fine.seed, kept('', ours))).toEqual(GOOD)
    const late = { round: 1, digest: fine.digests[0]!, taken: false }
    expect(check(fine.record, fine.seed, kept('', { locks: [late] })).part).toBeNull()
    expect(check(fine.record, fine.seed, kept('', { locks: [{ ...late, taken: true }] })).part).toBe(false)
    const before = { round: 1, digest: '0'.repeat(64), taken: true }
    expect(check(fine.record, fine.seed, kept('', { ...ours, locks: [before, ...seen] }))).toEqual({ ...GOOD, lock: false })
    const beyond = { round: 3, digest: '0'.repeat(64), taken: false }
    expect(check(fine.record, fine.seed, kept('', { ...ours, locks: [...seen, beyond] })).lock).toBe(false)
    expect(check(fine.record, fine.seed, kept('', { ...ours, promise: 'another' })).lock).toBe(false)
    const kept1 = { round: 1, digest: fine.digests[0]!, taken: true }
    expect(check(fine.record, fine.seed, kept('', { ...ours, parts: ['gone', 'mine'], locks: [kept1, ...seen] })).part).toBe(false)
    for (const rounds of [
      [round('a', 'old', 'theirs'), round('b', 'mine')],
      [round('a', 'mine', null), round('b', 'mine')],
      [round('a', 'old', null), round('a', 'mine')],
      [round('a', 'old', null), round('b', 'mine', 'theirs')],
      [round('a', 'old', null), round('b', null)],
      [round('a', 'old', 'theirs', null), round('b', 'mine')],
      [round('a', 'old', 'theirs', null), round('b', 'theirs', 'old')],
      [round('a', 'old', 'old')],
      [round('a', 'old', 'x', null), round('b', 'y', null), round('c', 'old')],
      [round('a', 'old', 'x', null), round('b', 'y', null), round('a', 'z')],
    ]) {
      const wrong = recorded(...rounds)
      expect(check(wrong.record, wrong.seed, kept('', { locks: [] })).rounds).toBe(false)
    }
  })
})

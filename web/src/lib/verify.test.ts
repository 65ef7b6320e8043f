import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { check, seedIn, seedOf } from './verify'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const DEAL = { secret: 'f00d', parts: ['5f0c', 'abcd'] }
const SEED = BigInt(`0x${hash('tafelrunde seed\nf00d\n5f0c\nabcd').slice(0, 32)}`)
const PROMISE = hash('tafelrunde commitment f00d')

it('finds the seed', () => expect(seedOf(DEAL)).toBe(SEED))
it('reads a seed of many digits', () => expect(seedIn(`{"game":"chess","seed":${SEED},"moves":[]}`)).toBe(SEED))
it('is content with a fair deal', () => expect(check(DEAL, SEED, PROMISE, 'abcd')).toEqual({ promise: true, part: true, seed: true }))
it('notices another secret', () =>
  expect(check({ ...DEAL, secret: 'beef' }, SEED, PROMISE, 'abcd')).toEqual({ promise: false, part: true, seed: false }))
it('notices a part that was left out', () =>
  expect(check({ ...DEAL, parts: ['5f0c'] }, SEED, PROMISE, 'abcd')).toMatchObject({ part: false, seed: false }))
it('says what it cannot know', () => expect(check(DEAL, SEED, null, null)).toEqual({ promise: null, part: null, seed: true }))

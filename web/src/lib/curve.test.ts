import { expect, it } from 'vitest'
import { curves, path } from './curve'

const DECISION = { number: 3, seat: 1, move: 'a', best: 'b', before: 0.6, after: 0.4, lost: 0.2, verdict: 'blunder', luck: 0.1, why: {} }
const ACCOUNTS = [
  { seats: [0], start: 0.5, luck: 0, lost: 0, given: 0.5, result: 1 },
  { seats: [1], start: 0.5, luck: 0.1, lost: 0.2, given: 0, result: 0 },
]

it('goes from the start to the result', () => {
  const [first, second] = curves([DECISION], ACCOUNTS, 10)
  expect(first).toEqual([
    { number: 0, win: 0.5 },
    { number: 10, win: 1 },
  ])
  expect(second).toEqual([
    { number: 0, win: 0.5 },
    { number: 2, win: 0.6 },
    { number: 3, win: 0.4 },
    { number: 10, win: 0 },
  ])
})
it('is drawn with a sure win at the top', () =>
  expect(
    path(
      [
        { number: 0, win: 1 },
        { number: 10, win: 0 },
      ],
      10,
      100,
      50,
    ),
  ).toBe('M0.0 0.0L100.0 50.0'))

import { expect, test } from 'vitest'
import { fresh, settle } from './dice'

const values = (placed: { value: number }[]): number[] => placed.map((die) => die.value)

test('kept dice stay in their places', () => {
  const before = fresh([], [1, 4, 4, 6, 6])
  const after = settle(before, [4, 6, 6], [2, 3, 4, 6, 6])
  expect(values(after)).toEqual([2, 4, 3, 6, 6])
  expect(after.map((die) => die.kept)).toEqual([false, true, false, true, true])
})

test('of equal dice the chosen one stays', () => {
  const before = fresh([], [4, 4, 5, 6, 6]).map((die, i) => ({ ...die, kept: i === 1 }))
  expect(settle(before, [4], [1, 2, 3, 3, 4])).toMatchObject([
    { value: 1 },
    { value: 4, kept: true },
    { value: 2 },
    { value: 3 },
    { value: 3 },
  ])
})

test('every throw shows the dice that were told', () => {
  const after = settle(fresh([], [1, 2, 3, 4, 5]), [5], [1, 1, 1, 1, 5])
  expect(values(after).sort()).toEqual([1, 1, 1, 1, 5])
})

test('dice that were never seen lie as they are told', () => {
  expect(values(settle([], [], [1, 2, 3, 4, 5]))).toEqual([1, 2, 3, 4, 5])
  expect(settle(fresh([], [1, 1, 1, 1, 1]), [6, 6], [2, 3, 4, 6, 6])).toEqual(fresh([6, 6], [2, 3, 4, 6, 6]))
})

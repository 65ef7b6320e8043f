import { expect, test } from 'vitest'
import { keep, keptBy, landing, partsOf, usesOf } from './notation'

test('moves that lift stones are taken apart', () => {
  expect(partsOf('up S+2 4+1')).toEqual([
    { column: 6, steps: 2 },
    { column: 3, steps: 1 },
  ])
  expect(partsOf('lift 2 5')).toEqual([
    { column: 1, steps: 1 },
    { column: 4, steps: 1 },
  ])
  expect(partsOf('boost S')).toEqual([{ column: 6, steps: 1 }])
  expect(partsOf('keep 2 2')).toEqual([])
  expect(partsOf('skip')).toEqual([])
})

test('the moves that lift most come first', () => {
  expect(usesOf(['up 2+1', 'up 4+1', 'up 2+1 4+1']).map((use) => use.move)).toEqual(['up 2+1 4+1', 'up 2+1', 'up 4+1'])
  expect(usesOf(['up 3+2', 'up 1+1 3+1'])[0]!.move).toBe('up 1+1 3+1')
  expect(usesOf(['keep -', 'stand'])).toEqual([])
})

test('dice that are kept are written in order', () => {
  expect(keep([5, 2, 2])).toBe('keep 2 2 5')
  expect(keep([])).toBe('keep -')
  expect(keptBy('keep 2 2 5')).toEqual([2, 2, 5])
  expect(keptBy('keep -')).toEqual([])
  expect(keptBy('stand')).toBeNull()
})

test('steps beyond the top lapse', () => {
  expect(landing(3, 2)).toBe(5)
  expect(landing(6, 4)).toBe(7)
})

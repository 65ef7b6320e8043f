import { expect, test } from 'vitest'
import type { Event } from '../scene'
import { marksOn, passOf, since } from './marks'

const history: Event[] = [
  { n: 0, type: 'moved_up', seat: 0, up: '1+2', stones: [] },
  { n: 1, type: 'cooled_down', seat: 0, column: '1', seats: [1] },
  { n: 2, type: 'moved_up', seat: 1, up: '2+2 4+1', stones: [] },
  { n: 3, type: 'cooled_down', seat: 1, column: '2', seats: [0, 2] },
  { n: 4, type: 'boosted', seat: 1, column: '4' },
  { n: 5, type: 'thrown', seat: 2, throw: 3, dice: [1, 2, 4, 5, 6] },
  { n: 6, type: 'passed', seat: 2 },
  { n: 7, type: 'thrown', seat: 0, throw: 1, dice: [1, 1, 2, 3, 4] },
]

test('marks stay until one has used the next throw', () => {
  const events = since(history, 0)
  expect(marksOn(0, events, 0)).toEqual([{ column: 1, up: 0, down: 1, by: 1 }])
  expect(marksOn(1, events, 0)).toEqual([
    { column: 0, up: 0, down: 1, by: 0 },
    { column: 1, up: 2, down: 0, by: null },
    { column: 3, up: 2, down: 0, by: null },
  ])
  expect(since([...history, { n: 8, type: 'passed', seat: 0 }], 0)).toEqual([])
})

test('dice that fitted nothing are remembered until the next turn', () => {
  expect([0, 1, 2].map((seat) => passOf(seat, history))).toEqual([null, null, [1, 2, 4, 5, 6]])
})

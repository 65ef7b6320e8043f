import { expect, test } from 'vitest'
import type { Group } from '../../games/setup'
import { fieldIn, isWithin, spoken } from './reason'

const GROUPS: Group[] = [
  {
    title: 'Ada',
    choices: [{ at: ['pieces', 0, 1], label: 'Piece 2', values: [] }],
    cards: [{ at: ['hands', 0], label: 'Cards', cards: [] }],
  },
]

test('a reason names a field', () => {
  expect(fieldIn('hands[1][2]: too many')).toEqual(['hands', 1, 2])
  expect(fieldIn('stock.A : il faut un nombre')).toEqual(['stock', 'A'])
  expect(fieldIn('This is impossible.')).toBeNull()
})

test('a part of a field is within it', () => {
  expect(isWithin(['hands', 0, 3], ['hands', 0])).toBe(true)
  expect(isWithin(['hands', 1], ['hands', 0])).toBe(false)
})

test('people read what stands beside the field', () => {
  expect(spoken('pieces[0][1]: this position is impossible.', GROUPS)).toBe('Ada, Piece 2: this position is impossible.')
  expect(spoken('hands[0][3] : cela ne va pas.', GROUPS)).toBe('Ada, Cards : cela ne va pas.')
  expect(spoken('pieces[0]: the list is too short.', GROUPS)).toBe('Ada: the list is too short.')
  expect(spoken('position: this position is impossible.', GROUPS)).toBe('This position is impossible.')
})

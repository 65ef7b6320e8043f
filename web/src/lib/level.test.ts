import { expect, test } from 'vitest'
import { levelIn } from './level'

const ALL = ['gentle', 'kids', 'good', 'strongest']

test('a game that does not have the level plays at the next easier one', () => {
  expect(levelIn(ALL, 'kids', ALL)).toBe('kids')
  expect(levelIn(['gentle', 'good', 'strongest'], 'kids', ALL)).toBe('gentle')
  expect(levelIn(['gentle', 'good'], 'strongest', ALL)).toBe('good')
  expect(levelIn(['good', 'strongest'], 'kids', ALL)).toBe('good')
  expect(levelIn(['gentle', 'good'], 'a level of another version', ALL)).toBe('gentle')
})

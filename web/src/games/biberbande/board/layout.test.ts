import { expect, test } from 'vitest'
import { around, middleSize, plan, rowSize } from './layout'

const STAGES: [number, number][] = [
  [360, 440],
  [360, 500],
  [390, 700],
  [820, 1000],
  [844, 250],
  [1100, 780],
  [3000, 1980],
]

test.each(STAGES)('every row and the middle fit into %i × %i, for two to six players', (width, height) => {
  for (let others = 1; others <= 5; others += 1) {
    const found = plan(width, height, others, true)
    const other = rowSize(found.other)
    const beside = found.shape === 'around' ? others - 2 : others
    const lines = Math.ceil(beside / found.columns)
    expect(Math.min(beside, found.columns) * other.width).toBeLessThanOrEqual(width)
    const tall =
      found.shape === 'flat'
        ? Math.max(rowSize(found.own).height, middleSize(found.middle).height)
        : rowSize(found.own).height + middleSize(found.middle).height
    expect(lines * other.height + tall).toBeLessThanOrEqual(height)
    expect(rowSize(found.own).width).toBeLessThanOrEqual(width)
    expect(middleSize(found.middle).width).toBeLessThanOrEqual(width)
    expect(found.own).toBeGreaterThan(found.other)
  }
})

test('six at a small phone: others lie two by two, and can still be tapped', () => {
  const found = plan(360, 470, 5, true)
  expect(found.columns).toBe(2)
  expect(found.other).toBeGreaterThanOrEqual(34)
})

test('a screen in the living room shows all rows, large', () => {
  const found = plan(1900, 950, 4, false)
  expect(found.own).toBe(0)
  expect(found.other).toBeGreaterThan(110)
})

test('clockwise from the left', () => {
  expect(around('around', [1, 2, 3, 4])).toEqual({ left: [1], top: [2, 3], right: [4], bottom: [] })
  expect(around('ring', [0, 1, 2])).toEqual({ left: [], top: [0, 1], right: [], bottom: [2] })
  expect(around('stack', [1, 2])).toEqual({ left: [], top: [1, 2], right: [], bottom: [] })
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Queue } from './queue'

let seen: string[]
const queue = (): Queue => new Queue(() => undefined)
const move = (name: string, lasts = 1000, stretch = 1) => ({
  show: (haste: number) => void seen.push(haste === 1 ? name : name.toUpperCase()),
  lasts: lasts * stretch,
  stretch,
})

beforeEach(() => {
  seen = []
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test('one after another, each to its end', () => {
  const shown = queue()
  shown.add(move('a'))
  shown.add(move('b'))
  shown.add(move('c', 0))
  shown.add(move('d'))
  expect([seen, shown.isBehind]).toEqual([['a'], true])
  vi.advanceTimersByTime(999)
  expect(seen).toEqual(['a'])
  vi.advanceTimersByTime(1)
  expect(seen).toEqual(['a', 'b'])
  vi.advanceTimersByTime(1000)
  expect([seen, shown.isBehind, shown.isBusy]).toEqual([['a', 'b', 'c', 'd'], false, true])
  vi.advanceTimersByTime(1000)
  expect(shown.isBusy).toBe(false)
  shown.add(move('e'))
  expect(seen.at(-1)).toBe('e')
})

test('what lasts no time is there at once', () => {
  const shown = queue()
  for (const name of 'abc') shown.add(move(name, 0))
  expect([seen, shown.isBusy]).toEqual([['a', 'b', 'c'], false])
})

test('it catches up when too much waits', () => {
  const shown = queue()
  for (const name of 'abcdef') shown.add(move(name))
  vi.advanceTimersByTime(1000 + 4 * 200)
  expect([seen.join(''), shown.isBehind]).toEqual(['aBCDEF', false])
  const long = queue()
  for (const name of 'ghij') long.add(move(name, 4000))
  vi.advanceTimersByTime(4000 + 2 * 800)
  expect(seen.join('')).toBe('aBCDEFgHIJ')
})

test('what takes long does not hurry where nothing waits', () => {
  const shown = queue()
  shown.add(move('a', 8000))
  shown.add(move('b', 8000))
  vi.advanceTimersByTime(15_999)
  expect([seen, shown.isBusy]).toEqual([['a', 'b'], true])
  vi.advanceTimersByTime(1)
  expect(shown.isBusy).toBe(false)
})

test('at a slow tempo there is as much patience as things take longer', () => {
  const shown = queue()
  for (const name of 'abc') shown.add(move(name, 5000, 1.7))
  vi.advanceTimersByTime(3 * 5000 * 1.7)
  expect([seen, shown.isBusy]).toEqual([['a', 'b', 'c'], false])
})

test('nothing is lost when all is shown at once', () => {
  const shown = queue()
  for (const name of 'abc') shown.add(move(name))
  shown.rush()
  expect([seen, shown.isBehind, shown.isBusy]).toEqual([['a', 'b', 'c'], false, false])
  shown.add(move('d'))
  expect(seen.at(-1)).toBe('d')
})

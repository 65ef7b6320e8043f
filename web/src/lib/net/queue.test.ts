import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Queue } from './queue'

let seen: string[]
const queue = (): Queue => new Queue(() => undefined)
const move = (name: string, lasts = 1000) => ({ show: () => void seen.push(name), lasts })

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
  expect([seen.join(''), shown.isBehind]).toEqual(['abcdef', false])
  const slow = queue()
  for (const name of 'ghi') slow.add(move(name, 4000))
  vi.advanceTimersByTime(4000 + 800)
  expect(seen.join('')).toBe('abcdefghi')
})

test('nothing is lost when all is shown at once', () => {
  const shown = queue()
  for (const name of 'abc') shown.add(move(name))
  shown.rush()
  expect([seen, shown.isBehind, shown.isBusy]).toEqual([['a', 'b', 'c'], false, false])
  shown.add(move('d'))
  expect(seen.at(-1)).toBe('d')
})

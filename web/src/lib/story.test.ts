import { expect, test } from 'vitest'
import type { GameEvent } from './net/game'
import { linesOf, shortened, sinceOwn } from './story'

const event = (n: number, seat?: number, type = 'played'): GameEvent => (seat === undefined ? { n, type } : { n, type, seat })
const room = {
  describe: (one: GameEvent) => (one.type === 'silent' ? '' : `${one.n}`),
  concerns: (one: GameEvent) => one.type === 'home',
}

test('the story begins after the last own move, also when the table has dealt since', () => {
  const history = [event(0, 0), event(1, 1), event(2, 0), event(3, 1), event(4), event(5, 2), event(6, 0)]
  expect(sinceOwn(history, 0).map(({ n }) => n)).toEqual([3, 4, 5, 6])
  expect(sinceOwn(history.slice(0, 6), 0).map(({ n }) => n)).toEqual([3, 4, 5])
  expect(sinceOwn([event(0, 1), event(1, 2)], 0).map(({ n }) => n)).toEqual([0, 1])
})

test('what concerns the seat stays when lines are left out', () => {
  const events = [event(0, 1, 'home'), event(1, 2, 'silent'), ...[2, 3, 4].map((n) => event(n, 1)), event(5, 1, 'thrown')]
  const lines = linesOf(events, room, [], 0, ['thrown'])
  expect(lines.map(({ text }) => text)).toEqual(['0', '2', '3', '4', '5'])
  expect(shortened(lines, 3).map(({ text }) => text)).toEqual(['0', '3', '4'])
})

test('nothing is told that comes after what has not been seen yet', () => {
  const events = [event(0, 1), event(1, 2, 'shown'), event(2), event(3, 1)]
  const texts = (unseen: (one: GameEvent) => boolean): string[] => linesOf(events, { ...room, unseen }, [], 0).map(({ text }) => text)
  expect(texts((one) => one.type === 'shown')).toEqual(['0'])
  expect(texts(() => false)).toEqual(['0', '1', '2', '3'])
})

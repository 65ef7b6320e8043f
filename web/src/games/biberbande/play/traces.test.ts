import { expect, test } from 'vitest'
import type { Event } from '../scene'
import { advised, recent, traces, trades } from './traces'

let n = 0
const event = (type: Event['type'], fields: object = {}): Event => ({ n: n++, type, ...fields }) as Event

const ROUND = [
  event('spy', { seat: 2, slot: 2 }),
  event('swap', { seat: 0, slot: 1, discarded: '8' }),
  event('done', { seat: 0 }),
  event('draw', { seat: 1 }),
  event('trade', { seat: 1, slot: 2, other: 0, other_slot: 3 }),
  event('take', { seat: 2, slot: 4, card: '3', discarded: '9' }),
  event('draw', { seat: 0, card: '5' }),
]

test('marks stay until one acts oneself', () => {
  expect([...traces(recent(ROUND, 0), 0)]).toEqual([
    ['row-0-1', { sign: 'new', by: 0 }],
    ['row-1-2', { sign: 'trade', by: 1, other: { seat: 0, slot: 3 } }],
    ['row-0-3', { sign: 'trade', by: 1, other: { seat: 1, slot: 2 } }],
    ['row-2-4', { sign: 'new', by: 2, card: '3' }],
  ])
  const after = [...ROUND, event('discard', { seat: 0, card: '5' })]
  expect(traces(recent(after, 0), 0).size).toBe(0)
  expect([...traces(recent(after, 2), 2).keys()]).toEqual(['row-2-4'])
})

test('nobody is reminded of what they took', () => {
  expect(traces(recent(ROUND, 2), 2).get('row-2-4')).toEqual({ sign: 'new', by: 2 })
})

test('who only watches sees the last action, and a new round has no marks', () => {
  expect([...traces(recent(ROUND, null), null).keys()]).toEqual(['row-2-4'])
  expect(recent([...ROUND, event('deal', { round: 2 })], 0).map(({ type }) => type)).toEqual(['deal'])
})

test('trades and advice are ways over the table', () => {
  expect(trades(ROUND, 1)).toEqual([])
  expect(trades(ROUND, 0)).toEqual([{ from: 'row-1-2', to: 'row-0-3', both: true, by: 1 }])
  expect(advised('take 2', 0)).toEqual({ from: 'discard', to: 'row-0-2', both: false, by: null })
  expect(advised('swap 3', 1)).toEqual({ from: 'drawn', to: 'row-1-3', both: false, by: null })
  expect(advised('trade 1 2:4', 0)).toEqual({ from: 'row-0-1', to: 'row-2-4', both: true, by: null })
  expect(advised('knock', 0)).toBeNull()
})

import { expect, test } from 'vitest'
import type { Event } from '../scene'
import { closing, flights, isAhead, replacedAt, rowsAt, stepsOf } from './story'

let n = 0
const event = (type: Event['type'], fields: object = {}): Event => ({ n: n++, type, ...fields }) as Event

const END = [
  event('discard', { seat: 1, card: '9' }),
  event('show', { seat: 2, row: ['1', 'T', '3', '4'] }),
  event('show', { seat: 0, row: ['5', '6', '7', '8'] }),
  event('show', { seat: 1, row: ['0', '0', '0', 'P'] }),
  event('replace', { seat: 2, slot: 2, aside: 'T', card: 'Z' }),
  event('replace', { seat: 2, slot: 2, aside: 'Z', card: '2' }),
  event('replace', { seat: 1, slot: 4, aside: 'P', card: '9' }),
  event('score', { round: 1, points: [26, 9, 10], totals: [26, 9, 10] }),
  event('deal', { round: 2, dealer: 0, card: '4', outer: ['3', '7'] }),
]

test('a taken card flies openly, and the card it replaces shows itself on its way', () => {
  expect(flights([event('take', { seat: 1, slot: 2, card: '3', discarded: '9' })], 3)).toEqual([
    { from: 'discard', to: 'row-1-2', card: '3', open: true, wait: 0 },
    { from: 'row-1-2', to: 'discard', card: '9', open: false, wait: 0 },
  ])
})

test('a card drawn is put into a row unseen, even by who knows it', () => {
  expect(flights([event('swap', { seat: 0, slot: 1, card: '2', discarded: '8' })], 2)[0]).toMatchObject({
    from: 'drawn',
    to: 'row-0-1',
    card: null,
  })
})

test('two cards cross the table in a trade', () => {
  const ways = flights([event('trade', { seat: 0, slot: 2, other: 1, other_slot: 3 })], 2).map(({ from, to }) => [from, to])
  expect(ways.slice(0, 2)).toEqual([
    ['row-0-2', 'row-1-3'],
    ['row-1-3', 'row-0-2'],
  ])
})

test('everybody is dealt four cards, beginning left of the dealer', () => {
  const dealt = flights([event('deal', { dealer: 2, round: 1, card: '4' })], 3)
  expect(dealt).toHaveLength(12)
  expect(dealt.slice(0, 3).map(({ to }) => to)).toEqual(['row-0-1', 'row-1-1', 'row-2-1'])
})

test('at the end of a round only the last action flies', () => {
  expect(flights(END, 3).map(({ from }) => from)).toEqual(['drawn'])
})

test('a round closes row by row, then card by card', () => {
  const found = closing(END)!
  expect(stepsOf(found)).toBe(7)
  expect(rowsAt(found, 1)).toEqual([
    [null, null, null, null],
    [null, null, null, null],
    ['1', 'T', '3', '4'],
  ])
  expect(rowsAt(found, 3)[1]).toEqual(['0', '0', '0', 'P'])
  expect(rowsAt(found, 4)[2]).toEqual(['1', 'Z', '3', '4'])
  expect(replacedAt(found, 4)).toBe('row-2-2')
  expect(replacedAt(found, 3)).toBeNull()
  expect(rowsAt(found, 7)).toEqual([
    ['5', '6', '7', '8'],
    ['0', '0', '0', '9'],
    ['1', '2', '3', '4'],
  ])
})

test('what a closing shows is ahead until it is shown, and the next cards until it is over', () => {
  const ahead = (step: number): string[] => END.filter((one) => isAhead(one, closing(END)!, step)).map(({ type }) => type)
  expect(ahead(0)).toEqual(['show', 'show', 'show', 'replace', 'replace', 'replace', 'score', 'deal'])
  expect(ahead(4)).toEqual(['replace', 'replace', 'score', 'deal'])
  expect(ahead(7)).toEqual(['deal'])
})

test('without a score there is no closing', () => {
  expect(closing(END.slice(0, 3))).toBeNull()
})

import { expect, test } from 'vitest'
import { nextSpot, placeOfKey, placesOf, reach, stillHeld } from './offer'

const TURN = ['take 1', 'take 2', 'take 3', 'take 4', 'draw']
const TRADE = ['discard', 'trade 1 0:1', 'trade 1 0:2', 'trade 2 0:1', 'trade 2 2:4']

test('on turn the two piles can be touched, and no card of a row', () => {
  expect([...reach(TURN, 1, null)]).toEqual([
    ['discard', { verb: 'take', pick: 'discard' }],
    ['stock', { verb: 'draw', move: 'draw' }],
  ])
})

test('with the discard picked, the own cards are where it can go, and it can be put back', () => {
  const places = reach(TURN, 1, 'discard')
  expect(places.get('row-1-3')).toEqual({ verb: 'take', move: 'take 3' })
  expect(places.get('discard')).toEqual({ verb: 'put_back', pick: null })
  expect(places.size).toBe(6)
})

test('a trade is an own card first, then what that card can be traded for', () => {
  expect([...reach(TRADE, 1, null).keys()].sort()).toEqual(['discard', 'row-1-1', 'row-1-2'])
  const places = reach(TRADE, 1, 'row-1-2')
  expect(places.get('row-2-4')).toEqual({ verb: 'trade', move: 'trade 2 2:4' })
  expect(places.has('row-0-2')).toBe(false)
  expect(places.get('row-1-1')).toEqual({ verb: 'choose', pick: 'row-1-1' })
})

test('a choice that the moves no longer allow is forgotten', () => {
  expect(stillHeld(TURN, 1, 'discard')).toBe('discard')
  expect(stillHeld(['draw'], 1, 'discard')).toBeNull()
  expect(stillHeld(TURN, 1, 'row-1-1')).toBeNull()
})

test('nothing can be touched without a move', () => {
  expect(reach([], 0, null).size).toBe(0)
  expect(reach(['ready'], 0, null).size).toBe(0)
  expect(reach(['knock', 'done'], 0, null).size).toBe(0)
})

test('a hint shows what its move is about', () => {
  expect(placesOf('take 2', 0)).toEqual(['discard', 'row-0-2'])
  expect(placesOf('trade 2 1:3', 0)).toEqual(['row-0-2', 'row-1-3'])
  expect(placesOf('knock', 0)).toEqual([])
})

test('keys stand for places', () => {
  expect(placeOfKey('3', 2)).toBe('row-2-3')
  expect(placeOfKey('S', 2)).toBe('stock')
  expect(placeOfKey('5', 2)).toBeNull()
})

test('arrows go to the nearest spot in their direction', () => {
  const spots = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 30, y: 0 },
    { x: 10, y: 20 },
  ]
  expect(nextSpot(spots, spots[0]!, 'ArrowRight')).toBe(1)
  expect(nextSpot(spots, spots[1]!, 'ArrowDown')).toBe(3)
  expect(nextSpot(spots, spots[0]!, 'ArrowLeft')).toBe(-1)
})

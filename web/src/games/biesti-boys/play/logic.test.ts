import { describe, expect, it } from 'vitest'
import type { Event } from '../scene'
import { boardNumber, cardsFor, haltOf, keyed, laidKeys, lastChanges, layMove, layOf, liftsFor, meant, settle, type Slot } from './logic'

const MOVES = ['lay 3 1', 'lay 7 2', 'lay 7 4', 'lay G 3', 'draw', 'halt 2']

describe('the notation', () => {
  it('is read and written', () => {
    expect(layOf('lay S 4')).toEqual({ card: 'S', lift: 4 })
    expect(layOf('draw')).toBeNull()
    expect(layMove('G', 3)).toBe('lay G 3')
    expect(haltOf('halt 2')).toBe(2)
    expect(haltOf('lay 3 1')).toBeNull()
  })

  it('says which lifts take a card, and which cards a lift takes', () => {
    expect(liftsFor(MOVES, '7')).toEqual([2, 4])
    expect(liftsFor(MOVES, '0')).toEqual([])
    expect(cardsFor(MOVES, 2)).toEqual(['7'])
  })
})

describe('a hand', () => {
  const numbers = (from: number) => () => from++
  const hand: (Slot | null)[] = [
    { key: 1, card: '5' },
    { key: 2, card: '2' },
    { key: 3, card: 'S' },
  ]

  it('keeps every card in its place', () => {
    expect(settle(hand, ['0', '2', 'S'], [1], numbers(9))).toEqual([{ key: 9, card: '0' }, hand[1], hand[2]])
  })

  it('sees that a card was laid and the same one drawn', () => {
    expect(settle(hand, ['2', '5', 'S'], [1], numbers(9))[0]).toEqual({ key: 9, card: '5' })
  })

  it('has empty places when nothing can be drawn', () => {
    expect(settle(hand, ['S'], [1], numbers(9))).toEqual([null, null, hand[2]])
  })

  it('grows by cards that came back, and shrinks again', () => {
    const grown = settle(hand, ['2', '4', '5', 'S'], [], numbers(9))
    expect(grown).toHaveLength(4)
    expect(settle(grown, ['2', '5', 'S'], [], numbers(20))).toEqual(hand)
  })

  it('lost the card that is in the air, if it has two of them', () => {
    const twice: (Slot | null)[] = [{ key: 1, card: '5' }, { key: 2, card: '5' }, null]
    const laid: Event[] = [{ n: 0, type: 'laid', seat: 0, card: '5', on: '4', lift: 1 }]
    expect(laidKeys(twice, laid, 0, [2])).toEqual([2])
    expect(laidKeys(twice, laid, 1, [2])).toEqual([])
  })
})

describe('the lifts', () => {
  const laid = (n: number, seat: number, lift: number): Event => ({ n, type: 'laid', seat, card: '5', on: '4', lift })

  it('know whose card lies on them since the board came', () => {
    const history: Event[] = [
      laid(0, 1, 4),
      { n: 1, type: 'new_board', lifts: [] },
      laid(2, 0, 1),
      laid(3, 1, 1),
      laid(4, 1, 2),
      { n: 5, type: 'called_back', seat: 0, owner: 1, card: '5', on: '4', lift: 2 },
    ]
    expect(lastChanges(history)).toEqual([
      { n: 3, seat: 1 },
      { n: 5, seat: null },
      { n: 1, seat: null },
      { n: 1, seat: null },
    ])
    expect(boardNumber(history)).toBe(1)
  })

  it('show what is printed before anything happened', () => {
    expect(lastChanges([])).toEqual(Array(4).fill({ n: -1, seat: null }))
    expect(boardNumber([])).toBe(-1)
  })

  it('are meant by a finger in or near them', () => {
    const boxes = [{ x: 100, y: 0, w: 60, h: 80 }, { x: 180, y: 50, w: 60, h: 80 }, null]
    expect(meant(110, 10, boxes)).toBe(0)
    expect(meant(172, 60, boxes)).toBe(1)
    expect(meant(20, 200, boxes)).toBeNull()
  })
})

describe('the keys', () => {
  it('of the first person', () => {
    expect(keyed('Digit2', false, false)).toEqual({ person: 0, do: 'card', index: 1 })
    expect(keyed('ArrowLeft', false, false)).toEqual({ person: 0, do: 'lift', lift: 4 })
    expect(keyed('ArrowUp', true, false)).toEqual({ person: 0, do: 'halt', lift: 1 })
    expect(keyed('Digit0', false, false)).toEqual({ person: 0, do: 'draw' })
    expect(keyed('KeyQ', false, false)).toBeNull()
  })

  it('of the second', () => {
    expect(keyed('KeyE', false, true)).toEqual({ person: 1, do: 'card', index: 2 })
    expect(keyed('KeyL', false, true)).toEqual({ person: 1, do: 'lift', lift: 2 })
    expect(keyed('KeyO', false, true)).toEqual({ person: 1, do: 'draw' })
    expect(keyed('KeyX', false, true)).toBeNull()
  })
})

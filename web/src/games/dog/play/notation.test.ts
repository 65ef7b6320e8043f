import { describe, expect, it } from 'vitest'
import type { View } from '../scene'
import { advised, completed, fitting, jokerValues, movesOf, NOTHING, partnerOf, read, tap } from './notation'

const readAll = (texts: string[]) => movesOf(texts.map((move) => ({ move, seat: 0, from: '', to: '' })))

describe('the notation', () => {
  it('is completed part by part by what would be offered then', async () => {
    const asked: string[][] = []
    const attempt = (moves: string[]) => {
      asked.push(moves)
      const effects = [{ move: '7 33>35', seat: 0, from: '33', to: '35', steps: 2 }]
      return Promise.resolve({ view: null, moves: [], effects, blocked: [] })
    }
    const parts = await completed('7 17>20', ['7 33>35', '7 35>37'], attempt)
    expect(parts.map(({ text, steps }) => [text, steps])).toEqual([['7 33>35', 2]])
    expect(asked).toEqual([['7 17>20'], ['7 17>20', '7 33>35']])
  })
  it('is read', () => {
    expect(read('X=J 12x40')).toEqual({ text: 'X=J 12x40', card: 'X', value: 'J', from: '12', to: '40' })
    expect(read('5 61>g2')).toMatchObject({ card: '5', value: '5', from: '61', to: 'g2' })
    expect(read('give K')).toBeNull()
    expect(jokerValues(readAll(['X=2 1>3', 'X=A h>0', 'X=A 1>2', '5 1>6']))).toEqual(['A', '2'])
  })
  it('is completed by what the server tells', () => {
    expect(movesOf([{ move: 'A h>32', seat: 2, from: 'h', to: '32', steps: 0, hits: [[1, '32']] }])).toEqual([
      { text: 'A h>32', card: 'A', value: 'A', from: 'h', to: '32', owner: 2, steps: 0, hits: [{ owner: 1, field: '32' }], swap: null },
    ])
  })
})

it('draws advice also where its effects are not told', () => {
  const view = { turn: 1, owners: [0, 3, 2, 3], pieces: [['h', '40'], [], [], ['12']] } as unknown as View
  const effects = [{ move: 'J 12x40', seat: 3, from: '12', to: '40', swap: 0 }]
  const swap = { owner: 3, from: '12', to: '40', swap: 0 }
  expect([advised('J 12x40', view, effects)[0], advised('J 12x40', view, [])[0]]).toMatchObject([swap, swap])
  expect([advised(null, view, []), advised('give K', view, []), advised('5 1>6', { ...view, turn: null }, [])]).toEqual([[], [], []])
})

it('knows partners from the sides', () => {
  const sides = [
    [0, 2],
    [1, 3],
  ]
  expect([0, 1, 2, 3].map((seat) => partnerOf(seat, sides))).toEqual([2, 3, 0, 1])
})

describe('tapping', () => {
  const moves = readAll(['4 3>7', '4 3>63', '4 20>24', '4 20>16', '5 3>8', 'A 6>7', 'A 3>4', '4 11>7'])
  const four = { ...NOTHING, card: '4', value: '4' }
  it('chooses the target at once where only one piece can go', () => {
    expect(tap(moves, four, '24').move?.text).toBe('4 20>24')
  })
  it('asks for the piece where several can go to a target', () => {
    const asked = tap(moves, four, '7')
    expect(asked.move).toBeNull()
    expect(fitting(moves, asked.chosen).map((move) => move.from)).toEqual(['3', '11'])
    expect(tap(moves, asked.chosen, '11').move?.text).toBe('4 11>7')
  })
  it('chooses a piece, then its target, and lets it go again', () => {
    const held = tap(moves, four, '3')
    expect(held.move).toBeNull()
    expect(tap(moves, held.chosen, '63').move?.text).toBe('4 3>63')
    expect(tap(moves, held.chosen, '3').chosen).toEqual(four)
    expect(tap(moves, held.chosen, '20').chosen.from).toBe('20')
  })
  it('moves the only way a piece can go', () => {
    expect(tap(moves, four, '11').move?.text).toBe('4 11>7')
  })
  it('swaps: the own piece, then the other', () => {
    const jacks = readAll(['J 1x5', 'J 1x9', 'J 2x5', 'J 2x9'])
    const own = tap(jacks, { ...NOTHING, card: 'J', value: 'J' }, '2')
    expect(tap(jacks, own.chosen, '9').move?.text).toBe('J 2x9')
  })
  it('does nothing elsewhere', () => {
    expect(tap(moves, four, '50')).toEqual({ chosen: four, move: null })
  })
})

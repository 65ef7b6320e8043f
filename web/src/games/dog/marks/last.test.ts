import { describe, expect, it } from 'vitest'
import type { Event } from '../scene'
import { foldedOf, lastCards, lastPlayed, playsSince } from './last'

describe('what was played last', () => {
  const dealt: Event = { n: 0, type: 'dealt', round: 1, cards: 6, starter: 0 }
  const played = { type: 'played', move: '', left: 0 } as const
  const history: Event[] = [
    dealt,
    { n: 1, type: 'folded', seat: 3, cards: [] },
    { n: 2, ...played, seat: 0, card: '5', value: '5', owner: 0, from: '1', to: '6' },
    { n: 3, ...played, seat: 1, card: 'X', value: '7', owner: 1, from: '20', to: '24' },
    { n: 4, type: 'sent_home', seat: 1, owner: 0, field: '22' },
    { n: 5, ...played, seat: 1, card: null, value: '7', owner: 1, from: '30', to: '33' },
  ]
  it('is the card with all its parts', () => {
    expect(lastPlayed(history)).toEqual({
      seat: 1,
      card: 'X',
      value: '7',
      parts: [
        { n: 3, owner: 1, from: '20', to: '24', swap: false },
        { n: 5, owner: 1, from: '30', to: '33', swap: false },
      ],
      swappedWith: null,
      sentHome: [{ owner: 0, field: '22' }],
    })
    expect(foldedOf(history)).toEqual(new Set([3]))
  })
  it('is told since one did something oneself', () => {
    expect(playsSince(history, 0).map((play) => play.card)).toEqual(['X'])
    expect(playsSince(history, 1).map((play) => play.card)).toEqual(['X'])
    expect(playsSince(history, 2).map((play) => play.card)).toEqual(['5', 'X'])
    expect(playsSince(history, null).map((play) => play.card)).toEqual(['X'])
    const gave: Event = { n: 7, type: 'gave', seat: 2, to: 0 }
    expect(playsSince([...history, dealt, gave], 2)).toEqual([])
    expect(playsSince([...history, dealt], 2)).toHaveLength(2)
    expect([...lastCards(history)].map(([seat, play]) => [seat, play.card])).toEqual([
      [0, '5'],
      [1, 'X'],
    ])
  })
  it('keeps what happened to one’s own pieces, however much is played after it', () => {
    const swapped: Event = { n: 2, ...played, seat: 1, card: 'J', value: 'J', owner: 1, from: '1', to: '6', swap: 0 }
    const others = [3, 4, 5, 6].map((n): Event => ({ n, ...played, seat: 2, card: '5', value: '5', owner: 2, from: '1', to: '6' }))
    expect(playsSince([dealt, swapped, ...others], 0).map((play) => play.card)).toEqual(['J', '5', '5', '5', '5'])
    expect(playsSince([dealt, swapped, ...others], 3).map((play) => play.card)).toEqual(['5', '5', '5', '5'])
  })
  it('is nothing in a new round', () => {
    expect(lastPlayed([...history, dealt])).toBeNull()
    expect(foldedOf([...history, dealt]).size).toBe(0)
  })
})

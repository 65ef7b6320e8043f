import { describe, expect, it } from 'vitest'
import { foldedOf, lastPlayed } from './last'

describe('what was played last', () => {
  const history = [
    { n: 0, type: 'dealt' },
    { n: 1, type: 'folded', seat: 3 },
    { n: 2, type: 'played', seat: 0, card: '5', value: '5', owner: 0, from: '1', to: '6' },
    { n: 3, type: 'played', seat: 1, card: 'X', value: '7', owner: 1, from: '20', to: '24' },
    { n: 4, type: 'sent_home', seat: 1, owner: 0, field: '22' },
    { n: 5, type: 'played', seat: 1, card: null, value: '7', owner: 1, from: '30', to: '33' },
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
      sentHome: [{ owner: 0, field: '22' }],
    })
    expect(foldedOf(history)).toEqual(new Set([3]))
  })
  it('is nothing in a new round', () => {
    expect(lastPlayed([...history, { n: 6, type: 'dealt' }])).toBeNull()
    expect(foldedOf([...history, { n: 6, type: 'dealt' }]).size).toBe(0)
  })
})

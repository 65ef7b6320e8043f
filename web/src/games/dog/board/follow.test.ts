import { describe, expect, it } from 'vitest'
import { follow, place } from './follow'

const HOME = ['h', 'h', 'h', 'h']

describe('marbles', () => {
  const event = (type: string, fields: object): never => ({ n: 0, type, ...fields }) as never
  it('lie where the view says', () => {
    expect(place([['h', 'h', '0*', 'g3'], HOME, HOME, HOME])[0]).toEqual(['h0', 'h1', '0', 'g3'])
  })
  it('stay the same when they walk', () => {
    const before = place([['h', '3', '9', 'g3'], HOME, HOME, HOME])
    const events = [event('played', { owner: 0, from: '3', to: '10', value: '7' })]
    expect(follow(before, events, [['h', '9', '10', 'g3'], HOME, HOME, HOME])[0]).toEqual(['h0', '10', '9', 'g3'])
  })
  it('go home when they are hit, also by their own', () => {
    const before = place([['h', 'h', '3', '9'], ['h', 'h', 'h', '5'], HOME, HOME])
    const events = [event('played', { owner: 0, from: '3', to: '9', value: '6' }), event('sent_home', { owner: 0, field: '9' })]
    const after = follow(before, events, [['h', 'h', 'h', '9'], ['h', 'h', 'h', '5'], HOME, HOME])
    expect(after[0]).toEqual(['h0', 'h1', '9', 'h2'])
    expect(after[1]![3]).toBe('5')
  })
  it('change places', () => {
    const before = place([['h', 'h', 'h', '3'], ['h', 'h', 'h', '40'], HOME, HOME])
    const after = follow(
      before,
      [event('played', { owner: 0, from: '3', to: '40', value: 'J' })],
      [['h', 'h', 'h', '40'], ['h', 'h', 'h', '3'], HOME, HOME],
    )
    expect([after[0]![3], after[1]![3]]).toEqual(['40', '3'])
  })
  it('are where the view says even if nothing was told', () => {
    const before = place([HOME, HOME, HOME, HOME])
    expect(follow(before, [], [['1', '2', 'g1', 'g2'], HOME, HOME, HOME])[0]!.toSorted()).toEqual(['1', '2', 'g1', 'g2'])
  })
})

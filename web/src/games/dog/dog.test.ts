import { describe, expect, it } from 'vitest'
import de from './lang/de.json'
import en from './lang/en.json'
import { follow, place } from './board/follow'
import { pointOf, reach, stepsOf, wayOf } from './board/geometry'
import { foldedOf, lastPlayed } from './board/last'
import { fitting, jokerValues, moverOf, NOTHING, ownerOfMove, read, readAll, tap } from './play/notation'

const HOME = ['h', 'h', 'h', 'h']
const near = (value: number): unknown => expect.closeTo(value, 3)

describe('the board', () => {
  it('has the viewer at the bottom and plays against the clock', () => {
    for (const viewer of [0, 1, 2, 3]) {
      expect(pointOf(String(16 * viewer), viewer, viewer)).toEqual({ x: near(0), y: near(428) })
      expect(pointOf(String((16 * viewer + 16) % 64), viewer, viewer)).toEqual({ x: near(428), y: near(0) })
    }
  })
  it('leads goals inwards from the start', () => {
    expect(pointOf('g1', 0, 0)).toEqual({ x: 0, y: 377 })
    expect(pointOf('g4', 2, 0)).toEqual({ x: 0, y: -224 })
    expect(pointOf('g4', 1, 0)).toEqual({ x: 224, y: 0 })
  })
  it('has homes in the corners, to the left of who sits there', () => {
    expect(pointOf('h0', 0, 0).x).toBeLessThan(-350)
    expect(pointOf('h0', 0, 0).y).toBeGreaterThan(350)
    expect(pointOf('h0', 1, 0).x).toBeGreaterThan(350)
    expect(pointOf('h0', 1, 0).y).toBeGreaterThan(350)
  })
  it('walks forwards, four backwards, and across the start into the goal', () => {
    expect(wayOf('62', '1', 2)).toEqual(['62', '63', '0', '1'])
    expect(wayOf('2', '62', 0)).toEqual(['2', '1', '0', '63', '62'])
    expect(wayOf('61', 'g2', 0)).toEqual(['61', '62', '63', '0', 'g1', 'g2'])
    expect(wayOf('g1', 'g3', 1)).toEqual(['g1', 'g2', 'g3'])
    expect(wayOf('h', '0', 0)).toBeNull()
    expect(wayOf('10', '40', 0)).toBeNull()
    expect(stepsOf('14', 'g1', 1)).toBe(3)
  })
  it('gives fingers room without covering a neighbour', () => {
    expect(
      reach(
        [
          { x: 0, y: 0 },
          { x: 60, y: 0 },
          { x: 900, y: 0 },
        ],
        20,
        70,
      ),
    ).toEqual([30, 30, 70])
    expect(reach([{ x: 0, y: 0 }], 20, 70)).toEqual([70])
  })
})

describe('the notation', () => {
  it('is read', () => {
    expect(read('X=J 12x40')).toEqual({ text: 'X=J 12x40', card: 'X', value: 'J', from: '12', to: '40' })
    expect(read('5 61>g2')).toMatchObject({ card: '5', value: '5', from: '61', to: 'g2' })
    expect(read('give K')).toBeNull()
    expect(jokerValues(readAll(['X=2 1>3', 'X=A h>0', 'X=A 1>2', '5 1>6']))).toEqual(['A', '2'])
  })
  it('tells whose pieces are meant', () => {
    const pieces = [['g1', 'g2', 'g3', 'g4'], HOME, ['h', '5', 'g1', 'g3'], ['20', 'h', 'h', 'h']]
    expect(moverOf({ pieces }, 0)).toBe(2)
    expect(ownerOfMove({ pieces }, 0, { from: '5', to: '9' })).toBe(2)
    expect(ownerOfMove({ pieces }, 0, { from: 'h', to: '32' })).toBe(2)
    expect(ownerOfMove({ pieces }, 0, { from: 'g1', to: 'g2' })).toBe(2)
  })
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

describe('the words', () => {
  it('are there in both languages, with the same blanks', () => {
    const blanks = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1]!))].toSorted()
    expect(Object.keys(de).toSorted()).toEqual(Object.keys(en).toSorted())
    for (const [key, text] of Object.entries(de)) expect([key, blanks(text)]).toEqual([key, blanks((en as Record<string, string>)[key]!)])
  })
})

import { expect, test } from 'vitest'
import { type Part, partsOf, usesOf } from './notation'
import { complete, full, offers, ofShape, shapesOf, targetsOf } from './plan'

const names = '123456S'
const p = (text: string): Part[] => partsOf(`up ${text}`)
const pairs = usesOf(['up 2+1', 'up 4+1', 'up 2+1 4+1'])

/** Every move of a full house with a joker. */
function jokers(): string[] {
  const moves = [...names].flatMap((one) => [`up ${one}+1`, `up ${one}+2`])
  for (const [i, one] of [...names].entries())
    for (const other of names.slice(i + 1)) moves.push(`up ${one}+1 ${other}+1`, `up ${one}+2 ${other}+1`, `up ${one}+1 ${other}+2`)
  return moves
}

test('two pairs: one stone or both', () => {
  expect(offers(pairs, [], '')).toEqual(p('2+1 4+1'))
  expect(complete(pairs, p('2+1'))?.move).toBe('up 2+1')
  expect(full(pairs, p('2+1'))).toBe(false)
  expect(offers(pairs, p('2+1'), '')).toEqual(p('4+1'))
  expect(complete(pairs, p('4+1 2+1'))?.move).toBe('up 2+1 4+1')
  expect(full(pairs, p('4+1 2+1'))).toBe(true)
})

test('few moves need no kinds, many do', () => {
  expect(shapesOf(pairs)).toEqual([])
  expect(shapesOf(usesOf(jokers()))).toEqual(['21', '11', '2', '1'])
  expect(shapesOf(usesOf([...names].map((name) => `boost ${name}`)))).toEqual([])
})

test('of a kind the farthest step comes first, and then any other stone', () => {
  const uses = ofShape(usesOf(jokers()), '21')
  expect(offers(uses, [], '21')).toHaveLength(7)
  expect(offers(uses, [], '21').every((part) => part.steps === 2)).toBe(true)
  const then = offers(uses, p('3+2'), '21')
  expect(then).toHaveLength(6)
  expect(then.every((part) => part.steps === 1 && part.column !== 2)).toBe(true)
})

test('every move can be reached by tapping', () => {
  const all = usesOf(jokers())
  const reached = new Set<string>()
  for (const shape of shapesOf(all)) {
    const uses = ofShape(all, shape)
    const walk = (plan: Part[]): void => {
      const done = complete(uses, plan)
      if (done) reached.add(done.move)
      for (const part of offers(uses, plan, shape)) walk([...plan, part])
    }
    walk([])
  }
  expect(reached.size).toBe(all.length)
})

test('places share a column among them', () => {
  const stones = [0, 2, 0, 0, 0, 0, 6]
  expect(targetsOf(p('2+1 2+3 S+2 S+3'), stones)).toEqual([
    { column: 1, steps: 1, row: 3, from: 0, to: 4 },
    { column: 1, steps: 3, row: 5, from: 4, to: 8 },
    { column: 6, steps: 3, row: 7, from: 0, to: 8 },
  ])
})

test('where places would be too small for a finger there is only the farthest', () => {
  expect(targetsOf(p('1+1 1+2 1+3'), [0], 1)).toHaveLength(3)
  expect(targetsOf(p('1+1 1+2 1+3'), [0], 2)).toEqual([{ column: 0, steps: 3, row: 3, from: 0, to: 8 }])
  expect(targetsOf(p('1+1 1+2'), [2], 2)).toHaveLength(2)
})

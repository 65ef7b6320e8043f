import { expect, it } from 'vitest'
import type { Event, Scene } from './scene'
import { concerns, playedWay, prompt } from './texts'

const names = ['Ann', 'Bo', 'Cy', 'Di']

function promptOf(turn: number, owners: number[], left = 0): string {
  const view = { phase: 'play', turn, owners, left }
  return prompt({ view, seat: 0, names, history: [], effects: [], moves: [], actors: [turn], sides: [] } as unknown as Scene)
}

it('says whose pieces are played as soon as the server does', () => {
  expect(promptOf(1, [0, 1, 2, 3])).toBe('dog.prompt.wait')
  expect(promptOf(1, [0, 3, 2, 3])).toBe('dog.prompt.wait.partner')
  expect(promptOf(2, [0, 1, 0, 3])).toBe('dog.prompt.wait.partner.you')
  expect(promptOf(0, [2, 1, 2, 3])).toBe('dog.prompt.partner')
  expect(promptOf(0, [2, 1, 2, 3], 3)).toBe('dog.prompt.left dog.prompt.left.partner')
})

it('tells whose piece was swapped if it was one’s own', () => {
  const swapped: Event = {
    n: 1,
    type: 'played',
    move: 'J 41x11',
    card: 'J',
    value: 'J',
    seat: 2,
    owner: 2,
    from: '41',
    to: '11',
    left: 0,
    swap: 0,
  }
  expect([0, 1, 2].map((seat) => concerns(swapped, seat))).toEqual([true, false, false])
  expect([0, 1].map((seat) => playedWay(swapped, seat))).toEqual(['dog.way.swap.you', 'dog.way.swap'])
})

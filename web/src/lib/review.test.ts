import { expect, it } from 'vitest'
import type { Decision } from '../wire/http'
import { momentsOf, paces } from './review'

function decision(number: number, seat: number, lost: number, luck = 0): Decision {
  const verdict = lost >= 0.04 ? 'slip' : 'fine'
  return { number, seat, move: 'a', best: 'b', before: 0.6, after: 0.6 - lost, lost, verdict, luck, why: {} }
}

it('chooses what cost a seat most, in order', () => {
  const all = [decision(1, 0, 0.05), decision(2, 1, 0.9), decision(3, 0, 0.2), decision(5, 0, 0.06), decision(7, 0, 0.04)]
  expect(momentsOf(all, 0, false).map((one) => one.number)).toEqual([1, 3, 5])
  expect(momentsOf(all, null, false).map((one) => one.number)).toEqual([2, 3, 5])
})
it('adds what chance did, but not in a race', () => {
  const all = [decision(1, 0, 0, -0.3), decision(2, 0, 0.05), decision(3, 0, 0, 0.01)]
  expect(momentsOf(all, 0, false).map((one) => one.number)).toEqual([1, 2])
  expect(momentsOf(all, 0, true).map((one) => one.number)).toEqual([2])
})
it('tells how fast everybody was', () => {
  const steps = [0, 0, 1, 0].map((seat, i) => ({ seat: i ? seat : null, ms: i * 1000 }))
  expect(paces(steps as never, 3)).toEqual([1.5, 3, null])
})

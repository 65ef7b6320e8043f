import { describe, expect, it } from 'vitest'
import { Plan } from './geometry'
import type { Figure } from '../play/view'

const RINGS = [24, 16, 8]
const round = ({ x, y }: { x: number; y: number }) => [Math.round(x * 1000) / 1000 + 0, Math.round(y * 1000) / 1000 + 0]

describe('the board', () => {
  it('has every field of the rings on a place of its own, the usual ones on the grid', () => {
    for (const rings of [RINGS, [4, 8, 4], [96, 12, 20]]) {
      const plan = new Plan(rings, 4, 0)
      rings.forEach((ring, i) => {
        const places = new Set(Array.from({ length: ring }, (_, index) => round(plan.field(i + 1, index)).join()))
        expect(places.size).toBe(ring)
      })
    }
    const usual = new Plan(RINGS, 4, 0)
    expect(round(usual.field(1, 1))).toEqual([-3, 2])
    expect(usual.spacing(3)).toBe(1)
  })

  it('goes clockwise from the near corner of who looks', () => {
    const plan = new Plan(RINGS, 4, 2)
    expect(round(plan.at(2, [1, 0]))).toEqual([-3, 3])
    expect(round(plan.at(2, [1, 6]))).toEqual([-3, -3])
    expect(round(plan.at(3, [2, 0]))).toEqual([-2, -2])
    expect(round(plan.at(0, [3, 0]))).toEqual([1, -1])
    expect(round(plan.at(1, [4, 0]))).toEqual([0, 0])
  })

  it('sets two players opposite (DK-02), and a lap ends where it began', () => {
    const plan = new Plan(RINGS, 2, 0)
    expect(round(plan.at(1, [1, 0]))).toEqual([3, -3])
    expect(plan.at(1, [2, 16])).toEqual(plan.at(1, [2, 0]))
  })

  it('knows who shares a field', () => {
    const plan = new Plan(RINGS, 2, 0)
    const figures: Figure[] = [
      [1, 12],
      [1, 0],
    ]
    expect(plan.sharing(0, figures)).toEqual([1])
    expect(
      plan.sharing(0, [
        [1, 12],
        [1, 1],
      ]),
    ).toEqual([])
    expect(
      plan.sharing(1, [
        [2, 8],
        [1, 0],
      ]),
    ).toEqual([])
  })

  it('tells where each number leads and what is closed, as the server says', () => {
    const plan = new Plan(RINGS, 2, 0)
    const effect = (number: number, to: Figure, closed: boolean) => ({ move: `go ${number}`, seat: 0, from: [3, 7], to, way: [to], closed })
    const targets = plan.targets([effect(1, [3, 8], true), effect(2, [4, 0], false), effect(3, [4, 0], false)])
    expect(targets.map((target) => [target.numbers, target.place, target.closed])).toEqual([
      [[1], [3, 8], true],
      [[2, 3], [4, 0], false],
    ])
  })
})

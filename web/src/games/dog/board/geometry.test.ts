import { describe, expect, it } from 'vitest'
import { pointOf, reach, wayOf } from './geometry'

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

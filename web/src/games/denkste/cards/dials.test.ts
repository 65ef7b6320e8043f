import { describe, expect, it } from 'vitest'
import { angleFor, fits, fitsAll, fresh, moveOf, stepped, toggled, topOf, turned } from './dials'

const GO = [1, 2, 3, 4, 5, 6].map((number) => `go ${number}`)
const TWO = pairs(false)
const DOUBLES = pairs(true)

function pairs(equal: boolean): string[] {
  const all = []
  for (let a = 1; a <= 6; a += 1) for (let b = equal ? a : a + 1; b <= 6; b += 1) all.push(`stop ${a} ${b}`)
  return all
}

describe('dials', () => {
  it('come one by one where there is no room for fingers', () => {
    expect([1, 2, 3].map((count) => fitsAll(count, 374, 350))).toEqual([true, true, false])
    expect([1, 2, 3].map((count) => fitsAll(count, 360, 264))).toEqual([false, false, false])
    expect(fitsAll(3, 390, 740)).toBe(true)
  })

  it('are as many as the moves show', () => {
    expect(fresh(GO)).toEqual([null])
    expect(fresh(TWO)).toEqual([null, null])
    expect(fresh([])).toEqual([])
  })

  it('are a move in any order', () => {
    expect(moveOf(TWO, [5, 2])).toBe('stop 2 5')
    expect(moveOf(TWO, [5, null])).toBeNull()
    expect(moveOf(TWO, [5, 5])).toBeNull()
    expect(moveOf(DOUBLES, [5, 5])).toBe('stop 5 5')
  })

  it('show the same number twice only where a move does', () => {
    expect(fits(TWO, [3, 3])).toBe(false)
    expect(fits(DOUBLES, [3, 3])).toBe(true)
    expect(fits(TWO, [3, null])).toBe(true)
  })

  it('change places where a number cannot be there twice', () => {
    expect(turned(TWO, [2, 5], 0, 5)).toEqual([5, 2])
    expect(turned(TWO, [null, 5], 0, 5)).toEqual([5, null])
    expect(turned(DOUBLES, [2, 5], 0, 5)).toEqual([5, 5])
    expect(turned(GO.slice(0, 3), [1], 0, 6)).toBeNull()
    expect(turned(TWO, [2, 5], 1, null)).toEqual([2, null])
  })

  it('are turned on past numbers that the others hold', () => {
    expect(stepped(TWO, [1, 2], 0, 1)).toBe(3)
    expect(stepped(TWO, [1, 6], 0, -1)).toBe(5)
    expect(stepped(DOUBLES, [1, 2], 0, 1)).toBe(2)
    expect(stepped(GO, [null], 0, 1)).toBe(1)
    expect(stepped(GO, [null], 0, -1)).toBe(6)
    expect(stepped(['go 4'], [4], 0, 1)).toBe(4)
    expect(stepped([], [4], 0, 1)).toBeNull()
  })

  it('take a number touched on the board, and give it back', () => {
    expect(toggled(GO, [2], 5)).toEqual([5])
    expect(toggled(TWO, [null, 4], 2)).toEqual([2, 4])
    expect(toggled(TWO, [2, 4], 4)).toEqual([2, null])
    expect(toggled(TWO, [2, 4], 6)).toEqual([2, 6])
  })
})

describe('a disc', () => {
  it('is turned the short way', () => {
    expect(angleFor(1, 0)).toBe(0)
    expect(angleFor(6, 0)).toBe(60)
    expect(angleFor(2, 0)).toBe(-60)
    expect(angleFor(1, -300)).toBe(-360)
    expect(angleFor(null, 0)).toBe(30)
  })

  it('shows the number nearest to the top', () => {
    for (const number of [1, 2, 3, 4, 5, 6]) expect(topOf(angleFor(number, 20))).toBe(number)
    expect(topOf(-85)).toBe(2)
    expect(topOf(725)).toBe(1)
  })
})

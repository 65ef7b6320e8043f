import { expect, test } from 'vitest'
import type { Event } from '../scene'
import { effectsOn } from './effects'

const bare = ['.', '.', '.', '.', '.', '.', '.']
const events: Event[] = [
  { n: 0, type: 'moved_up', seat: 0, up: '2+2 4+1', stones: [] },
  { n: 1, type: 'cooled_down', seat: 0, column: '2', seats: [1] },
  { n: 2, type: 'rocket', seat: 0, column: '4' },
]

test('who moves beams and flares, who is cooled down puffs, a star shields', () => {
  expect(effectsOn(0, events, bare)).toEqual({ beams: [1, 3], puffs: [], shields: [], flares: [3] })
  expect(effectsOn(1, events, bare)).toEqual({ beams: [], puffs: [1], shields: [], flares: [] })
  expect(effectsOn(2, events, ['.', 'P', '.', '.', '.', '.', '.'])).toMatchObject({ puffs: [], shields: [1] })
  expect(effectsOn(2, events, bare)).toMatchObject({ puffs: [], shields: [] })
})

test('a head start and a rocket lift stones, too', () => {
  expect(effectsOn(1, [{ n: 0, type: 'lifted', seat: 1, columns: ['2', 'S'] }], bare).beams).toEqual([1, 6])
  expect(effectsOn(1, [{ n: 0, type: 'boosted', seat: 1, column: '3' }], bare).beams).toEqual([2])
})

import { describe, expect, it } from 'vitest'
import { awayChanges } from './notes'

const told = (...changes: Parameters<typeof awayChanges>) => awayChanges(...changes).map(({ text, person }) => `${text} ${person}`)

describe('who comes and goes', () => {
  it('is told once', () => {
    expect(told({}, { ben: 5000 }, ['anna'])).toEqual(['note.gone ben'])
    expect(told({ ben: 5000 }, { ben: 5001, carla: 0 }, ['anna'])).toEqual(['note.bot carla'])
    expect(told({ ben: 5000, carla: 0 }, { ben: 0, carla: 0 }, ['anna'])).toEqual(['note.bot ben'])
    expect(told({ ben: 0, carla: 0 }, { carla: 0 }, ['anna', 'ben'])).toEqual(['note.back ben'])
    expect(told({ carla: 0 }, {}, ['anna'])).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import type { Lobby } from '../../wire/http'
import { awayChanges, gameChanges, hostChange } from './notes'

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

describe('who is in charge, and who plays', () => {
  const people = [
    { id: 'a', name: 'Anna', here: true },
    { id: 'b', name: 'Ben', here: true },
  ]
  const lobby = (host: string, kinds: string[], seconds: number | null = null): Lobby =>
    ({
      phase: 'running',
      host,
      people,
      settings: { move_seconds: seconds },
      places: kinds.map((kind, i) => (kind === 'person' ? { kind, person: people[i]!.id } : { kind })),
    }) as unknown as Lobby

  it('is told when it changes', () => {
    const before = lobby('a', ['person', 'bot'])
    expect(gameChanges(before, before)).toEqual([])
    expect(hostChange(before, before)).toBeNull()
    const now = lobby('b', ['bot', 'person'], 30)
    expect(gameChanges(before, now).map(({ text, params }) => [text, params['name'] ?? params['n']])).toEqual([
      ['note.replaced', 'Anna'],
      ['note.taken', 'Ben'],
      ['note.clock', 30],
    ])
    expect(hostChange(before, now)).toEqual({ text: 'note.host', params: { name: 'Ben' } })
    expect(gameChanges(now, lobby('b', ['bot', 'person'])).map(({ text }) => text)).toEqual(['note.clock.off'])
  })
})

/** Opening tables. */

import type { NewTable, Place, Settings } from '../../wire/http'
import { api } from './api'
import { keepPart, nameOrGuest, randomPart, session } from '../local/me.svelte'
import { go } from '../route.svelte'

/** How many play when somebody just wants to play. */
const USUAL_PLAYERS: Record<string, number> = { 'biesti-boys': 2, denkste: 2, dog: 4, 'beam-me-up': 2, biberbande: 3 }

async function openTable(settings: Partial<Settings> & { game: string }, places: (me: string) => Place[]): Promise<string> {
  const { token, person } = await session()
  const part = randomPart()
  const table: NewTable = { name: nameOrGuest(), settings: { options: {}, ...settings } as Settings, places: places(person), part }
  const { id } = await api.open(table, token)
  keepPart(id, part)
  return id
}

async function placesOf(game: string): Promise<number> {
  return (await api.games()).games.find((one) => one.name === game)?.places ?? 4
}

/** Start a game against bots at once. */
export async function playNow(game: string, level = 'good'): Promise<void> {
  const all = await placesOf(game)
  const players = USUAL_PLAYERS[game] ?? 2
  const id = await openTable({ game, public: false, hints: true }, (person) =>
    Array.from({ length: all }, (_, i): Place =>
      i === 0 ? { kind: 'person', person } : i < players ? { kind: 'bot', level } : { kind: 'empty' },
    ),
  )
  go(`/t/${id}?start`)
}

/** Open a table for friends. */
export async function invite(game: string): Promise<void> {
  const all = await placesOf(game)
  const id = await openTable({ game }, (person) =>
    Array.from({ length: all }, (_, i): Place => (i === 0 ? { kind: 'person', person } : { kind: 'open' })),
  )
  go(`/t/${id}`)
}

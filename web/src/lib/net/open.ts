/** Opening tables. */

import type { NewTable, Place, Settings } from '../../wire/http'
import { api } from './api'
import { isLocal } from './reach.svelte'
import { keep } from '../app.svelte'
import { prefs } from '../local/prefs.svelte'
import { levelIn } from '../level'
import { partCommitment, randomPart } from '../deal/hash'
import { Witness } from '../deal/witness'
import { nameOrGuest, session } from '../local/me.svelte'
import { go } from '../route.svelte'

async function openTable(settings: Partial<Settings> & { game: string }, places: Place[]): Promise<string> {
  const part = randomPart()
  const table: NewTable = {
    name: nameOrGuest(),
    settings: { options: {}, ...settings } as Settings,
    places,
    commitment: partCommitment(part),
  }
  const { id } = await api.open(table, async () => (await session()).token)
  if (isLocal(id)) void keep()
  Witness.opened(id, part)
  return id
}

/** Start a game against bots at once, with as many as usually play it. Bots that do not have the level play an easier one. */
export async function playNow(game: string, chosen: string): Promise<void> {
  const [{ places, facts, levels }, all] = [await api.game(game), await api.games()]
  const level = levelIn(levels, chosen, Object.keys(all.levels))
  const tempo = prefs.tempo === 'tap' && facts.simultaneous ? 'normal' : prefs.tempo
  const id = await openTable(
    { game, public: false, hints: true, tempo },
    Array.from({ length: places }, (_, i): Place =>
      i === 0 ? { kind: 'person' } : i < facts.usual_players ? { kind: 'bot', level } : { kind: 'empty' },
    ),
  )
  go(`/t/${id}?start`)
}

/** Open a table for friends. */
export async function invite(game: string): Promise<void> {
  const { places } = await api.game(game)
  const tempo = prefs.tempo === 'tap' ? 'normal' : prefs.tempo
  const id = await openTable(
    { game, tempo },
    Array.from({ length: places }, (_, i): Place => (i === 0 ? { kind: 'person' } : { kind: 'open' })),
  )
  go(`/t/${id}`)
}

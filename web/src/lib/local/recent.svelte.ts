/** Tables where one was: to go on where one stopped. */

import { isLocal } from '../net/reach.svelte'
import { load, save } from './storage'

const KEY = 'tafelrunde.recent'
const MOST = 8

export interface Recent {
  id: string
  game: string
  phase: string
  at: number
}

export const recent = $state<{ tables: Recent[] }>({ tables: load<Recent[]>(KEY, []) })

/** Forget the tables of this device. */
export function forgetLocal(): void {
  recent.tables = recent.tables.filter((table) => !isLocal(table.id))
  save(KEY, recent.tables)
}

/** Remember a table, the latest first. */
export function recall(id: string, game: string, phase: string): void {
  const others = recent.tables.filter((table) => table.id !== id)
  recent.tables = [{ id, game, phase, at: Date.now() }, ...others].slice(0, MOST)
  save(KEY, recent.tables)
}

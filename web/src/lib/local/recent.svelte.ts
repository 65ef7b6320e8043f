/** Tables where one was: to go on where one stopped. */

const KEY = 'tafelrunde.recent'
const MOST = 8

export interface Recent {
  id: string
  game: string
  phase: string
  at: number
}

function kept(): Recent[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Recent[]
  } catch {
    return []
  }
}

export const recent = $state<{ tables: Recent[] }>({ tables: kept() })

function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(recent.tables))
  } catch {
    // Then it is forgotten.
  }
}

/** Remember a table, the latest first. */
export function recall(id: string, game: string, phase: string): void {
  const others = recent.tables.filter((table) => table.id !== id)
  recent.tables = [{ id, game, phase, at: Date.now() }, ...others].slice(0, MOST)
  keep()
}

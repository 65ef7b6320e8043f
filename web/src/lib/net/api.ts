/** What is asked over HTTP. */

import type {
  Address,
  Found,
  Games,
  Lobby,
  NewTable,
  Opened,
  Practice,
  Practised,
  Record as GameRecord,
  Refusal,
  Reviewed,
  Rules,
  ShownGame,
  Session,
  Step,
  Steps,
  Tables,
} from '../../wire/http'
import type { Typed } from './game'

/** The server said no, and why; `refusal` has the texts. Without one the server could not be reached. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly refusal: Refusal | null,
  ) {
    super(refusal?.code ?? 'no-connection')
  }
}

interface Options {
  method?: string
  body?: unknown
  token?: string | undefined
}

/** Ask the server; Refused if it says no. */
export async function ask<T>(path: string, { method = 'GET', body, token }: Options = {}): Promise<T> {
  const headers: Record<string, string> = {}
  if (token) headers.authorization = `Bearer ${token}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  let answer: Response
  try {
    answer = await fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  } catch {
    throw new Refused(0, null)
  }
  const data: unknown = await answer.json().catch(() => null)
  if (!answer.ok) throw new Refused(answer.status, isRefusal(data) ? data : null)
  return data as T
}

function isRefusal(data: unknown): data is Refusal {
  return typeof data === 'object' && data !== null && 'code' in data && 'texts' in data
}

let games: Promise<Games> | null = null

export const api = {
  session: (name: string) => ask<Session>('/api/session', { method: 'POST', body: { name } }),
  /** The games; asked once, or as long as the server is still preparing some of them. */
  games(): Promise<Games> {
    games ??= ask<Games>('/api/games').then(
      (found) => {
        if (found.games.some(({ ready }) => ready.length < 2)) games = null
        return found
      },
      (error: unknown) => {
        games = null
        throw error
      },
    )
    return games
  },
  /** One of them. */
  async game(name: string): Promise<ShownGame> {
    const game = (await api.games()).games.find((one) => one.name === name)
    if (!game) throw new Refused(404, null)
    return game
  },
  rules: (game: string) => ask<Rules>(`/api/rules/${game}`),
  tables: (offset = 0) => ask<Tables>(`/api/tables?offset=${offset}`),
  table: (id: string, token?: string) => ask<Lobby>(`/api/tables/${encodeURIComponent(id)}`, { token }),
  code: (code: string) => ask<Found>(`/api/codes/${encodeURIComponent(code)}`),
  open: (table: NewTable, token: string) => ask<Opened>('/api/tables', { method: 'POST', body: table, token }),
  record: (id: string, token?: string) => ask<GameRecord>(`/api/records/${id}`, { token }),
  steps: (id: string, seat: string, from: number, token?: string) =>
    ask<Omit<Steps, 'steps'> & { steps: Typed<Step>[] }>(`/api/records/${id}/steps?seat=${seat}&from=${from}`, { token }),
  practise: (practice: Practice) => ask<Typed<Practised>>('/api/practice', { method: 'POST', body: practice }),
  address: () => ask<Address>('/api/address'),
  review: (id: string, token?: string) => ask<Reviewed>(`/api/records/${id}/review`, { token }),
}

/** What is asked over HTTP. */

import type {
  Address,
  Analysed,
  Found,
  Games,
  Lobby,
  NewTable,
  Opened,
  Practice,
  Practised,
  Refusal,
  Reviewed,
  Rules,
  ShownGame,
  Session,
  Step,
  Steps,
  Tables,
  ToAnalyse,
} from '../../wire/http'
import { isKept } from '../app.svelte'
import type { Typed } from './game'
import { isLocal, reach, SITE } from './reach.svelte'
import { Refused } from './refused'

export { Refused }

interface Options {
  method?: string
  body?: unknown
  token?: string | undefined
  /** A body that is JSON already, in the place of `body`. */
  text?: string
}

/** Ask the server; Refused if it says no. What concerns a table of this device is asked here. */
export async function ask<T>(path: string, options: Options = {}): Promise<T> {
  return JSON.parse(await askText(path, options)) as T
}

/** The same, as text: numbers may have more digits than JavaScript reads. */
export async function askText(path: string, { method = 'GET', body, text: written, token }: Options = {}): Promise<string> {
  const [, table] = /\/(?:tables|records)\/(\w+)/.exec(path) ?? []
  if (table && isLocal(table)) return (await here()).askLocal(path, method, body)
  if (SITE) throw new Refused(0, null)
  const headers: Record<string, string> = {}
  if (token) headers.authorization = `Bearer ${token}`
  const sent = body === undefined ? written : JSON.stringify(body)
  if (sent !== undefined) headers['content-type'] = 'application/json'
  let answer: Response
  try {
    answer = await fetch(path, { method, headers, ...(sent === undefined ? {} : { body: sent }) })
  } catch {
    throw new Refused(0, null)
  }
  // The service worker answers for a server that is away, so that the browser does not complain.
  if (answer.headers.has('x-away')) throw new Refused(0, null)
  const text = await answer.text().catch(() => '')
  if (!answer.ok) throw new Refused(answer.status, refusalIn(text))
  return text
}

function refusalIn(text: string): Refusal | null {
  try {
    const data: unknown = JSON.parse(text)
    return isRefusal(data) ? data : null
  } catch {
    return null
  }
}

/** The tables of this device; loaded when there are some. */
const here = (): Promise<typeof import('./local')> => import('./local')

/** What the server says; if there is none, what is known here. */
async function orHere<T>(asked: () => Promise<T>, otherwise: (local: typeof import('./local')) => Promise<T>): Promise<T> {
  if (reach.server) {
    try {
      return await asked()
    } catch (error) {
      if (!(error instanceof Refused) || error.refusal) throw error
    }
  }
  const found = await otherwise(await here())
  reach.server = false
  return found
}

function isRefusal(data: unknown): data is Refusal {
  return typeof data === 'object' && data !== null && 'code' in data && 'texts' in data
}

let games: Promise<Games> | null = null
const localGames = async ({ localFile, localSpeed }: typeof import('./local')): Promise<Games> => ({
  ...(await localFile<Games>('games.json')),
  speed: localSpeed(),
})
const askGames = (): Promise<Games> => ask<Games>('/api/games')

/** Records whose review is worked out here. */
const records = new Map<string, Promise<string>>()

async function reviewHere(id: string, token?: string): Promise<Reviewed> {
  const record = records.get(id) ?? askText(`/api/records/${id}`, { token })
  records.set(id, record)
  return JSON.parse(await (await here()).askLocal('/api/review', 'POST', await record)) as Reviewed
}

export const api = {
  session: (name: string) => ask<Session>('/api/session', { method: 'POST', body: { name } }),
  /** The games; asked once, or as long as the server is still preparing some of them. */
  games(): Promise<Games> {
    games ??= orHere(askGames, localGames).then(
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
  /** Ask whether the server is back. */
  async back(): Promise<void> {
    const found = await askGames()
    reach.server = true
    games = Promise.resolve(found)
  },
  /** One of them. */
  async game(name: string): Promise<ShownGame> {
    const game = (await api.games()).games.find((one) => one.name === name)
    if (!game) throw new Refused(404, null)
    return game
  },
  rules: (game: string) =>
    orHere(
      () => ask<Rules>(`/api/rules/${game}`),
      (local) => local.localFile<Rules>(`rules-${game}.json`),
    ),
  tables: (offset = 0) => ask<Tables>(`/api/tables?offset=${offset}`),
  table: (id: string, token?: string) => ask<Lobby>(`/api/tables/${encodeURIComponent(id)}`, { token }),
  code: (code: string) => ask<Found>(`/api/codes/${encodeURIComponent(code)}`),
  /** Open a table, on this device if there is no server. */
  open: (table: NewTable, token: () => Promise<string>) =>
    orHere(
      async () => ask<Opened>('/api/tables', { method: 'POST', body: table, token: await token() }),
      async (local) => JSON.parse(await local.askLocal('/api/tables', 'POST', table)) as Opened,
    ),
  /** A record as it came: its seed has more digits than a number in JavaScript. */
  record: (id: string, token?: string) => askText(`/api/records/${id}`, { token }),
  /** Send a finished game of this device to the server; what it is called there. */
  send: async (id: string, token: string) =>
    ask<Opened>('/api/records', { method: 'POST', text: await askText(`/api/records/${id}/parcel`), token }),
  steps: (id: string, seat: string, from: number, token?: string) =>
    ask<Omit<Steps, 'steps'> & { steps: Typed<Step>[] }>(`/api/records/${id}/steps?seat=${seat}&from=${from}`, { token }),
  practise: (practice: Practice) =>
    orHere(
      () => ask<Typed<Practised>>('/api/practice', { method: 'POST', body: practice }),
      async (local) => JSON.parse(await local.askLocal('/api/practice', 'POST', practice)) as Typed<Practised>,
    ),
  /** Where these pages came with everything that is needed it is worked out here. */
  analyse: async (asked: ToAnalyse): Promise<Typed<Analysed>> => {
    const { local } = await api.games()
    if (local) return JSON.parse(await (await here()).askLocal('/api/analysis', 'POST', asked)) as Typed<Analysed>
    return ask<Typed<Analysed>>('/api/analysis', { method: 'POST', body: asked })
  },
  address: () => ask<Address>('/api/address'),
  /** The review of a game, as far as it is worked out: here if everything for that is here, else by the server. */
  async review(id: string, token?: string): Promise<Reviewed> {
    const fromServer = (): Promise<Reviewed> => ask<Reviewed>(`/api/records/${id}/review`, { token })
    return !isLocal(id) && (await isKept()) ? reviewHere(id, token).catch(fromServer) : fromServer()
  },
}

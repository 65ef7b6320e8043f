/** The games of this device, in IndexedDB: what happened at a table, row by row, and a list of tables. */

export interface Row {
  table: string
  version: number
  at: number
  act: string
  wish: string | null
}
export interface Listed {
  id: string
  game: string
  phase: string
  at: number
}
/** All of it, as a file. */
export interface Export {
  tafelrunde: 1
  tables: Listed[]
  rows: Row[]
}

const changes = new BroadcastChannel('tafelrunde.local')
let opened: Promise<IDBDatabase> | null = null

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((done, fail) => {
    const request = indexedDB.open('tafelrunde', 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('rows', { keyPath: ['table', 'version'] })
      request.result.createObjectStore('tables', { keyPath: 'id' })
    }
    request.onsuccess = () => done(request.result)
    request.onerror = () => fail(request.error ?? new Error('no database'))
  })
  return opened
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => fail(request.error ?? new Error('not read'))
  })
}

/** The end of a transaction: whether it was written; false if a row was there already. */
function written(transaction: IDBTransaction): Promise<boolean> {
  return new Promise((done, fail) => {
    transaction.oncomplete = () => done(true)
    transaction.onabort = () => {
      if (transaction.error?.name === 'ConstraintError') done(false)
      else fail(transaction.error ?? new Error('not written'))
    }
  })
}

const rowsOf = (table: string, after = 0): IDBKeyRange => IDBKeyRange.bound([table, after + 1], [table, Infinity])

/** The rows of a table after a version, as JSON. */
export async function read(table: string, after: number): Promise<string> {
  const found = await result((await open()).transaction('rows').objectStore('rows').getAll(rowsOf(table, after)))
  return JSON.stringify(found)
}

/** Write rows and what a list shows of the table; false, and nothing is written, if another page was faster. */
export async function append(table: string, rows: string, summary: string): Promise<boolean> {
  const transaction = (await open()).transaction(['rows', 'tables'], 'readwrite', { durability: 'strict' })
  const done = written(transaction)
  for (const row of JSON.parse(rows) as Omit<Row, 'table'>[]) transaction.objectStore('rows').add({ table, ...row })
  const { game, phase } = JSON.parse(summary) as Pick<Listed, 'game' | 'phase'>
  transaction.objectStore('tables').put({ id: table, game, phase, at: Date.now() } satisfies Listed)
  const ok = await done
  if (ok) changes.postMessage(table)
  return ok
}

/** Listen to what other pages of this browser write. */
export function onChange(heard: (table: string) => void): void {
  changes.onmessage = ({ data }: MessageEvent<string>) => heard(data)
}

/** All tables of this device, the latest first. */
export async function tables(): Promise<Listed[]> {
  const found = await result<Listed[]>((await open()).transaction('tables').objectStore('tables').getAll())
  return found.sort((a, b) => b.at - a.at)
}

/** All tables of this device, or only one. */
export async function exported(only?: string): Promise<Export> {
  const transaction = (await open()).transaction(['rows', 'tables'])
  const [rows, listed] = await Promise.all([
    result<Row[]>(transaction.objectStore('rows').getAll()),
    result<Listed[]>(transaction.objectStore('tables').getAll()),
  ])
  const wanted = (table: string): boolean => !only || table === only
  return { tafelrunde: 1, tables: listed.filter(({ id }) => wanted(id)), rows: rows.filter(({ table }) => wanted(table)) }
}

/** Whether this is a file that `exported` made. */
export function isExport(found: unknown): found is Export {
  const { tafelrunde, tables, rows } = (found ?? {}) as Partial<Export>
  const isRow = (row: Partial<Row>): boolean =>
    /^local[a-z0-9]+$/.test(row.table ?? '') && Number.isInteger(row.version) && typeof row.at === 'number' && typeof row.act === 'string'
  const isTable = (table: Partial<Listed>): boolean => typeof table.id === 'string' && typeof table.game === 'string'
  return tafelrunde === 1 && Array.isArray(tables) && Array.isArray(rows) && rows.every(isRow) && tables.every(isTable)
}

/** Take over the tables of a file; those that are here already stay as they are. How many are new. */
export async function imported({ tables: listed, rows }: Export): Promise<number> {
  const known = new Set((await tables()).map(({ id }) => id))
  const fresh = listed.filter(({ id }) => !known.has(id))
  const ids = new Set(fresh.map(({ id }) => id))
  const transaction = (await open()).transaction(['rows', 'tables'], 'readwrite', { durability: 'strict' })
  const done = written(transaction)
  for (const table of fresh) transaction.objectStore('tables').put(table)
  for (const row of rows) if (ids.has(row.table)) transaction.objectStore('rows').put(row)
  await done
  return fresh.length
}

/** Delete all tables of this device. */
export async function forgetTables(): Promise<void> {
  const transaction = (await open()).transaction(['rows', 'tables'], 'readwrite')
  const done = written(transaction)
  transaction.objectStore('rows').clear()
  transaction.objectStore('tables').clear()
  await done
}

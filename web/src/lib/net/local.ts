/** Tables of this device: played without a server, by a worker that is started when it is needed. */

import type { Answer, Order } from '../../local/messages'
import { Refused } from './refused'
import type { Refusal } from '../../wire/http'

const ROOT = new URL(`${import.meta.env.BASE_URL}local/`, document.baseURI)
let folder: Promise<string> | null = null

/** Where everything is that is needed; Refused if these pages came without it, or it cannot be reached. */
export function localFolder(): Promise<string> {
  folder ??= fetch(new URL('manifest.json', ROOT))
    .then(async (answer) => {
      if (!answer.ok) throw new Error(String(answer.status))
      const { version } = (await answer.json()) as { version: string }
      return new URL(`${version}/`, ROOT).href
    })
    .catch(() => {
      folder = null
      throw new Refused(0, null)
    })
  return folder
}

/** What a server would tell of the games. */
export async function localFile<T>(name: string): Promise<T> {
  const answer = await fetch(`${await localFolder()}${name}`).catch(() => null)
  if (!answer?.ok) throw new Refused(answer?.status ?? 0, null)
  return (await answer.json()) as T
}

export interface Started {
  worker: Worker
  /** Refused if it cannot start. */
  ready: Promise<void>
}
let started: Promise<Started> | null = null
let number = 0
const asked = new Map<number, (answer: Extract<Answer, { kind: 'answer' | 'failed' }>) => void>()
const sockets = new Map<number, LocalSocket>()

/** How fast time runs at tables of this device. */
export function localSpeed(): number {
  return Number(sessionStorage.getItem('tafelrunde.speed') ?? 1)
}

/** A worker that can all of this. `hear` is told what it answers. */
export async function startWorker(hear: (answer: Answer) => void): Promise<Started> {
  const at = await localFolder()
  const speed = localSpeed()
  const worker = new Worker(new URL('../../local/worker.ts', import.meta.url), { type: 'module' })
  const ready = new Promise<void>((done, fail) => {
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.kind === 'ready') done()
      else if (data.kind === 'failed' && data.id === undefined) fail(new Refused(0, null))
      hear(data)
    }
    worker.onerror = () => fail(new Refused(0, null))
    worker.postMessage({ kind: 'boot', folder: at, speed } satisfies Order)
  })
  return { worker, ready }
}

/** The worker; it may be told what is wanted before it is ready, and prepares that meanwhile. */
function host(): Promise<Started> {
  started ??= startWorker(hear).then(
    (found) => {
      found.ready.catch(() => (started = null))
      return found
    },
    (error: unknown) => {
      started = null
      throw error
    },
  )
  return started
}

function post(order: Order): Promise<void> {
  return host().then(({ worker, ready }) => {
    worker.postMessage(order)
    return ready
  })
}

function hear(answer: Answer): void {
  if (answer.kind === 'answer' || (answer.kind === 'failed' && answer.id !== undefined)) {
    asked.get(answer.id!)?.(answer)
    asked.delete(answer.id!)
  } else if (answer.kind === 'failed') console.error(answer.reason)
  else if (answer.kind !== 'ready') sockets.get(answer.socket)?.hear(answer)
}

/** Ask what would be asked of a server; the answer is JSON. A body that is a text is JSON already. */
export async function askLocal(path: string, method = 'GET', body: unknown = ''): Promise<string> {
  const id = ++number
  const answered = new Promise<Extract<Answer, { kind: 'answer' | 'failed' }>>((done) => asked.set(id, done))
  await post({ kind: 'ask', id, method, path, body: typeof body === 'string' ? body : JSON.stringify(body) })
  const answer = await answered
  if (answer.kind === 'failed') throw new Error(answer.reason)
  if (answer.status >= 400) throw new Refused(answer.status, JSON.parse(answer.text) as Refusal)
  return answer.text
}

/** What `Connection` needs of a WebSocket, for a table of this device. */
export class LocalSocket {
  readyState: number = WebSocket.CONNECTING
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  readonly #number = ++number

  constructor(table: string) {
    sockets.set(this.#number, this)
    post({ kind: 'open', socket: this.#number, table }).catch(() => this.#end())
  }

  send(text: string): void {
    void post({ kind: 'send', socket: this.#number, text })
  }

  close(): void {
    post({ kind: 'close', socket: this.#number }).catch(() => undefined)
    this.#end()
  }

  hear(answer: Extract<Answer, { socket: number }>): void {
    if (answer.kind === 'closed') this.#end()
    else if (answer.kind === 'message') this.onmessage?.({ data: answer.text })
    else if (this.readyState === WebSocket.CONNECTING) {
      this.readyState = WebSocket.OPEN
      this.onopen?.()
    }
  }

  #end(): void {
    if (this.readyState === WebSocket.CLOSED) return
    this.readyState = WebSocket.CLOSED
    sockets.delete(this.#number)
    setTimeout(() => this.onclose?.())
  }
}

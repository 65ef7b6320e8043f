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

let worker: Promise<Worker> | null = null
let number = 0
const asked = new Map<number, (answer: Extract<Answer, { kind: 'answer' | 'failed' }>) => void>()
const sockets = new Map<number, LocalSocket>()

async function start(): Promise<Worker> {
  const at = await localFolder()
  const speed = Number(sessionStorage.getItem('tafelrunde.speed') ?? 1)
  const started = new Worker(new URL('../../local/worker.ts', import.meta.url), { type: 'module' })
  await new Promise<void>((done, fail) => {
    started.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.kind === 'ready') done()
      else if (data.kind === 'failed' && data.id === undefined && !sockets.size) fail(new Refused(0, null))
      hear(data)
    }
    started.onerror = () => fail(new Refused(0, null))
    started.postMessage({ kind: 'boot', folder: at, speed } satisfies Order)
  })
  return started
}

function host(): Promise<Worker> {
  worker ??= start().catch((error: unknown) => {
    worker = null
    throw error
  })
  return worker
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
  const at = await host()
  const id = ++number
  const answer = await new Promise<Extract<Answer, { kind: 'answer' | 'failed' }>>((done) => {
    asked.set(id, done)
    at.postMessage({ kind: 'ask', id, method, path, body: typeof body === 'string' ? body : JSON.stringify(body) } satisfies Order)
  })
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
    host().then(
      (at) => at.postMessage({ kind: 'open', socket: this.#number, table } satisfies Order),
      () => this.#end(),
    )
  }

  send(text: string): void {
    void host().then((at) => at.postMessage({ kind: 'send', socket: this.#number, text } satisfies Order))
  }

  close(): void {
    void host().then((at) => at.postMessage({ kind: 'close', socket: this.#number } satisfies Order))
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

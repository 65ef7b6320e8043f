/** A table without a server: Python in Pyodide over WebAssembly, in a worker. It speaks as `messages.ts` says. */

import type { PyodideAPI } from 'pyodide'
import type { Answer, Order } from './messages'
import { append, onChange, read } from './store'

/** Whether these pages are a site, whose server may compress nothing. */
const SITE = import.meta.env.MODE === 'site'

interface Boot {
  boot: (folder: string, get: (name: string) => Promise<ArrayBuffer>, getNow: (name: string) => ArrayBuffer) => Started
}
interface Started {
  python: Promise<PyodideAPI>
  /** Make sure that the rules and bots of a game are there. */
  need(game: string): Promise<unknown>
}
interface Host {
  connect(socket: number, table: string): void
  disconnect(socket: number): void
  hear(socket: number, text: string): Promise<void>
  refresh(table: string): Promise<void>
  ask(method: string, path: string, body: string): Promise<string>
}
interface Ready extends Started {
  host: Promise<Host>
}

const tell = (answer: Answer): void => postMessage(answer)
let ready: Promise<Ready> | null = null

async function bytes(url: string): Promise<ArrayBuffer> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return answer.arrayBuffer()
}

/** The same for Python, which cannot wait: only a worker may ask like this. */
function bytesNow(url: string): ArrayBuffer {
  const request = new XMLHttpRequest()
  request.open('GET', url, false)
  request.responseType = 'arraybuffer'
  request.send()
  if (request.status !== 200) throw new Error(`${url}: ${request.status}`)
  return request.response as ArrayBuffer
}

/** A file of which a site has only the compressed form. */
async function unpacked(url: string): Promise<ArrayBuffer> {
  const packed = new Response(await bytes(`${url}.gz`)).body!
  return new Response(packed.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
}

async function boot(folder: string, speed: number): Promise<Ready> {
  const { boot: start } = (await import(/* @vite-ignore */ `${folder}boot.mjs`)) as Boot
  const get = (name: string): Promise<ArrayBuffer> => (SITE && name.endsWith('.bin') ? unpacked : bytes)(`${folder}${name}`)
  const started = start(folder, get, (name) => bytesNow(`${folder}${name}`))
  return { ...started, host: started.python.then((python) => open(python, speed)) }
}

/** The tables of this device. */
function open(python: PyodideAPI, speed: number): Host {
  const { Host } = python.pyimport('tafelrunde.browser.local.host')
  const kept = python.pyimport('tafelrunde.kernel.targets.kept')
  const send = (socket: number, text: string): void => tell({ kind: 'message', socket, text })
  const close = (socket: number): void => tell({ kind: 'closed', socket })
  const host = Host({ read, append }, send, close, speed) as Host
  onChange((table) => void host.refresh(table))
  // What bots work out beside is done in small pieces between messages.
  setInterval(() => kept.step(), 100)
  return host
}

/** The game of a table, from its first entry. */
async function gameOf(table: string): Promise<string | null> {
  const [first] = JSON.parse(await read(table, 0)) as { act: string }[]
  if (!first) return null
  const act = JSON.parse(first.act) as [string, { settings: { game: string } }]
  return act[1].settings.game
}

/** The games that a request needs. */
async function gamesIn(path: string, body: string): Promise<string[]> {
  const table = /\/(local[a-z0-9]+)/.exec(path)?.[1]
  if (table) return [await gameOf(table)].filter((game) => game !== null)
  const { settings, position, start, game } = JSON.parse(body || '{}') as Record<string, never> & {
    settings?: { game: string }
    position?: { game: string }
    start?: { game: string }
    game?: string
  }
  return [settings?.game ?? position?.game ?? start?.game ?? game].filter((name) => name !== undefined)
}

async function obey(order: Order): Promise<void> {
  if (order.kind === 'boot') {
    ready = boot(order.folder, order.speed)
    await (
      await ready
    ).host
    tell({ kind: 'ready' })
    return
  }
  if (!ready) throw new Error('not booted')
  const { host, need } = await ready
  switch (order.kind) {
    case 'ask': {
      await Promise.all((await gamesIn(order.path, order.body)).map((game) => need(game).catch(() => undefined)))
      const answer = await (await host).ask(order.method, order.path, order.body)
      const blank = answer.indexOf(' ')
      tell({ kind: 'answer', id: order.id, status: Number(answer.slice(0, blank)), text: answer.slice(blank + 1) })
      break
    }
    case 'open': {
      const game = await gameOf(order.table)
      if (game) await need(game)
      ;(await host).connect(order.socket, order.table)
      tell({ kind: 'opened', socket: order.socket })
      break
    }
    case 'send':
      await (await host).hear(order.socket, order.text)
      break
    case 'close':
      ;(await host).disconnect(order.socket)
  }
}

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  obey(data).catch((error: unknown) => {
    tell({ kind: 'failed', reason: String(error), ...('id' in data ? { id: data.id } : {}) })
  })
})

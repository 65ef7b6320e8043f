/** A table without a server: Python in Pyodide over WebAssembly, in a worker. It speaks as `messages.ts` says. */

import type { PyodideAPI } from 'pyodide'
import type { Answer, Order } from './messages'
import { append, onChange, read } from './store'

interface Module {
  bind: (exports: WebAssembly.Exports, description: unknown, memory: () => unknown) => unknown
}
interface Host {
  connect(socket: number, table: string): void
  disconnect(socket: number): void
  hear(socket: number, text: string): Promise<void>
  refresh(table: string): Promise<void>
  ask(method: string, path: string, body: string): Promise<string>
}
interface Ready {
  host: Host
  /** Make sure that the rules and bots of a game are there. */
  need(game: string): Promise<void>
}

const tell = (answer: Answer): void => postMessage(answer)
let ready: Promise<Ready> | null = null

async function bytes(url: string): Promise<ArrayBuffer> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return answer.arrayBuffer()
}

async function boot(folder: string, speed: number): Promise<Ready> {
  const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as typeof import('pyodide')
  const { bind } = (await import(/* @vite-ignore */ `${folder}bind.mjs`)) as Module
  const pack = bytes(`${folder}python.zip`)
  const lockFileContents = await (await fetch(`${folder}lock.json`)).text()
  const python: PyodideAPI = await loadPyodide({ indexURL: folder, stdLibURL: `${folder}python_stdlib.zip`, lockFileContents })
  python.unpackArchive(new Uint8Array(await pack), 'zip', { extractDir: '/site' })
  python.runPython("import sys; sys.path.insert(0, '/site')")
  const compiled = python.pyimport('tafelrunde.kernel.compiled')
  const kept = python.pyimport('tafelrunde.kernel.targets.kept')
  const loaded = new Map<string, Promise<void>>()

  async function load(name: string): Promise<void> {
    const [code, description] = await Promise.all([bytes(`${folder}${name}.wasm`), (await fetch(`${folder}${name}.json`)).json()])
    const { instance } = await WebAssembly.instantiate(code, {})
    compiled.bind(
      python.toPy(description),
      bind(instance.exports, description, () => compiled.memory.getBuffer('u8')),
    )
  }

  const { Host } = python.pyimport('tafelrunde.browser.local.host')
  const send = (socket: number, text: string): void => tell({ kind: 'message', socket, text })
  const close = (socket: number): void => tell({ kind: 'closed', socket })
  const host = Host({ read, append }, send, close, speed) as Host
  onChange((table) => void host.refresh(table))
  // What bots work out beside is done in small pieces between messages.
  setInterval(() => kept.step(), 100)
  return {
    host,
    need(game) {
      let found = loaded.get(game)
      if (!found) {
        found = Promise.all([load(`${game}-rules`), load(`${game}-bots`)]).then(() => undefined)
        loaded.set(game, found)
      }
      return found
    },
  }
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
  const { settings, position, game } = JSON.parse(body || '{}') as Record<string, never> & {
    settings?: { game: string }
    position?: { game: string }
    game?: string
  }
  return [settings?.game ?? position?.game ?? game].filter((name) => name !== undefined)
}

async function obey(order: Order): Promise<void> {
  if (order.kind === 'boot') {
    ready = boot(order.folder, order.speed)
    await ready
    tell({ kind: 'ready' })
    return
  }
  if (!ready) throw new Error('not booted')
  const { host, need } = await ready
  switch (order.kind) {
    case 'ask': {
      await Promise.all((await gamesIn(order.path, order.body)).map((game) => need(game).catch(() => undefined)))
      const answer = await host.ask(order.method, order.path, order.body)
      const blank = answer.indexOf(' ')
      tell({ kind: 'answer', id: order.id, status: Number(answer.slice(0, blank)), text: answer.slice(blank + 1) })
      break
    }
    case 'open': {
      const game = await gameOf(order.table)
      if (game) await need(game)
      host.connect(order.socket, order.table)
      tell({ kind: 'opened', socket: order.socket })
      break
    }
    case 'send':
      await host.hear(order.socket, order.text)
      break
    case 'close':
      host.disconnect(order.socket)
  }
}

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  obey(data).catch((error: unknown) => {
    tell({ kind: 'failed', reason: String(error), ...('id' in data ? { id: data.id } : {}) })
  })
})

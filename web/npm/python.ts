/** Python in Pyodide, started when the first game is loaded, and what is asked of it. */

import { loadPyodide, type PyodideAPI } from 'pyodide'
import { bind } from './bind.mjs'
import { parse, stringify } from './numbers.js'
import { refusal, type Described } from './refusals.js'

/** Where the files are that cannot be imported, if not in `node_modules`. */
export interface Places {
  /** The folder `files` of this package. */
  files?: string | URL
  /** The package `pyodide`. */
  pyodide?: string
}

/** An object of Python. */
export type Subject = object
interface Library {
  ask(subject: Subject, name: string, given: string, named: string): string
  make(subject: Subject, name: string, given: string, named: string): Subject | string
}
interface Started {
  python: PyodideAPI
  library: Library & Subject
  face: Subject
}

let places: Places = {}
let starting: Promise<Started> | null = null
let started: Started | null = null
/** The modules of each game. */
const loading = new Map<string, Promise<void>>()

/** Say where the files are, before the first game is loaded. Node needs that as little as pages that are served as they are. */
export function configure(given: Places): void {
  if (starting) throw new Error('Python has started already')
  places = given
}

async function read(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const url = new URL(
    name,
    places.files ? new URL(places.files, globalThis.document?.baseURI) : new URL(/* @vite-ignore */ '../../files/', import.meta.url),
  )
  if (url.protocol === 'file:') {
    const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ 'node:fs/promises')
    return Uint8Array.from(await readFile(url))
  }
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url.href}: ${answer.status}`)
  return new Uint8Array(await answer.arrayBuffer())
}

async function start(): Promise<Started> {
  const [python, archive] = await Promise.all([loadPyodide(places.pyodide ? { indexURL: places.pyodide } : {}), read('python.zip')])
  python.unpackArchive(archive, 'zip', { extractDir: '/site' })
  python.runPython("import sys; sys.path.insert(0, '/site')")
  started = {
    python,
    library: python.pyimport('tafelrunde.browser.library') as Library & Subject,
    face: python.pyimport('tafelrunde') as Subject,
  }
  return started
}

async function loadModule(name: string): Promise<void> {
  const [{ python }, code, text] = await Promise.all([begin(), read(`${name}.wasm`), read(`${name}.json`)])
  const compiled = python.pyimport('tafelrunde.kernel.compiled')
  const description: unknown = JSON.parse(new TextDecoder().decode(text))
  const { instance } = await WebAssembly.instantiate(code, {})
  compiled.bind(
    python.toPy(description),
    bind(instance.exports, description, () => compiled.memory.getBuffer('u8')),
  )
}

function begin(): Promise<Started> {
  starting ??= start().catch((error: unknown) => {
    starting = null
    throw error
  })
  return starting
}

/** Have Python. */
export async function begun(): Promise<void> {
  await begin()
}

/** Have Python, and the rules and bots of a game. */
export async function need(game: string): Promise<void> {
  await begin()
  let found = loading.get(game)
  if (!found) {
    found = Promise.all([loadModule(`${game}-rules`), loadModule(`${game}-bots`)]).then(() => undefined)
    found.catch(() => loading.delete(game))
    loading.set(game, found)
  }
  await found
}

function ready(): Started {
  if (!started) throw new Error('load a game first')
  return started
}

/** The package's own functions in Python: `load`, `replay` and so on. */
export const face = (): Subject => ready().face
/** What it has in addition for us. */
export const library = (): Subject => ready().library

/** What a method returns, or an attribute is. Raises the three errors. */
export function ask(subject: Subject, name: string, given: readonly unknown[] = []): unknown {
  const said = ready().library.ask(subject, name, stringify(given), '{}')
  if (said.startsWith('!')) throw refusal(parse(said.slice(1)) as Described)
  return parse(said.slice(1))
}

/** What a method returns, to be asked in turn. Raises the three errors. */
export function make(subject: Subject, name: string, given: readonly unknown[] = [], named: object = {}): Subject {
  const made = ready().library.make(subject, name, stringify(given), stringify(named))
  if (typeof made === 'string') throw refusal(parse(made.slice(1)) as Described)
  return made
}

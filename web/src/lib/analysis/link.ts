/** An analysis as part of an address: its start and its moves as JSON, compressed, in letters that addresses may have. */

import { type Node, ROOT } from './tree'

/** Where a game begins: a position, or `game`, `options` and `seed` for one that is dealt. */
export interface Start {
  game: string
  options?: Record<string, unknown>
  /** A whole number in digits: it has too many for a number of JavaScript. */
  seed?: string
  [field: string]: unknown
}

/** Whose eyes: a seat's, everybody's, or those of whoever may act. */
export type Eyes = number | 'public' | 'actor'

export interface Study {
  start: Start
  nodes: readonly Node[]
  at: number
  eyes: Eyes
  /** Who was last looked through. */
  seat: number | null
}

/** [seat, move], and which move it follows unless that is the one before. */
type Packed = [seat: number | null, move: string, after?: number]
interface Written {
  v: 1
  s: Start
  n: Packed[]
  a: number
  e: Eyes
  w: number | null
}

/** What an address may grow to when it is unpacked: nobody shall be able to fill a browser with one. */
const MOST = 1_000_000

export class BadLink extends Error {}

export async function pack({ start, nodes, at, eyes, seat }: Study): Promise<string> {
  const n = nodes.map(({ seat, move, after }, i): Packed => (after === i - 1 ? [seat, move] : [seat, move, after]))
  const text = JSON.stringify({ v: 1, s: start, n, a: at, e: eyes, w: seat } satisfies Written)
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const letters = String.fromCharCode(...new Uint8Array(await new Response(packed).arrayBuffer()))
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** What an address says; BadLink if it is broken. */
export async function unpack(text: string): Promise<Study> {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
    return read(JSON.parse(await inflated(bytes)))
  } catch (error) {
    throw new BadLink(String(error))
  }
}

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true })
    if (text.length > MOST) throw new BadLink('too long')
  }
  return text + decoder.decode()
}

function read(found: unknown): Study {
  const { v, s, n, a, e, w } = found as Partial<Written>
  if (v !== 1 || typeof s !== 'object' || typeof s.game !== 'string' || !Array.isArray(n)) throw new BadLink('no analysis')
  const nodes = n.map(([seat, move, after], i): Node => {
    const node = { seat, move, after: after ?? i - 1 }
    if (!isSeat(seat) || typeof move !== 'string' || !isPlace(node.after, i)) throw new BadLink(`move ${i}`)
    return node
  })
  const isEyes = e === 'public' || e === 'actor' || Number.isInteger(e)
  if (!isPlace(a, nodes.length) || !isEyes || !isSeat(w)) throw new BadLink('where')
  return { start: s, nodes, at: a, eyes: e!, seat: w }
}

function isPlace(at: unknown, end: number): at is number {
  return Number.isInteger(at) && (at as number) >= ROOT && (at as number) < end
}

function isSeat(seat: unknown): seat is number | null {
  return seat === null || Number.isInteger(seat)
}

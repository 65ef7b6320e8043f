import { expect, test } from 'vitest'
import { BadLink, pack, type Study, unpack } from './link'
import { ROOT } from './tree'

const STUDY: Study = {
  start: { game: 'ludo', options: { players: 4 }, seed: '340282366920938463463374607431768211455', pieces: [['h', '17']] },
  nodes: [
    { seat: 0, move: 'K h>0', after: ROOT },
    { seat: null, move: 'window', after: 0 },
    { seat: 0, move: 'A h>0', after: ROOT },
  ],
  at: 2,
  eyes: 'actor',
  seat: 1,
}

test('what is packed is unpacked as it was, with all digits', async () => {
  const text = await pack(STUDY)
  expect(text).toMatch(/^[\w-]+$/)
  expect(await unpack(text)).toEqual(STUDY)
})

test('a long game makes a short address', async () => {
  const nodes = Array.from({ length: 300 }, (_, i) => ({
    seat: i % 4,
    move: `${(i * 7) % 10} ${(i * 13) % 64}>${(i * 29) % 64}`,
    after: i - 1,
  }))
  expect((await pack({ ...STUDY, nodes, at: 299 })).length).toBeLessThan(4_000)
})

const written = async (written: unknown): Promise<string> => {
  const packed = new Blob([JSON.stringify(written)]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return btoa(String.fromCharCode(...new Uint8Array(await new Response(packed).arrayBuffer())))
}

test.each([
  ['letters', 'hello'],
  ['nothing', ''],
  ['strange letters', '!?'],
])('a broken link is refused: %s', async (_, text) => {
  await expect(unpack(text)).rejects.toThrow(BadLink)
})

test.each([
  ['another version', { v: 2 }],
  ['no game', { v: 1, s: {}, n: [], a: -1, e: 0, w: 0 }],
  ['a move after itself', { v: 1, s: { game: 'ludo' }, n: [[0, 'a', 0]], a: -1, e: 0, w: 0 }],
  ['nowhere', { v: 1, s: { game: 'ludo' }, n: [[0, 'a']], a: 1, e: 0, w: 0 }],
  ['no move', { v: 1, s: { game: 'ludo' }, n: [[0, 1]], a: -1, e: 0, w: 0 }],
  ['nobody', { v: 1, s: { game: 'ludo' }, n: [], a: -1, e: 'x', w: 0 }],
  ['no seat', { v: 1, s: { game: 'ludo' }, n: [], a: -1, e: 0, w: 'x' }],
  ['too much', { v: 1, s: { game: 'ludo', x: ' '.repeat(2_000_000) }, n: [], a: -1, e: 0, w: 0 }],
])('what makes no sense is refused: %s', async (_, found) => {
  await expect(unpack(await written(found))).rejects.toThrow(BadLink)
})

import { describe, expect, it } from 'vitest'
import { GAMES, titleOf } from './list'

const folders = Object.keys(import.meta.glob('./*/index.ts')).map((path) => path.split('/')[1])
const generic = import.meta.glob<string>(['../{lib,pages,parts,lang}/**/*', '../*.{svelte,ts,css}'], {
  eager: true,
  query: '?raw',
  import: 'default',
})

it('lists every folder', () => expect([...GAMES].sort()).toEqual(folders.sort()))

it('knows every title', () => {
  for (const game of GAMES) expect(titleOf(game)).not.toBe(game)
})

describe('what is not of one game', () => {
  it.each(GAMES)('does not name %s', (game) => {
    const named = new RegExp(`\\b(${game}|${titleOf(game)})\\b`, 'i')
    expect(Object.keys(generic).length).toBeGreaterThan(50)
    expect(Object.keys(generic).filter((path) => named.test(generic[path]!))).toEqual([])
  })
})

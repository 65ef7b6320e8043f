import { describe, expect, it } from 'vitest'
import { fill, namesIn } from './fill'

const files = import.meta.glob<{ default: Record<string, string> }>('../../**/lang/*.json', { eager: true })

/** The files of one place, by language. */
function places(): Record<string, Record<string, Record<string, string>>> {
  const all: Record<string, Record<string, Record<string, string>>> = {}
  for (const [path, file] of Object.entries(files)) {
    const [, place, lang] = /^(.*)\/(\w+)\.json$/.exec(path) ?? []
    if (place && lang) (all[place] ??= {})[lang] = file.default
  }
  return all
}

const FALLBACK = 'en'
const cases = Object.entries(places()).flatMap(([place, byLang]) =>
  Object.entries(byLang).map(([lang, texts]) => ({ place, lang, texts, all: byLang[FALLBACK]! })),
)

describe.each(cases)('the texts of $place in $lang', ({ texts, lang, all }) => {
  it('are all there', () => expect(Object.keys(texts).sort()).toEqual(Object.keys(all).sort()))

  it('take the same values', () => {
    for (const [key, text] of Object.entries(texts)) expect([key, ...namesIn(text)]).toEqual([key, ...namesIn(all[key] ?? '')])
  })

  it('have no holes', () => {
    for (const [key, text] of Object.entries(texts)) {
      const filled = fill(text, Object.fromEntries(namesIn(text).map((name) => [name, 1])), lang)
      expect(filled, key).not.toMatch(/[{}|]/)
    }
  })

  it('are all said', () => {
    for (const [key, text] of Object.entries(texts)) expect(text.trim(), key).not.toBe('')
  })
})

it('is there for every key that is asked for', () => {
  const sources = import.meta.glob<string>(['../../**/*.{ts,svelte}', '!../../**/*.test.ts'], {
    eager: true,
    query: '?raw',
    import: 'default',
  })
  const texts = Object.assign({}, ...Object.values(files).map((file) => file.default)) as Record<string, string>
  const asked = Object.values(sources).flatMap((source) => [...source.matchAll(/\bt\('([\w.-]+)'/g)].map((found) => found[1]!))
  expect(asked.length).toBeGreaterThan(200)
  expect(asked.filter((key) => !(key in texts))).toEqual([])
})

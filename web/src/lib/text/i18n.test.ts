import { describe, expect, it } from 'vitest'
import { fill, namesIn } from './fill'

const files = import.meta.glob<{ default: Record<string, string> }>(['../../lang/*.json', '../../games/*/lang/*.json'], { eager: true })

/** The files of one place, by language. */
function places(): Record<string, Record<string, Record<string, string>>> {
  const all: Record<string, Record<string, Record<string, string>>> = {}
  for (const [path, file] of Object.entries(files)) {
    const [, place, lang] = /^(.*)\/(\w+)\.json$/.exec(path) ?? []
    if (place && lang) (all[place] ??= {})[lang] = file.default
  }
  return all
}

describe.each(Object.entries(places()))('the texts in %s', (_, byLang) => {
  const de = byLang['de'] ?? {}
  const en = byLang['en'] ?? {}

  it('are the same in every language', () => expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort()))

  it('take the same values', () => {
    for (const [key, text] of Object.entries(en)) expect([key, ...namesIn(de[key] ?? '')]).toEqual([key, ...namesIn(text)])
  })

  it('have no holes', () => {
    for (const [key, text] of [...Object.entries(de), ...Object.entries(en)]) {
      const filled = fill(text, Object.fromEntries(namesIn(text).map((name) => [name, 1])), 'en')
      expect(filled, key).not.toMatch(/[{}|]/)
    }
  })

  it('are all said', () => {
    for (const [key, text] of [...Object.entries(de), ...Object.entries(en)]) expect(text.trim(), key).not.toBe('')
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

import { describe, expect, it } from 'vitest'

const files = import.meta.glob<{ default: Record<string, string> }>(['../lang/*.json', '../games/*/lang/*.json'], { eager: true })

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
    const values = (text: string) => [...new Set(text.match(/\{\w+/g) ?? [])].sort()
    for (const [key, text] of Object.entries(en)) expect([key, ...values(de[key] ?? '')]).toEqual([key, ...values(text)])
  })

  it('are all said', () => {
    for (const [key, text] of [...Object.entries(de), ...Object.entries(en)]) expect(text.trim(), key).not.toBe('')
  })
})

import { describe as group, expect, it } from 'vitest'
import de from './lang/de.json'
import en from './lang/en.json'
import { lessons } from './lessons'

group('the texts', () => {
  it('are the same in both languages', () => {
    expect(Object.keys(de)).toEqual(Object.keys(en))
  })

  it('use the same parameters', () => {
    const used = (text: string) => new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1]))
    for (const [key, text] of Object.entries(de)) expect(used(text), key).toEqual(used((en as Record<string, string>)[key]!))
  })

  it('are there for every lesson', () => {
    for (const { text } of lessons) for (const key of [text, `${text}.done`]) expect(de).toHaveProperty([key])
  })
})

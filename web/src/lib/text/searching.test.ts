import { describe, expect, it } from 'vitest'
import { cut, found } from './searching'

const RULES = [
  { id: 'DG-14', kind: 'sheet', texts: { en: 'Starting sends home whatever stands there.' } },
  { id: 'DG-22', kind: 'sheet', texts: { en: 'The Jack swaps two pieces.' } },
]
const own = (texts: { [lang: string]: string }) => texts['en'] ?? ''

describe('searching rules', () => {
  it('finds all without words', () => expect(found(RULES, ' ', own)).toHaveLength(2))
  it('finds by number', () => expect(found(RULES, 'dg-22', own).map((rule) => rule.id)).toEqual(['DG-22']))
  it('wants every word', () => {
    expect(found(RULES, 'JACK pieces', own)).toHaveLength(1)
    expect(found(RULES, 'jack home', own)).toHaveLength(0)
  })
  it('cuts the text where the words are, and loses nothing', () => {
    const parts = cut('The Jack swaps the jack.', ['jack'])
    expect(parts.map((part) => part.text).join('')).toBe('The Jack swaps the jack.')
    expect(parts.filter((part) => part.hit).map((part) => part.text)).toEqual(['Jack', 'jack'])
  })
})

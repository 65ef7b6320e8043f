import { expect, it } from 'vitest'
import { fill } from './fill'

it.each([
  ['{name} plays', { name: 'Anna' }, 'Anna plays'],
  ['{n|one card|{n} cards}', { n: 1 }, 'one card'],
  ['{n|one card|{n} cards}', { n: 3 }, '3 cards'],
  ['{n|One|{n}} of {all}', { n: 2, all: 5 }, '2 of 5'],
  ['{unknown} stays', {}, '{unknown} stays'],
])('%s', (text, params, filled) => expect(fill(text, params)).toBe(filled))

import { expect, it } from 'vitest'
import { fill, namesIn } from './fill'

const CARDS = '{n, plural, one {one card} other {# cards}} for {name}'

it.each([
  ['{name} plays', { name: 'Anna' }, 'en', 'Anna plays'],
  [CARDS, { n: 1, name: 'Anna' }, 'en', 'one card for Anna'],
  [CARDS, { n: 3, name: 'Anna' }, 'en', '3 cards for Anna'],
  ['{n, plural, =0 {keine} one {eine {what}} other {# {what}n}}', { n: 0, what: 'Karte' }, 'de', 'keine'],
  ['{n, plural, =0 {keine} one {eine {what}} other {# {what}n}}', { n: 12, what: 'Karte' }, 'de', '12 Karten'],
  ['{n, plural, one {# karta} few {# karty} other {# kart}}', { n: 3 }, 'pl', '3 karty'],
  ['{n, plural, one {# karta} few {# karty} other {# kart}}', { n: 5 }, 'pl', '5 kart'],
  ['{n} ms #', { n: 1200 }, 'de', '1.200 ms #'],
  ['{share, number, percent}', { share: 0.451 }, 'en', '45%'],
  ['{share, number, percent}', { share: 0.451 }, 'de', '45\u00a0%'],
  ['Plateau {name, elided, de}', { name: 'Ben' }, 'fr', 'Plateau de Ben'],
  ['Plateau {name, elided, de}', { name: 'Émile' }, 'fr', 'Plateau d’Émile'],
  ['Plateau {name, elided, de}', { name: 'Yves' }, 'fr', 'Plateau d’Yves'],
  ['Plateau {name, elided, de}', { name: 'Yann' }, 'fr', 'Plateau de Yann'],
  ['{unknown} stays', {}, 'en', '{unknown} stays'],
])('%s', (text, params, locale, filled) => expect(fill(text, params, locale)).toBe(filled))

it('knows the names in a text', () =>
  expect(namesIn('{n, plural, one {{names} has} other {{names} have}} won {b}')).toEqual(['b', 'n', 'names']))

import { expect, test } from 'vitest'
import { paragraphs } from './paragraphs'

test('a text has headings, paragraphs and links, and nothing else', () => {
  expect(paragraphs('# Who\n\nAnna <b>\nanna@example.org\n\n\nSee https://example.org/a.')).toEqual([
    { heading: 'Who', pieces: [] },
    { pieces: [{ text: 'Anna <b>\n' }, { text: 'anna@example.org', href: 'mailto:anna@example.org' }] },
    { pieces: [{ text: 'See ' }, { text: 'https://example.org/a', href: 'https://example.org/a' }, { text: '.' }] },
  ])
})

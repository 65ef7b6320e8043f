/** Finding rules by words or by their number. */

import type { ShownRule } from '../../wire/http'

export interface Part {
  text: string
  hit: boolean
}
export interface Found extends ShownRule {
  parts: Part[]
}

/** The rules that have all words, in their order, each with its text cut where the words are. */
export function found(rules: ShownRule[], wanted: string, own: (texts: ShownRule['texts']) => string): Found[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean)
  return rules
    .filter((rule) => words.every((word) => plain(`${rule.id} ${own(rule.texts)}`).includes(word)))
    .map((rule) => ({ ...rule, parts: cut(own(rule.texts), words) }))
}

/** Small letters; each stays one letter long, so that places in the text stay the same. */
function plain(text: string): string {
  return Array.from(text, (letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter)).join('')
}

export function cut(text: string, words: string[]): Part[] {
  const low = plain(text)
  const parts: Part[] = []
  let at = 0
  while (at < text.length) {
    const next = words
      .map((word) => ({ start: low.indexOf(word, at), length: word.length }))
      .filter(({ start }) => start >= 0)
      .sort((a, b) => a.start - b.start || b.length - a.length)[0]
    if (!next) break
    if (next.start > at) parts.push({ text: text.slice(at, next.start), hit: false })
    parts.push({ text: text.slice(next.start, next.start + next.length), hit: true })
    at = next.start + next.length
  }
  if (at < text.length) parts.push({ text: text.slice(at), hit: false })
  return parts
}

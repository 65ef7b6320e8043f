/**
 * Texts with places to fill in, written in a small part of ICU MessageFormat: `{name}`, `{share, number, percent}` and
 * `{n, plural, one {# card} other {# cards}}`. Numbers and plurals follow the language. Our own is `{name, elided, de}`: a
 * small word before a name, which loses its vowel before another one ("de Ben", "d’Anna").
 */

export type Params = Record<string, string | number>

interface Place {
  name: string
  style?: 'percent'
  /** The word before it. */
  elided?: string
  forms?: Record<string, Message>
}
/** What stands in a text, in order; null is the `#` of a plural. */
type Message = (string | Place | null)[]

const read = new Map<string, Message>()

/** A text, filled in. What nobody gave stays as it is written. */
export function fill(text: string, params: Params, locale: string): string {
  const known = read.get(text)
  const message = known ?? parse(text)
  if (!known) read.set(text, message)
  return say(message, params, locale)
}

/** The names of everything that can be filled in. */
export function namesIn(text: string): string[] {
  return [...new Set(placesIn(parse(text)).map((place) => place.name))].sort()
}

/** The forms of each plural, by its name. */
export function pluralsIn(text: string): Record<string, string[]> {
  return Object.fromEntries(placesIn(parse(text)).flatMap(({ name, forms }) => (forms ? [[name, Object.keys(forms)]] : [])))
}

function placesIn(message: Message): Place[] {
  return message.flatMap((part) =>
    part === null || typeof part === 'string' ? [] : [part, ...Object.values(part.forms ?? {}).flatMap(placesIn)],
  )
}

function say(message: Message, params: Params, locale: string, count = NaN): string {
  return message
    .map((part) => (typeof part === 'string' ? part : part === null ? number(count, locale) : filled(part, params, locale)))
    .join('')
}

function filled({ name, style, elided, forms }: Place, params: Params, locale: string): string {
  const value = params[name]
  if (value === undefined) return `{${name}}`
  if (elided) return startsWithVowel(String(value)) ? `${elided.slice(0, -1)}’${value}` : `${elided} ${value}`
  if (!forms) return typeof value === 'number' ? number(value, locale, style) : value
  const count = Number(value)
  return say(forms[`=${count}`] ?? forms[new Intl.PluralRules(locale).select(count)] ?? forms['other'] ?? [], params, locale, count)
}

/** Accents make no difference; a y counts before a consonant, as in Yves. */
function startsWithVowel(name: string): boolean {
  return /^([aeiouœæ]|y[^aeiou])/i.test(name.normalize('NFD'))
}

function number(value: number, locale: string, style?: 'percent'): string {
  return value.toLocaleString(locale, style && { style })
}

function parse(text: string): Message {
  const tokens = text.split(/([{}#])/)
  let at = 0

  /** Everything up to the brace that closes it. */
  function message(inPlural: boolean): Message {
    const parts: Message = []
    while (at < tokens.length && tokens[at] !== '}') {
      const token = tokens[at++]!
      if (token === '{') parts.push(place())
      else if (token === '#' && inPlural) parts.push(null)
      else if (token) parts.push(token)
    }
    at += 1
    return parts
  }

  /** What stands in braces. */
  function place(): Place {
    const [name = '', kind, style] = tokens[at++]!.split(',').map((word) => word.trim())
    if (kind !== 'plural') {
      at += 1
      if (kind === 'elided' && style) return { name, elided: style }
      return style === 'percent' ? { name, style } : { name }
    }
    const forms: Record<string, Message> = {}
    let form = style ?? ''
    while (tokens[at] === '{') {
      at += 1
      forms[form] = message(true)
      form = (tokens[at++] ?? '').trim()
    }
    at += 1
    return { name, forms }
  }

  return message(false)
}

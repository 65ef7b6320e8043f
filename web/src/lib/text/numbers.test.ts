import { describe, expect, it } from 'vitest'
import { fill, pluralsIn } from './fill'

type Words = Record<string, string>
const files = import.meta.glob<{ default: Words }>('../../**/lang/*.json', { eager: true })
const LANGUAGES = ['de', 'en', 'fr'].filter((lang) => `../../lang/${lang}.json` in files)

/** All texts of a language, of the client and of every game. */
function textsIn(lang: string): Words {
  const own = Object.entries(files).filter(([path]) => path.endsWith(`/${lang}.json`))
  return Object.assign({}, ...own.map(([, file]) => file.default)) as Words
}

const all = Object.fromEntries(LANGUAGES.map((lang) => [lang, textsIn(lang)]))
/** Each name that some language inflects after: `review.tally blunders`. */
const inflected = new Set(
  Object.values(all).flatMap((texts) =>
    Object.entries(texts).flatMap(([key, text]) => Object.keys(pluralsIn(text)).map((name) => `${key} ${name}`)),
  ),
)
/** A number with a point; addresses like 192.168.1.5 are none. */
const POINT = /(?<!\d|\d\.)\d+\.\d+(?!\d|\.\d)/
/** What is filled in is never 1 (at least two cards are dealt, tenths are shown), a range, or before an abbreviation. */
const NEVER_ONE = new Set(['cards', 'players', 'minutes', 'points'])

it('reads every language that there is', () =>
  expect(Object.keys(files).filter((path) => path.startsWith('../../lang/'))).toHaveLength(LANGUAGES.length))

describe.each(LANGUAGES)('numbers in %s', (lang) => {
  const texts = all[lang]!
  const locale = texts['locale']!
  const rules = new Intl.PluralRules(locale)

  it('take the plural form of the language', () => {
    expect(inflected.size).toBeGreaterThan(20)
    const needed = new Set(Array.from({ length: 200 }, (_, n) => rules.select(n)))
    for (const [key, text] of Object.entries(texts)) {
      const plurals = pluralsIn(text)
      for (const name of [...inflected].filter((one) => one.startsWith(`${key} `)).map((one) => one.split(' ')[1]!))
        expect(plurals[name] ?? [], `${key} has {${name}, plural, …} in another language`).toEqual(expect.arrayContaining([...needed]))
    }
  })

  it('are never written by hand', () => {
    const decimal = new Intl.NumberFormat(locale).format(1.5)
    expect(decimal).toBe(lang === 'en' ? '1.5' : '1,5')
    expect(fill('{n} #', { n: 1.2 }, locale)).toBe(lang === 'en' ? '1.2 #' : '1,2 #')
    for (const [key, text] of Object.entries(texts)) if (lang !== 'en') expect(text, key).not.toMatch(POINT)
  })
})

it('counts everything that German writes as a noun after a number', () => {
  const counted = Object.entries(all['de']!).flatMap(([key, text]) =>
    [...text.matchAll(/\{(\w+)\} (?=[A-ZÄÖÜ])/g)].filter((found) => !NEVER_ONE.has(found[1]!)).map((found) => `${key} ${found[1]}`),
  )
  expect(counted.filter((one) => !inflected.has(one))).toEqual([])
})

it('is asked of the language wherever a number is shown', () => {
  const sources = import.meta.glob<string>('../../**/*.{ts,svelte}', { eager: true, query: '?raw', import: 'default' })
  const markup = /^(?!.*<path).*>[^<>]*\{[^{}<>]*\.toFixed\(/m
  const inTexts = /\bt\(.*\.toFixed\(/
  const wrong = Object.entries(sources).filter(
    ([path, source]) => !path.endsWith('.test.ts') && (inTexts.test(source) || markup.test(source.split('</script>').at(-1)!)),
  )
  expect(wrong.map(([path]) => path)).toEqual([])
})

it.each(LANGUAGES)('apostrophes in %s are curved', (lang) =>
  expect(Object.entries(all[lang]!).filter(([, text]) => text.includes("'"))).toEqual([]),
)

/** Texts by key. A language is a file `src/lang/CODE.json`, and one beside each game: adding files adds a language. */

import { fill, type Params } from './fill'
import { prefs } from '../local/prefs.svelte'

type Words = { [key: string]: string }
type Files = Record<string, () => Promise<{ default: Words }>>

const SHARED = import.meta.glob('../../lang/*.json') as Files
const OF_GAMES = import.meta.glob('../../games/*/lang/*.json') as Files

export const LANGUAGES: string[] = Object.keys(SHARED).map(codeOf).sort()
const FALLBACK = 'en'

const loaded = $state<{ lang: string; words: Words }>({ lang: FALLBACK, words: {} })
/** Whether the fallback's texts stand in for what the language lacks, or need not. No state: it changes while texts are drawn. */
let isComplete = true
let games: string[] = []

function codeOf(path: string): string {
  return path.replace(/^.*\/(.+)\.json$/, '$1')
}

/** The language chosen, or the first of the browser's that there is. */
export function wantedLanguage(): string {
  const wanted = [prefs.lang, ...navigator.languages.map((tag) => tag.slice(0, 2))]
  return wanted.find((lang): lang is string => lang !== null && LANGUAGES.includes(lang)) ?? FALLBACK
}

/** The language that texts are in. */
export function lang(): string {
  return loaded.lang
}

async function read(files: Files, path: string): Promise<Words> {
  const file = files[path]
  return file ? (await file()).default : {}
}

/** All texts of a language: the shared ones, and those of the games that were entered. */
async function wordsIn(lang: string): Promise<Words> {
  const parts = [read(SHARED, `../../lang/${lang}.json`)]
  for (const game of games) parts.push(read(OF_GAMES, `../../games/${game}/lang/${lang}.json`))
  return Object.assign({}, ...(await Promise.all(parts))) as Words
}

/** Load the wanted language; again when it was changed. */
export async function loadTexts(): Promise<void> {
  const wanted = wantedLanguage()
  loaded.words = await wordsIn(wanted)
  loaded.lang = wanted
  isComplete = wanted === FALLBACK
  document.documentElement.lang = wanted
}

/** Load the texts of a game, too. Their keys begin with its name. */
export async function loadGameTexts(game: string): Promise<void> {
  if (games.includes(game)) return
  games = [...games, game]
  Object.assign(loaded.words, await read(OF_GAMES, `../../games/${game}/lang/${loaded.lang}.json`))
  isComplete = loaded.lang === FALLBACK
}

/** The text of a key, filled in; what a language lacks comes from the fallback, as soon as that is loaded. */
export function t(key: string, params: Params = {}): string {
  if (!isComplete && !has(key)) void complete()
  return fill(loaded.words[key] ?? key, params, locale())
}

/** Load the fallback's texts beneath those of the language. */
async function complete(): Promise<void> {
  const { lang, words } = loaded
  isComplete = true
  const fallback = await wordsIn(FALLBACK)
  if (loaded.lang === lang) loaded.words = { ...fallback, ...words }
}

/** Where the language is spoken as we write it: numbers and lists look as they do there. */
export function locale(): string {
  return loaded.words['locale'] ?? loaded.lang
}

/** "Anna, Bruno and Cleo" */
export function list(parts: (string | number)[]): string {
  return new Intl.ListFormat(locale()).format(parts.map(String))
}

/** "King: from field 3 to field 16" */
export function labelled(label: string, text: string): string {
  return t('labelled', { label, text })
}

/** Whether there is such a text. */
export function has(key: string): boolean {
  return key in loaded.words
}

/** The text for this language of texts that the server sends in several. */
export function own(texts: object | undefined): string {
  const byLang = texts as Record<string, string> | undefined
  return byLang?.[loaded.lang] ?? byLang?.[FALLBACK] ?? ''
}

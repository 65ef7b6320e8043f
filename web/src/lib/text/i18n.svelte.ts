/**
 * Texts by key. A language is a file `lang/CODE.json` here and one in the `lang` folder of each part that has texts of its own:
 * adding files adds a language. Those of a part are loaded when it is needed.
 */

import { untrack } from 'svelte'
import { fill, type Params } from './fill'
import { prefs } from '../local/prefs.svelte'

type Words = { [key: string]: string }
type Files = Record<string, () => Promise<{ default: Words }>>

const FILES = import.meta.glob('../../**/lang/*.json') as Files
/** The folder of the texts that are always there. */
const SHARED = ''

export const LANGUAGES: string[] = Object.keys(FILES)
  .filter((path) => path === pathOf(SHARED, codeOf(path)))
  .map(codeOf)
  .sort()
const FALLBACK = 'en'

const loaded = $state<{ lang: string; words: Words }>({ lang: FALLBACK, words: {} })
/** Whether the fallback's texts stand in for what the language lacks, or need not. No state: it changes while texts are drawn. */
let isComplete = true
/** The folders whose texts are needed, and when they are there. */
const folders: Record<string, Promise<void>> = { [SHARED]: Promise.resolve() }
/** The language that was wanted last, and when its texts are there. */
let latest: { lang: string; there: Promise<void> } | null = null

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

function pathOf(folder: string, lang: string): string {
  return `../../${folder}lang/${lang}.json`
}

async function read(folder: string, lang: string): Promise<Words> {
  const file = FILES[pathOf(folder, lang)]
  return file ? (await file()).default : {}
}

/** All texts of a language: the shared ones, and those of the parts that were needed, also while they were read. */
async function wordsIn(lang: string): Promise<Words> {
  const words: Words = {}
  for (let taken = 0; taken < Object.keys(folders).length;) {
    const more = Object.keys(folders).slice(taken)
    taken += more.length
    Object.assign(words, ...(await Promise.all(more.map((folder) => read(folder, lang)))))
  }
  return words
}

/** Load the wanted language, unless it is there or on its way. */
export function loadTexts(): Promise<void> {
  const lang = wantedLanguage()
  if (latest?.lang !== lang) latest = { lang, there: change(lang) }
  return latest.there
}

async function change(lang: string): Promise<void> {
  const words = await wordsIn(lang)
  if (latest?.lang !== lang) return
  loaded.words = words
  loaded.lang = lang
  isComplete = lang === FALLBACK
  document.documentElement.lang = lang
}

/**
 * Load the texts of a part, too: `games/NAME/`, `parts/replay/`. The keys of a game's texts begin with its name.
 * Whoever asks for them is not drawn anew when they come, or when the language changes.
 */
export function loadTextsOf(folder: string): Promise<void> {
  return (folders[folder] ??= untrack(() => add(folder)))
}

async function add(folder: string): Promise<void> {
  const { lang } = loaded
  const words = await read(folder, lang)
  if (lang !== loaded.lang) return add(folder)
  Object.assign(loaded.words, words)
  isComplete = lang === FALLBACK
}

/** The text of a key, filled in; what a language lacks comes from the fallback, as soon as that is loaded. */
export function t(key: string, params: Params = {}): string {
  if (!isComplete && !has(key)) void complete()
  return fill(loaded.words[key] ?? key, params, locale())
}

/** Load the fallback's texts beneath those of the language. */
async function complete(): Promise<void> {
  const { lang } = loaded
  isComplete = true
  const fallback = await wordsIn(FALLBACK)
  if (loaded.lang === lang) loaded.words = { ...fallback, ...loaded.words }
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

/** What a game offers for setting up a position by touch. Loaded when somebody wants to. */

import { loadTextsOf } from '../lib/text/i18n.svelte'

/** A position, as docs/positions.md describes it. */
export type Position = Record<string, unknown>
/** Where in a position: `['hands', 1, 2]` is `hands[1][2]`. */
export type Path = (string | number)[]

/** One of several values. */
export interface Choice {
  at: Path
  label: string
  values: [value: unknown, name: string][]
}
/** A list of cards: a tap puts one away, another adds one. */
export interface Cards {
  at: Path
  label: string
  cards: [card: string, name: string][]
}
export interface Group {
  title: string
  /** Whose it is, if it is somebody's. */
  seat?: number
  choices?: Choice[]
  cards?: Cards[]
}
export interface Setup {
  groups(position: Position, names: string[]): Group[]
  /** What goes along with a change. `at` is what was changed in `position`, `before` how all was. */
  mend?(position: Position, at: Path, before: Position): Position
  /** The empty board, if there is such a thing. */
  emptied?(position: Position): Position
}

const SETUPS = import.meta.glob<{ setup: Setup }>('./*/setup/setup.ts')

/** What a game offers, with its texts; null if it offers nothing. */
export async function setupOf(game: string): Promise<Setup | null> {
  const load = SETUPS[`./${game}/setup/setup.ts`]
  if (!load) return null
  const [{ setup }] = await Promise.all([load(), loadTextsOf(`games/${game}/setup/`)])
  return setup
}

/** What stands somewhere in a position. */
export function valueAt(position: Position, at: Path): unknown {
  return at.reduce<unknown>((found, step) => (found as Record<string | number, unknown> | null)?.[step], position)
}

/** The same position with another value somewhere. */
export function changed(position: Position, [step, ...further]: Path, value: unknown): Position {
  const copy = (Array.isArray(position) ? [...(position as unknown[])] : { ...position }) as Position
  copy[step!] = further.length ? changed((copy[step!] ?? []) as Position, further, value) : value
  return copy
}

/** The same position without some fields: they get what positions have by default. */
export function lacking(position: Position, ...fields: string[]): Position {
  return Object.fromEntries(Object.entries(position).filter(([field]) => !fields.includes(field)))
}

/** Each of these as one value, by itself and by its name. */
export function values<Value>(all: readonly Value[], name: (value: Value) => string): [Value, string][] {
  return all.map((value) => [value, name(value)])
}

/** 0, 1, … : so many. */
export function numbers(count: number, from = 0): number[] {
  return Array.from({ length: count }, (_, i) => from + i)
}

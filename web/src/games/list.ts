/** What is known of the games before one is entered. Each has a folder of its name beside this file. */

import type { Component } from 'svelte'

export { GAMES } from '../wire/games'

/** What is known of a game before it is loaded. Its `theme.css` has the colours. */
export interface Manifest {
  title: string
  /** The picture on its card. */
  Cover: Component
}

const MANIFESTS = import.meta.glob<{ manifest: Manifest }>('./*/manifest.ts', { eager: true })

function manifestOf(game: string): Manifest | undefined {
  return MANIFESTS[`./${game}/manifest.ts`]?.manifest
}

/** Whether there is such a game. */
export function isGame(name: string): boolean {
  return manifestOf(name) !== undefined
}

export function titleOf(game: string): string {
  return manifestOf(game)?.title ?? game
}

export function coverOf(game: string): Component | undefined {
  return manifestOf(game)?.Cover
}

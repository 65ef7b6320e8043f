/** The games, in the order in which they are shown. To add one, add its name here and a folder of this name beside this file. */

import type { Component } from 'svelte'

export const GAMES = ['biesti-boys', 'denkste', 'dog', 'beam-me-up', 'biberbande'] as const

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

export function titleOf(game: string): string {
  return manifestOf(game)?.title ?? game
}

export function coverOf(game: string): Component | undefined {
  return manifestOf(game)?.Cover
}

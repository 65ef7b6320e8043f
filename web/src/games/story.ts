/** What a game's story shows: what it is about, told in pictures. Loaded when somebody wants to read it. */

import type { Component } from 'svelte'
import { loadTextsOf } from '../lib/text/i18n.svelte'

const STORIES = import.meta.glob<{ default: Component }>('./*/story/Story.svelte')

/** The story of a game and its texts; null if it has none. */
export async function storyOf(game: string): Promise<Component | null> {
  const load = STORIES[`./${game}/story/Story.svelte`]
  if (!load) return null
  const texts = [`games/${game}/`, `games/${game}/cards/`, `games/${game}/story/`].map(loadTextsOf)
  const [story] = await Promise.all([load(), ...texts])
  return story.default
}

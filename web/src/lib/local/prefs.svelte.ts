/** What a person likes: kept in this browser. */

import type { Tempo } from '../table/pace'
import { load, save } from './storage'

export type Theme = 'auto' | 'light' | 'dark'
export type Motion = 'auto' | 'full' | 'reduced'
export type Palette = 'usual' | 'distinct'
export type Confirm = 'auto' | 'on' | 'off'

const KEY = 'tafelrunde.prefs'

interface Kept {
  lang: string | null
  theme: Theme
  motion: Motion
  palette: Palette
  /** Whether a move is shown before it is made: on devices for fingers, always, never. */
  confirm: Confirm
  sound: boolean
  /** How well bots play when one just wants to play. */
  level: string
  /** How fast bots move at a new table of one's own. */
  tempo: Tempo
}

const USUAL: Kept = {
  lang: null,
  theme: 'auto',
  motion: 'auto',
  palette: 'usual',
  confirm: 'auto',
  sound: !touched(),
  level: 'good',
  tempo: 'normal',
}

/** Whether fingers use this device: phones are often used where it should be quiet, and fingers are broad. */
export function touched(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches
}

export const prefs = $state<Kept>({ ...USUAL, ...load<Partial<Kept>>(KEY, {}) })

/** Keep what was chosen, and show it on the page. */
export function applyPrefs(): void {
  const root = document.documentElement
  root.dataset.theme = prefs.theme
  root.dataset.motion = prefs.motion
  root.dataset.palette = prefs.palette
  save(KEY, prefs)
}

/** Whether things should move only as far as needed. */
export function calm(): boolean {
  if (prefs.motion !== 'auto') return prefs.motion === 'reduced'
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Whether a move waits for a second tap, with what it does on the board. */
export function confirms(): boolean {
  return prefs.confirm === 'auto' ? touched() : prefs.confirm === 'on'
}

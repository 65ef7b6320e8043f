/** Where sounds come from. Browsers make none before the first touch or key. */

import { prefs } from './local/prefs.svelte'

let context: AudioContext | null = null

/** It wakes up, if it is allowed to. */
export function audio(): AudioContext {
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  return context
}

/** Wake up at the first touch. */
export function wakeAudio(): void {
  addEventListener('pointerdown', () => prefs.sound && void audio(), { once: true })
}

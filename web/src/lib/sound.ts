/** Sounds, made here: short, soft, and only if they are wanted. */

import { audio } from './audio'
import { prefs } from './local/prefs.svelte'

export type Sound = 'turn' | 'card' | 'step' | 'dice' | 'reveal' | 'good' | 'bad' | 'win' | 'tick' | 'ring'

interface Tone {
  at: number
  hz: number
  for: number
  kind?: OscillatorType
  loud?: number
  to?: number
}

const TONES: Record<Sound, Tone[]> = {
  turn: [
    { at: 0, hz: 660, for: 0.12 },
    { at: 0.11, hz: 880, for: 0.18 },
  ],
  card: [{ at: 0, hz: 320, to: 180, for: 0.06, kind: 'triangle' }],
  step: [{ at: 0, hz: 520, to: 420, for: 0.05, kind: 'sine', loud: 0.6 }],
  dice: [0, 0.05, 0.09, 0.16, 0.2].map((at, i) => ({
    at,
    hz: 240 + 60 * (i % 3),
    to: 120,
    for: 0.04,
    kind: 'square' as const,
    loud: 0.35,
  })),
  reveal: [
    { at: 0, hz: 294, for: 0.1 },
    { at: 0.1, hz: 440, for: 0.22 },
  ],
  good: [
    { at: 0, hz: 523, for: 0.1 },
    { at: 0.09, hz: 784, for: 0.2 },
  ],
  bad: [{ at: 0, hz: 220, to: 150, for: 0.22, kind: 'triangle' }],
  win: [523, 659, 784, 1047].map((hz, i) => ({ at: i * 0.13, hz, for: 0.3 })),
  ring: [0, 0.16, 0.5, 0.66].map((at, i) => ({ at, hz: i % 2 ? 988 : 784, for: 0.22 })),
  tick: [{ at: 0, hz: 900, for: 0.03, kind: 'square', loud: 0.3 }],
}

export function sound(name: Sound): void {
  // Before the first touch or key browsers allow none.
  if (!prefs.sound || typeof AudioContext === 'undefined' || navigator.userActivation?.hasBeenActive === false) return
  const context = audio()
  if (context.state !== 'running') return
  for (const tone of TONES[name]) play(context, tone)
}

function play(context: AudioContext, tone: Tone): void {
  const start = context.currentTime + tone.at
  const oscillator = new OscillatorNode(context, { type: tone.kind ?? 'sine', frequency: tone.hz })
  if (tone.to) oscillator.frequency.exponentialRampToValueAtTime(tone.to, start + tone.for)
  const volume = new GainNode(context, { gain: 0 })
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(0.12 * (tone.loud ?? 1), start + 0.01)
  volume.gain.exponentialRampToValueAtTime(0.0008, start + tone.for)
  oscillator.connect(volume).connect(context.destination)
  oscillator.start(start)
  oscillator.stop(start + tone.for + 0.02)
}

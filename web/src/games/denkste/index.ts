import { roomOf } from '../room'
import Board from './Board.svelte'
import { lessons } from './lessons'
import { lasts } from './play/drama.svelte'
import type { Event, View } from './scene'
import { concerns, describe, prompt, score, tell } from './texts'

const rings = [
  [24, 16, 8],
  [16, 12, 8],
  [12, 8, 4],
  [32, 24, 16],
]

export const room = roomOf<View, Event>({ Board, prompt, describe, concerns, tell, score, lasts, lessons, suggestions: { rings } })

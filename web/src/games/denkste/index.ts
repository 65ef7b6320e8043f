import type { Room } from '../room'
import Board from './Board.svelte'
import { lessons } from './lessons'
import { describe, prompt, score, tell } from './words'

export const room: Room = {
  Board,
  prompt,
  describe,
  tell,
  score,
  lessons,
  suggestions: {
    rings: [
      [24, 16, 8],
      [16, 12, 8],
      [12, 8, 4],
      [32, 24, 16],
    ],
  },
}

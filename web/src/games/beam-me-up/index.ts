import type { Room } from '../room'
import Board from './Board.svelte'
import { lessons } from './lessons'
import { describe, prompt, score, tell } from './words'

export const room: Room = {
  Board,
  acting: (view) => (view.result ? [] : [view.turn]),
  prompt,
  describe,
  tell,
  score,
  lessons,
}

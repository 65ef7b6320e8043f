import type { Room } from '../room'
import Board from './Board.svelte'
import { lessons } from './lessons'
import { thinking } from './play/view'
import { describe, prompt, score, tell } from './words'

export const room: Room = {
  Board,
  acting: thinking,
  prompt,
  describe,
  tell,
  score,
  secrets: true,
  together: false,
  lessons,
}

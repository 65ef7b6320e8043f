import type { Room } from '../room'
import Board from './Board.svelte'
import { lessons } from './lessons'
import { cardsLeft, describe, prompt, score, tell } from './words'

export const room: Room = {
  Board,
  acting: (view) =>
    view.winner === null ? view.hand_sizes.map((_: number, seat: number) => seat).filter((seat: number) => cardsLeft(view, seat) > 0) : [],
  prompt,
  describe,
  tell,
  score,
  lessons,
}

import type { Room } from '../room'
import Board from './Board.svelte'

export const room: Room = {
  Board,
  acting: (view) => (typeof view.turn === 'number' ? [view.turn] : []),
  prompt: (scene) => (scene.moves.length ? '…' : ''),
  describe: (event) => event.type,
  tell: (move) => move,
  score: () => '',
  secrets: true,
  together: false,
  lessons: [],
}

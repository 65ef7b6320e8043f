/** The guided first game: from one floor up to the last card. */

import type { Lesson } from './scene'
import { layOf } from './play/logic'

const PILES = '4216 5632'
const NONE = ' '

/** Cards are one letter each; the seats' hands and piles stand side by side: "304 175". */
function position(lifts: string, hands: string, piles = PILES, boards: string[] = []): Record<string, unknown> {
  const cards = (seats: string): string[][] => seats.split(' ').map((seat) => [...seat])
  return {
    game: 'biesti-boys',
    options: { players: 2, draw: 'auto', referee: 'strict' },
    lifts: [...lifts],
    hands: cards(hands),
    piles: cards(piles),
    boards: boards.map((board) => [...board]),
  }
}

function lesson(number: number, at: Record<string, unknown>, expect: Lesson['expect'], reply?: string): Lesson {
  return { position: at, seat: 0, text: `biesti-boys.lesson.${number}`, expect, replies: reply ? [{ seat: 1, move: reply }] : [] }
}

export const lessons: Lesson[] = [
  lesson(1, position('28S6', '304 175'), (move) => move === 'lay 3 1', 'lay 7 2'),
  lesson(2, position('38S4', '701 151'), (move) => move === 'lay 7 2', 'lay 5 4'),
  lesson(3, position('63S8', '520 711'), (move) => move === 'lay 5 1' || move === 'lay 2 2', 'lay 7 4'),
  lesson(4, position('2865', 'S00 317'), (move) => layOf(move)?.card === 'S'),
  lesson(5, position('28S6', 'G04 315'), (move) => move === 'lay G 3'),
  lesson(6, position('28G6', '044 315'), (move) => layOf(move)?.lift === 3),
  lesson(7, position('28S6', '704 440', NONE, ['0473']), (move) => layOf(move)?.card === '7'),
  lesson(8, position('28S6', '5 44', NONE), (move) => move === 'lay 5 4'),
]

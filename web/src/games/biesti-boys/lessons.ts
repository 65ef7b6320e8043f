/** The guided first game: from one floor up to the last card. */

import type { Lesson } from './scene'
import { layOf } from './play/logic'

const PILES = [
  ['4', '2', '1', '6'],
  ['5', '6', '3', '2'],
]
const NONE: string[][] = [[], []]

function position(lifts: string[], hands: string[][], piles = PILES, boards: string[][] = []): Record<string, unknown> {
  return { game: 'biesti-boys', options: { players: 2, draw: 'auto', referee: 'strict' }, lifts, hands, piles, boards }
}

function lesson(number: number, at: Record<string, unknown>, expect: Lesson['expect'], reply?: string): Lesson {
  return { position: at, seat: 0, text: `biesti-boys.lesson.${number}`, expect, replies: reply ? [{ seat: 1, move: reply }] : [] }
}

export const lessons: Lesson[] = [
  lesson(
    1,
    position(
      ['2', '8', 'S', '6'],
      [
        ['3', '0', '4'],
        ['1', '7', '5'],
      ],
    ),
    (move) => move === 'lay 3 1',
    'lay 7 2',
  ),
  lesson(
    2,
    position(
      ['3', '8', 'S', '4'],
      [
        ['7', '0', '1'],
        ['1', '5', '1'],
      ],
    ),
    (move) => move === 'lay 7 2',
    'lay 5 4',
  ),
  lesson(
    3,
    position(
      ['6', '3', 'S', '8'],
      [
        ['5', '2', '0'],
        ['7', '1', '1'],
      ],
    ),
    (move) => move === 'lay 5 1' || move === 'lay 2 2',
    'lay 7 4',
  ),
  lesson(
    4,
    position(
      ['2', '8', '6', '5'],
      [
        ['S', '0', '0'],
        ['3', '1', '7'],
      ],
    ),
    (move) => layOf(move)?.card === 'S',
  ),
  lesson(
    5,
    position(
      ['2', '8', 'S', '6'],
      [
        ['G', '0', '4'],
        ['3', '1', '5'],
      ],
    ),
    (move) => move === 'lay G 3',
  ),
  lesson(
    6,
    position(
      ['2', '8', 'G', '6'],
      [
        ['0', '4', '4'],
        ['3', '1', '5'],
      ],
    ),
    (move) => layOf(move)?.lift === 3,
  ),
  lesson(
    7,
    position(
      ['2', '8', 'S', '6'],
      [
        ['7', '0', '4'],
        ['4', '4', '0'],
      ],
      NONE,
      [['0', '4', '7', '3']],
    ),
    (move) => layOf(move)?.card === '7',
  ),
  lesson(8, position(['2', '8', 'S', '6'], [['5'], ['4', '4']], NONE), (move) => move === 'lay 5 4'),
]

/** The guided first game: one thought a step, on real positions. */

import type { Lesson } from './scene'
import type { Figure } from './play/view'

const YOU = 0
const OTHER = 1

interface Step {
  figures: [Figure, Figure]
  turn: number
  variant?: boolean
  meant: string[]
  reply: string
}

const STEPS: Step[] = [
  {
    figures: [
      [1, 0],
      [1, 0],
    ],
    turn: YOU,
    meant: ['go 5'],
    reply: 'stop 2',
  },
  {
    figures: [
      [1, 5],
      [1, 3],
    ],
    turn: YOU,
    meant: ['go 6'],
    reply: 'stop 6',
  },
  {
    figures: [
      [1, 5],
      [1, 3],
    ],
    turn: OTHER,
    meant: ['stop 4'],
    reply: 'go 4',
  },
  {
    figures: [
      [1, 8],
      [1, 0],
    ],
    turn: YOU,
    meant: [1, 2, 3, 5, 6].map((number) => `go ${number}`),
    reply: 'stop 4',
  },
  {
    figures: [
      [1, 22],
      [1, 18],
    ],
    turn: YOU,
    meant: ['go 4'],
    reply: 'stop 6',
  },
  {
    figures: [
      [2, 1],
      [2, 3],
    ],
    turn: OTHER,
    meant: ['stop 3 6'],
    reply: 'go 6',
  },
  {
    figures: [
      [2, 6],
      [2, 9],
    ],
    turn: OTHER,
    variant: true,
    meant: ['stop 4 4'],
    reply: 'go 4',
  },
  {
    figures: [
      [3, 6],
      [3, 7],
    ],
    turn: YOU,
    meant: ['go 4', 'go 5', 'go 6'],
    reply: 'stop 1 2 3',
  },
]

export const lessons: Lesson[] = STEPS.map(({ figures, turn, variant = false, meant, reply }, i) => ({
  position: { game: 'denkste', options: { players: 2, haste_gedacht: variant }, figures, turn },
  seat: YOU,
  text: `denkste.lesson.${i + 1}`,
  expect: (move) => meant.includes(move),
  replies: [{ seat: OTHER, move: reply }],
}))

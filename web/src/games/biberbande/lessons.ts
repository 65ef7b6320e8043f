/** A guided first game: eight real positions, one thing to learn in each. */

import type { Lesson } from './scene'

const OTHER = ['4', '2', '6', '0']
const NOTHING = [0, 0, 0, 0]

/** Two players; the row of the learner, what of it is known, and whatever else there is to tell. */
function position(row: string[], known: number[], more: Record<string, unknown>): Record<string, unknown> {
  const seen = [
    [known, NOTHING],
    [NOTHING, [1, 0, 0, 1]],
  ]
  return {
    game: 'biberbande',
    options: { players: 2 },
    rows: [row, OTHER],
    stock: ['8', '5', '7', '4'],
    discard: ['2'],
    turn: 0,
    turns: [1, 1],
    seen,
    ...more,
  }
}

export const lessons: Lesson[] = [
  {
    position: position(['9', '5', '7', '1'], [1, 0, 0, 1], { phase: 'look', turns: [0, 0] }),
    seat: 0,
    text: 'biberbande.lesson.1',
    expect: (move) => move === 'ready',
    replies: [{ seat: 1, move: 'ready' }],
  },
  {
    position: position(['9', '5', '7', '1'], [1, 0, 0, 1], { turns: [0, 0] }),
    seat: 0,
    text: 'biberbande.lesson.2',
    expect: (move) => move === 'take 1',
    replies: [
      { seat: 1, move: 'draw' },
      { seat: 1, move: 'discard' },
      { seat: 1, move: 'done' },
    ],
  },
  {
    position: position(['2', '5', '7', '1'], [1, 0, 0, 1], { discard: ['9', '8'], stock: ['3', '5', '7', '4'] }),
    seat: 0,
    text: 'biberbande.lesson.3',
    expect: (move) => move === 'draw',
  },
  {
    position: position(['2', '5', '7', '1'], [1, 0, 0, 1], { discard: ['9', '8'], phase: 'drawn', drawn: '3' }),
    seat: 0,
    text: 'biberbande.lesson.4',
    expect: (move) => move === 'swap 2' || move === 'swap 3',
  },
  {
    position: position(['2', '3', '7', '1'], [1, 1, 0, 1], { discard: ['9', '8', '5'], phase: 'drawn', drawn: 'P' }),
    seat: 0,
    text: 'biberbande.lesson.5',
    expect: (move) => move === 'spy 3',
  },
  {
    position: position(['2', '3', '7', '1'], [1, 1, 1, 1], { discard: ['8', '5', 'P'], phase: 'drawn', drawn: 'T' }),
    seat: 0,
    text: 'biberbande.lesson.6',
    expect: (move) => move.startsWith('trade 3 '),
  },
  {
    position: position(['2', '3', '0', '1'], [1, 1, 0, 1], { discard: ['5', 'P', 'T'], phase: 'drawn', drawn: 'Z' }),
    seat: 0,
    text: 'biberbande.lesson.7',
    expect: (move) => move === 'two',
  },
  {
    position: position(['2', '3', '0', '1'], [1, 1, 1, 1], { discard: ['P', 'T', '8', 'Z'], phase: 'end', stock: ['9', '5', '7', '4'] }),
    seat: 0,
    text: 'biberbande.lesson.8',
    expect: (move) => move === 'knock',
    replies: [
      { seat: 1, move: 'draw' },
      { seat: 1, move: 'discard' },
    ],
  },
]

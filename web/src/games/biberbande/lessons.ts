/** A guided first game: eight real positions, one thing to learn in each. */

import type { Lesson } from './scene'

const OTHER = ['4', '2', '6', '0']
const NOTHING = [0, 0, 0, 0]

/** Two players; the row of the learner, one letter a card, what of it is known, and whatever else there is to tell. */
function position(row: string, known: string, more: Record<string, unknown>): Record<string, unknown> {
  const seen = [
    [[...known].map(Number), NOTHING],
    [NOTHING, [1, 0, 0, 1]],
  ]
  return {
    game: 'biberbande',
    options: { players: 2 },
    rows: [[...row], OTHER],
    stock: ['8', '5', '7', '4'],
    discard: ['2'],
    turn: 0,
    turns: [1, 1],
    seen,
    ...more,
  }
}

function lesson(number: number, at: Record<string, unknown>, expect: Lesson['expect'], replies: string[] = []): Lesson {
  return { position: at, seat: 0, text: `biberbande.lesson.${number}`, expect, replies: replies.map((move) => ({ seat: 1, move })) }
}

export const lessons: Lesson[] = [
  lesson(1, position('9571', '1001', { phase: 'look', turns: [0, 0] }), (move) => move === 'ready', ['ready']),
  lesson(2, position('9571', '1001', { turns: [0, 0] }), (move) => move === 'take 1', ['draw', 'discard', 'done']),
  lesson(3, position('2571', '1001', { discard: ['9', '8'], stock: ['3', '5', '7', '4'] }), (move) => move === 'draw'),
  lesson(
    4,
    position('2571', '1001', { discard: ['9', '8'], phase: 'drawn', drawn: '3' }),
    (move) => move === 'swap 2' || move === 'swap 3',
  ),
  lesson(5, position('2371', '1101', { discard: ['9', '8', '5'], phase: 'drawn', drawn: 'P' }), (move) => move === 'spy 3'),
  lesson(6, position('2371', '1111', { discard: ['8', '5', 'P'], phase: 'drawn', drawn: 'T' }), (move) => move.startsWith('trade 3 ')),
  lesson(7, position('2301', '1101', { discard: ['5', 'P', 'T'], phase: 'drawn', drawn: 'Z' }), (move) => move === 'two'),
  lesson(
    8,
    position('2301', '1111', { discard: ['P', 'T', '8', 'Z'], phase: 'end', stock: ['9', '5', '7', '4'] }),
    (move) => move === 'knock',
    ['draw', 'discard'],
  ),
]

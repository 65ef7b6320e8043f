/** The guided first game: each step is a real position, which a test plays. */

import type { Lesson } from '../room'
import type { DogView } from './play/notation'
import steps from './lessons.json'

export const lessons: Lesson[] = steps.map(({ position, expect, replies }, i) => ({
  position,
  seat: 0,
  text: `dog.lesson.${i + 1}`,
  expect: (move) => expect.includes(move),
  goesOn: (view) => (view as DogView).left > 0,
  replies,
}))

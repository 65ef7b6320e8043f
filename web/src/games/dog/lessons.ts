/** The guided first game: each step is a real position, which a test plays. */

import type { Lesson, View } from './scene'
import steps from './lessons.json'

export const lessons: Lesson[] = steps.map(({ position, expect, replies }, i) => ({
  position,
  seat: 0,
  text: `dog.lesson.${i + 1}`,
  expect: (move) => expect.includes(move),
  goesOn: (view) => (view as View).left > 0,
  replies,
}))

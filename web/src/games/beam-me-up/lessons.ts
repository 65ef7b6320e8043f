/** The guided first game. Its positions and the moves that are meant are data, so that the rules can check them. */

import type { Lesson } from './scene'
import steps from './lessons.json'

export const lessons: Lesson[] = steps.map(({ position, expect }, i) => ({
  position,
  seat: 0,
  text: `beam-me-up.lesson.${i + 1}`,
  expect: (move) => expect.includes(move),
}))

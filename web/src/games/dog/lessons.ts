/** The guided first game. */

import type { Lesson } from '../room'

export const lessons: Lesson[] = []

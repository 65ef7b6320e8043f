/** A guided first game: eight real positions, one thing to learn in each. */

import type { Lesson } from '../room'

export const lessons: Lesson[] = []

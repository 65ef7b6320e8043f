import { expect, test } from 'vitest'
import en from './lang/en.json'
import lessons from './lessons.json'

const EVENTS = ['lifted', 'thrown', 'kept', 'stood', 'passed', 'moved_up', 'cooled_down', 'rocket', 'boosted', 'skipped', 'over']
const PHASES = ['lift', 'roll', 'move', 'boost']

test('there are words for every event, phase and lesson', () => {
  const keys = [
    ...EVENTS.flatMap((event) => [`event.${event}`, `event.${event}.you`]),
    ...PHASES.flatMap((phase) => [`prompt.${phase}`, `wait.${phase}`]),
    ...lessons.flatMap((_, i) => [`lesson.${i + 1}`, `lesson.${i + 1}.done`]),
  ]
  for (const key of keys) expect(en).toHaveProperty([`beam-me-up.${key}`])
})

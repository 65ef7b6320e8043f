import { expect, it } from 'vitest'
import de from './lang/de.json'
import { lessons } from './lessons'

it('has words for every lesson', () => {
  for (const { text } of lessons) for (const key of [text, `${text}.done`]) expect(de).toHaveProperty([key])
})

import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { sha256 } from './sha256'

it.each(['', 'abc', 'tafelrunde commitment 0123', 'Grüße an den Tisch', 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(64), 'y'.repeat(1000)])(
  'is what everybody else says: %s',
  (text) => {
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
  },
)

import { expect, it } from 'vitest'
import type { Event } from '../scene'
import { lasts, rolls } from './timing'

const played = { n: 1, type: 'played', seat: 1, move: '', card: '5', value: '5', owner: 1, from: '20', to: '25', left: 0 } as const
const hit: Event = { n: 2, type: 'sent_home', seat: 1, owner: 0, field: '25' }
const dealt: Event = { n: 3, type: 'dealt', round: 2, cards: 5, starter: 1 }

it('gives everything the time that it takes', () => {
  expect(rolls('20', '33', 1)).toBeGreaterThan(rolls('20', '22', 1))
  expect(lasts([played])).toBeGreaterThan(1_500)
  expect(lasts([played, hit])).toBeGreaterThan(lasts([played]))
  expect(lasts([{ ...played, card: 'J', value: 'J' }])).toBeGreaterThan(lasts([played]))
  expect(lasts([played, dealt])).toBeGreaterThan(lasts([played]) + 1_000)
  expect(lasts([{ n: 4, type: 'gave', seat: 1, to: 3 }])).toBeLessThan(500)
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Listener, State } from '../net/connection'
import { Table } from './table.svelte'

let listener: Listener
const opened = vi.hoisted(() => vi.fn())
vi.mock('../net/connection', () => ({
  Connection: class {
    constructor(_table: string, _token: string, heard: Listener) {
      listener = heard
      opened()
    }
    close(): void {}
  },
}))
vi.mock('../local/me.svelte', () => ({}))

let table: Table
let page: { hidden: boolean }

beforeEach(async () => {
  vi.useFakeTimers()
  page = { hidden: false }
  vi.stubGlobal('document', Object.assign(page, { addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  table = new Table('t')
  table.pace = { lasts: (events) => events.length * 1000, stretch: () => 1 }
  await table.enter(Promise.resolve({ token: 't' }), false)
  tell({ type: 'snapshot', version: 1, after: 0, at: 0, events: [] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

interface Told {
  type?: 'snapshot' | 'update'
  version: number
  after?: number
  /** What the view is. */
  at: number
  events: { n: number; seat: number }[]
  since?: number
  moves?: string[]
  phase?: string
  said?: unknown[]
}

function tell(told: Told): void {
  const {
    type = 'update',
    version,
    after = version - 1,
    at,
    events,
    since,
    phase = 'running',
    said = [],
    moves = [`move ${at}`, 'give'],
  } = told
  const seen = {
    view: { at },
    moves,
    actors: [0],
    effects: [],
    events: events.map((event) => ({ type: 'played', ...event })),
    since: since ?? events[0]?.n ?? at,
    can_take_back: true,
  }
  const lobby = { id: 't', phase, settings: {}, places: [], people: [], seats: [0, 1], said }
  listener.state({ type, version, after, lobby, seats: { 0: seen } } as unknown as State)
}

const shown = (): number => (table.sights[0]!.view as unknown as { at: number }).at
const move = (n: number, seat = 1) => ({ version: n + 2, at: n + 1, events: [{ n, seat }] })

test('each move is seen to its end, and nothing can be done on old moves', () => {
  tell(move(0))
  tell(move(1))
  tell({ version: 4, at: 2, events: [], phase: 'over', said: ['hello'] })
  expect([shown(), table.sights[0]!.moves], 'only what can still be done').toEqual([1, ['give']])
  expect([table.lobby!.said, table.lobby!.phase], 'words at once, the end later').toEqual([['hello'], 'running'])
  vi.advanceTimersByTime(1000)
  expect([shown(), table.lobby!.phase, table.showing]).toEqual([2, 'running', true])
  vi.advanceTimersByTime(1000)
  expect([table.sights[0]!.moves, table.lobby!.phase, table.showing]).toEqual([['move 2', 'give'], 'over', false])
  expect(table.sights[0]!.history.map((event) => event.n)).toEqual([0, 1])
})

test('nobody waits for what they did themselves', () => {
  tell(move(0))
  tell(move(1, 0))
  expect([shown(), table.sights[0]!.moves]).toEqual([2, ['move 2', 'give']])
})

test('who comes back or looks away misses nothing and waits for nothing', () => {
  tell(move(0))
  tell(move(1))
  tell({ type: 'snapshot', version: 4, after: 3, at: 3, events: [{ n: 2, seat: 1 }] })
  expect([shown(), table.sights[0]!.history.length]).toEqual([3, 3])
  page.hidden = true
  tell(move(3))
  tell(move(4))
  expect([shown(), table.sights[0]!.history.length]).toEqual([5, 5])
})

test('a move that was taken back is forgotten', () => {
  tell(move(0))
  vi.advanceTimersByTime(1000)
  tell({ version: 3, at: 0, events: [], since: 0 })
  expect([shown(), table.takenBack, table.sights[0]!.history, table.canShowAgain]).toEqual([0, 1, [], false])
  tell({ version: 4, at: 1, events: [{ n: 0, seat: 1 }] })
  expect([table.takenBack, table.sights[0]!.history.length]).toEqual([null, 1])
  tell({ version: 5, at: 0, events: [{ n: 0, seat: 1 }], since: 0 })
  expect(
    table.notes.map(({ after, text }) => [after, text]),
    'told once, before what comes then',
  ).toEqual([[-1, 'taken.other']])
})

test('the last move is shown again from where it began, and what comes meanwhile waits', () => {
  expect(table.canShowAgain).toBe(false)
  tell(move(0))
  tell({ version: 3, at: 1, events: [], since: 1, said: ['oops'] })
  vi.advanceTimersByTime(1000)
  const { step } = table
  table.showAgain()
  expect([shown(), table.sights[0]!.moves, table.sights[0]!.events]).toEqual([0, [], []])
  tell(move(2))
  vi.advanceTimersByTime(700)
  expect([shown(), table.sights[0]!.events.length, table.step]).toEqual([1, 1, step + 2])
  vi.advanceTimersByTime(1000)
  expect([shown(), table.sights[0]!.moves]).toEqual([3, ['move 3', 'give']])
})

test('what was hurried is shown again as long as it takes', () => {
  for (const n of [0, 1, 2, 3, 4]) tell(move(n))
  vi.advanceTimersByTime(1000 + 3 * 200)
  expect([shown(), table.stretch]).toEqual([5, 0.2])
  vi.advanceTimersByTime(1000)
  table.showAgain()
  vi.advanceTimersByTime(700)
  expect([shown(), table.stretch, table.showing]).toEqual([5, 1, true])
  vi.advanceTimersByTime(999)
  expect(table.showing).toBe(true)
  vi.advanceTimersByTime(1)
  expect(table.showing).toBe(false)
})

test('nothing is opened for who has left before the session was there', async () => {
  opened.mockClear()
  const left = new Table('t')
  const entering = left.enter(Promise.resolve({ token: 't' }), false)
  left.close()
  await entering
  expect(opened).not.toHaveBeenCalled()
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FromServer, Update } from '../../wire/messages'
import { Connection, type Listener } from './connection'

class FakeSocket {
  static CONNECTING = 0
  static OPEN = 1
  static all: FakeSocket[] = []
  readyState = 0
  sent: { type: string; [field: string]: unknown }[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null

  constructor(readonly url: string) {
    FakeSocket.all.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {
    this.readyState = 3
    this.onclose?.()
  }
  opens(): void {
    this.readyState = 1
    this.onopen?.()
  }
  says(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  /** Welcome, and how it stands. */
  greets(version: number, rewound: Record<string, string> | null = null): void {
    this.opens()
    this.says({ type: 'welcome', person: 'p', table: 't', version, rewound })
    this.says({ type: 'snapshot', version, mark: `m${version}`, after: 0, lobby: {}, seats: {} })
  }
  /** The next version, told as changes. */
  changes(number: number, version: number, seats: Update['seats'] = {}): void {
    this.says({ type: 'update', number, whole: false, version, mark: '', after: version - 1, lobby: { version }, seats })
  }
  asked(): Record<string, unknown>[] {
    return this.sent.filter((message) => message.type === 'ask')
  }
}

const listener = {
  state: vi.fn(),
  presence: vi.fn(),
  status: vi.fn(),
  bye: vi.fn(),
  welcome: vi.fn(),
  notice: vi.fn(),
  rewound: vi.fn(),
} satisfies Listener
const latest = () => FakeSocket.all.at(-1)!

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.all = []
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('location', { protocol: 'http:', host: 'here' })
  vi.stubGlobal('addEventListener', vi.fn())
  vi.stubGlobal('removeEventListener', vi.fn())
  vi.stubGlobal('document', { addEventListener: vi.fn(), removeEventListener: vi.fn(), visibilityState: 'visible' })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

describe('the connection to a table', () => {
  it('says hello, and sends a wish that is answered', async () => {
    const connection = new Connection('t', 'secret', listener)
    latest().greets(3)
    expect(latest().sent[0]).toEqual({ type: 'hello', token: 'secret', after: 0, mark: '', protocol: 2 })
    const outcome = connection.ask({ wish: 'start' })
    const [ask] = latest().asked()
    expect(ask).toMatchObject({ version: 3, wish: { wish: 'start' } })
    latest().says({ type: 'ack', id: String(ask!['id']), version: 4 })
    expect(await outcome).toEqual({ ok: true, version: 4 })
    connection.close()
  })

  it('comes back after a loss and sends what was not answered again, with the same id', async () => {
    const connection = new Connection('t', 'secret', listener)
    latest().greets(3)
    const outcome = connection.ask({ wish: 'start' })
    const id = latest().asked()[0]!['id']
    latest().close()
    expect(listener.status).toHaveBeenLastCalledWith('lost')
    await vi.advanceTimersByTimeAsync(1000)
    expect(FakeSocket.all).toHaveLength(2)
    latest().greets(4)
    expect(latest().sent[0]).toEqual({ type: 'hello', token: 'secret', after: 3, mark: 'm3', protocol: 2 })
    expect(
      latest()
        .asked()
        .map((ask) => ask['id']),
    ).toEqual([id])
    latest().says({ type: 'ack', id: String(id), version: 4 })
    expect(await outcome).toEqual({ ok: true, version: 4 })
    connection.close()
  })

  it('keeps wishes until there is a connection', () => {
    const connection = new Connection('t', 'secret', listener)
    void connection.ask({ wish: 'start' })
    expect(latest().sent).toEqual([])
    latest().greets(1)
    expect(latest().asked()).toHaveLength(1)
    connection.close()
  })

  it('takes no notice of what is old, and asks anew when something is missing', async () => {
    const connection = new Connection('t', 'secret', listener)
    latest().greets(5)
    listener.state.mockClear()
    latest().changes(1, 6)
    latest().changes(1, 6)
    expect(listener.state).toHaveBeenCalledTimes(1)
    latest().changes(3, 8)
    expect(listener.state).toHaveBeenCalledTimes(1)
    expect(listener.status).toHaveBeenLastCalledWith('lost')
    await vi.advanceTimersByTimeAsync(1000)
    expect(FakeSocket.all).toHaveLength(2)
    connection.close()
  })

  it('knows what has not changed', () => {
    const connection = new Connection('t', 'secret', listener)
    latest().opens()
    const seen = { events: [], since: 0, moves: ['a', 'b'], actors: [0], effects: [], covers: 2, wait: 1 }
    const now = { version: 1, mark: '', after: 1 }
    const seats = { 0: { ...seen, view: { hand: [1, 2], turn: 0 } } }
    latest().says({ ...now, type: 'snapshot', lobby: { version: 1, host: 'p' }, seats })
    latest().changes(1, 1, { 0: { events: [], since: 3, covers: null, view: { hand: [0, 0] } } })
    expect(listener.state).toHaveBeenLastCalledWith(
      expect.objectContaining({
        lobby: { version: 1, host: 'p' },
        seats: { 0: { ...seen, since: 3, covers: null, view: { hand: [0, 0], turn: 0 } } },
      }),
    )
    const other = { events: [], since: 0, moves: [], actors: [], effects: [], view: { turn: 1 } }
    latest().says({ ...now, type: 'update', number: 2, whole: true, lobby: {}, seats: { 1: other } })
    expect(listener.state.mock.lastCall![0].seats, 'all of it').toEqual({ 1: other })
    connection.close()
  })

  it('starts anew when the server has lost what it had told', async () => {
    const connection = new Connection('t', 'secret', listener)
    latest().greets(5)
    latest().close()
    await vi.advanceTimersByTimeAsync(1000)
    latest().greets(4, { en: 'lost' })
    expect(listener.rewound).toHaveBeenCalledWith({ en: 'lost' })
    expect(connection.version).toBe(4)
    latest().changes(1, 5)
    expect(connection.version).toBe(5)
    connection.close()
  })

  it('does not take trouble for an answer', async () => {
    const connection = new Connection('t', 'secret', listener)
    latest().greets(1)
    let answered = false
    void connection.ask({ wish: 'start' }).then(() => (answered = true))
    const id = String(latest().asked()[0]!['id'])
    latest().says({ type: 'refused', id, refusal: { code: 'trouble', texts: {} } })
    await vi.advanceTimersByTimeAsync(10)
    expect(answered).toBe(false)
    latest().says({ type: 'refused', id, refusal: { code: 'not-host', texts: {} } })
    await vi.advanceTimersByTimeAsync(10)
    expect(answered).toBe(true)
    connection.close()
  })

  it('notices silence', async () => {
    const connection = new Connection('t', 'secret', listener)
    latest().greets(1)
    await vi.advanceTimersByTimeAsync(16_000)
    expect(latest().sent.at(-1)).toEqual({ type: 'ping' })
    await vi.advanceTimersByTimeAsync(9_000)
    expect(FakeSocket.all.length).toBeGreaterThan(1)
    connection.close()
  })

  it('closes a socket that nobody wants any more once it is open, and says nothing over it', () => {
    const connection = new Connection('t', 'secret', listener)
    connection.close()
    expect(latest().readyState).toBe(FakeSocket.CONNECTING)
    latest().opens()
    expect(latest().readyState).toBe(3)
    expect(latest().sent).toEqual([])
  })

  it('does not come back when it is told so', async () => {
    new Connection('t', 'secret', listener)
    latest().greets(1)
    latest().says({ type: 'bye', reason: 'removed', retry: false, texts: {} })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(FakeSocket.all).toHaveLength(1)
  })
})

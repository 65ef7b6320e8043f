/**
 * The socket of a table, as docs/protocol.md asks of a client: it comes back by itself, sends what was not answered again
 * with the same id, and notices when something is missing.
 */

import type { Advice, Ask, Bye, FromServer, Hints, Refusal, Snapshot, Tried, Update } from '../../wire/messages'
import type { Typed } from './game'
import type { LocalSocket } from './local'
import { isLocal } from './reach.svelte'

export type Wish = Ask['wish']
export type Status = 'connecting' | 'online' | 'lost' | 'ended'
export type Outcome = { ok: true; version: number } | { ok: false; refusal: Refusal }

/** How a table stands: a snapshot, or an update together with what it leaves as it was. */
export interface State extends Omit<Snapshot, 'type'> {
  type: 'snapshot' | 'update'
}

export interface Listener {
  state(state: State): void
  presence(people: string[], away: Record<string, number>): void
  status(status: Status): void
  bye(message: Bye): void
  /** What the operator tells everybody. */
  notice(texts: Record<string, string>): void
  /** Who we are at this table. */
  welcome(person: string): void
  /** What we had seen is not what happened any more, and why. */
  rewound(texts: Record<string, string>): void
}

/** A WebSocket, or what stands for it at a table of this device. */
type Socket = WebSocket | LocalSocket

interface Waiting {
  wish: Wish
  sent: boolean
  done(outcome: Outcome): void
}

const PROTOCOL = 2
const SILENCE = 12_000
const PATIENCE = 6_000
const LONGEST_PAUSE = 8_000

export class Connection {
  version = 0
  /** What tells this version from any other truth. */
  #mark = ''
  /** The last that was told over this socket, and how many updates that were. */
  #state: State | null = null
  #updates = 0
  #socket: Socket | null = null
  #status: Status = 'connecting'
  #waiting = new Map<string, Waiting>()
  #hints = new Map<string, (moves: Advice[] | Refusal) => void>()
  #tries = new Map<string, (tried: Typed<Tried> | null) => void>()
  #attempts = 0
  #timer = 0
  #watch = 0
  #heard = 0
  #number = 0
  readonly #own = Math.random().toString(36).slice(2, 10)

  constructor(
    readonly table: string,
    readonly token: string,
    readonly listener: Listener,
  ) {
    addEventListener('online', this.#now)
    document.addEventListener('visibilitychange', this.#now)
    this.#open()
  }

  /** Have a wish. It waits while the connection is lost. */
  ask(wish: Wish): Promise<Outcome> {
    return new Promise((done) => {
      const id = `${this.#own}-${++this.#number}`
      this.#waiting.set(id, { wish, sent: false, done })
      this.#sendWaiting()
    })
  }

  /** Whether wishes have not been answered yet. */
  get busy(): boolean {
    return this.#waiting.size > 0
  }

  /** What to do at one of our seats? */
  hint(seat: number): Promise<Advice[] | Refusal> {
    return new Promise((done) => {
      const id = `${this.#own}-h${++this.#number}`
      this.#hints.set(id, done)
      this.#send({ type: 'hint', id, seat })
    })
  }

  /** What could be done at one of our seats after these moves? Null if that is not allowed, or cannot be known now. */
  attempt(seat: number, moves: string[]): Promise<Typed<Tried> | null> {
    return new Promise((done) => {
      if (this.#status !== 'online') return done(null)
      const id = `${this.#own}-t${++this.#number}`
      this.#tries.set(id, done)
      this.#send({ type: 'try', id, seat, moves })
    })
  }

  /** Never come back. */
  close(): void {
    removeEventListener('online', this.#now)
    document.removeEventListener('visibilitychange', this.#now)
    clearTimeout(this.#timer)
    clearInterval(this.#watch)
    this.#status = 'ended'
    this.#leave()
  }

  #open(): void {
    clearTimeout(this.#timer)
    if (isLocal(this.table)) void import('./local').then(({ LocalSocket }) => this.#follow(new LocalSocket(this.table)))
    else {
      const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
      this.#follow(new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(this.table)}`))
    }
  }

  #follow(socket: Socket): void {
    this.#leave()
    this.#socket = socket
    if (this.#status === 'ended') return this.#leave()
    this.#state = null
    this.#updates = 0
    socket.onopen = () => {
      this.#heard = Date.now()
      this.#send({ type: 'hello', token: this.token, after: this.version, mark: this.#mark, protocol: PROTOCOL })
    }
    socket.onmessage = (event: { data: unknown }) => {
      if (socket === this.#socket) this.#hear(JSON.parse(String(event.data)) as FromServer)
    }
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost()
    }
    clearInterval(this.#watch)
    this.#watch = window.setInterval(() => this.#look(), 3_000)
  }

  #hear(message: FromServer): void {
    this.#heard = Date.now()
    switch (message.type) {
      case 'welcome':
        this.#attempts = 0
        this.listener.welcome(message.person)
        this.#tell('online')
        if (message.rewound) this.listener.rewound(message.rewound)
        break
      case 'snapshot':
        if (this.#state) break
        this.#take(message)
        for (const waiting of this.#waiting.values()) waiting.sent = false
        this.#sendWaiting()
        break
      case 'update':
        this.#change(message)
        break
      case 'ack':
        this.#answer(message.id, { ok: true, version: message.version })
        break
      case 'refused':
        if (message.id !== null && this.#hints.has(message.id)) this.#hinted(message.id, message.refusal)
        else if (message.id !== null && this.#tries.has(message.id)) this.#tried(message.id, null)
        else if (message.id !== null && message.refusal.code !== 'trouble')
          this.#answer(message.id, { ok: false, refusal: message.refusal })
        break
      case 'hints':
        this.#hinted(message.id, (message satisfies Hints).moves)
        break
      case 'tried':
        this.#tried(message.id, message as Typed<Tried>)
        break
      case 'presence':
        this.listener.presence(message.people, message.away ?? {})
        break
      case 'pong':
        if (message.version > this.version) this.#again()
        break
      case 'notice':
        this.listener.notice(message.texts)
        break
      case 'bye':
        this.listener.bye(message)
        if (!message.retry) this.close()
        break
    }
  }

  /** Something has changed. What came before it must be known. */
  #change(update: Update): void {
    if (this.#state && update.number <= this.#updates) return
    if (!this.#state || update.number > this.#updates + 1) return this.#again()
    this.#updates = update.number
    this.#take(completed(update, this.#state))
  }

  #take(state: State): void {
    this.version = state.version
    this.#mark = state.mark
    this.#state = state
    this.listener.state(state)
  }

  #answer(id: string, outcome: Outcome): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    waiting?.done(outcome)
  }

  #hinted(id: string, moves: Advice[] | Refusal): void {
    this.#hints.get(id)?.(moves)
    this.#hints.delete(id)
  }

  #tried(id: string, tried: Typed<Tried> | null): void {
    this.#tries.get(id)?.(tried)
    this.#tries.delete(id)
  }

  #sendWaiting(): void {
    if (this.#status !== 'online') return
    for (const [id, waiting] of this.#waiting) {
      if (waiting.sent) continue
      waiting.sent = true
      this.#send({ type: 'ask', id, version: this.version, wish: waiting.wish })
    }
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  /** Is somebody still there? A wish should be answered, and silence broken, soon. */
  #look(): void {
    if (this.#status === 'ended' || this.#socket?.readyState !== WebSocket.OPEN) return
    const quiet = Date.now() - this.#heard
    if (quiet > SILENCE + PATIENCE || (this.#waiting.size > 0 && quiet > PATIENCE)) this.#again()
    else if (quiet > SILENCE) this.#send({ type: 'ping' })
  }

  #again(): void {
    this.#leave()
    this.#lost()
  }

  /** Want nothing of the socket any more. Browsers complain when one is closed before it is open: it is closed then. */
  #leave(): void {
    const socket = this.#socket
    this.#socket = null
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close()
    else socket?.close()
  }

  #lost(): void {
    if (this.#status === 'ended') return
    this.#tell('lost')
    for (const id of [...this.#hints.keys()]) this.#hinted(id, [])
    for (const id of [...this.#tries.keys()]) this.#tried(id, null)
    const pause = Math.min(LONGEST_PAUSE, 400 * 2 ** this.#attempts) * (0.7 + 0.6 * Math.random())
    this.#attempts += 1
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => this.#open(), pause)
  }

  /** The network is back, or the page is looked at again: no reason to wait any longer. */
  #now = (): void => {
    if (this.#status === 'lost' && document.visibilityState === 'visible') this.#open()
  }

  #tell(status: Status): void {
    if (this.#status === status) return
    this.#status = status
    this.listener.status(status)
  }
}

/** An update with everything: what it does not say is as it was. */
function completed(update: Update, known: State): State {
  if (update.whole) return update as State
  const seats = Object.entries(update.seats).map(([seat, changes]) => {
    const before = known.seats[seat]!
    return [seat, { ...before, ...changes, view: { ...before.view, ...changes.view } }] as const
  })
  return { ...update, lobby: { ...known.lobby, ...update.lobby }, seats: Object.fromEntries(seats) }
}

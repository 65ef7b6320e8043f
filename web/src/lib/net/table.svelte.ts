/** A table as this browser knows it: what the server told, ready to be drawn. */

import type { Advice, Bye, Perspective, Refusal, Snapshot, Tried, Update } from '../../wire/messages'
import type { Lobby as PublicLobby } from '../../wire/http'
import type { GameEvent, Typed } from './game'
import { Connection, type Outcome, type Status, type Wish } from './connection'
import { keepPart, me, nameOrGuest, partFor, session } from '../local/me.svelte'
import { botName } from '../text/names'
import { keepPromise } from '../verify'

export interface Said {
  version: number
  person: string
  phrase: string | null
  text: string | null
}
export type Lobby = PublicLobby & { said: Said[]; muted: string[] }

/** What one seat sees, and all that happened so far. */
export interface Sight extends Required<Typed<Perspective>> {
  history: GameEvent[]
  /** When this was told, in milliseconds of this device. */
  at: number
}

export class Table {
  lobby = $state.raw<Lobby | null>(null)
  sights = $state.raw<Record<string, Sight>>({})
  /** Counts what was told: boards animate when it changes. */
  step = $state(0)
  status = $state<Status>('connecting')
  present = $state.raw<string[]>([])
  bye = $state.raw<Bye | null>(null)
  waiting = $state(0)
  /** The latest refusal, until it is put away. */
  refusal = $state.raw<Refusal | null>(null)
  #connection: Connection | null = null

  constructor(readonly id: string) {}

  /** Go to the table. Spectators do not join. */
  async enter(join: boolean): Promise<void> {
    const { token } = await session()
    this.#connection = new Connection(this.id, token, {
      state: (message) => this.#take(message),
      presence: (people) => (this.present = people),
      status: (status) => (this.status = status),
      bye: (message) => (this.bye = message),
    })
    if (join) await this.join()
  }

  join(): Promise<Outcome> {
    const part = partFor(this.id)
    keepPart(this.id, part)
    return this.wish({ wish: 'join', name: nameOrGuest(), part })
  }

  close(): void {
    this.#connection?.close()
  }

  /** Have a wish; if it is refused, that is shown. */
  async wish(wish: Wish): Promise<Outcome> {
    if (!this.#connection) return { ok: false, refusal: { code: 'no-connection', texts: {} } as Refusal }
    this.waiting += 1
    const outcome = await this.#connection.ask(wish)
    this.waiting -= 1
    this.refusal = outcome.ok ? null : outcome.refusal
    return outcome
  }

  play(seat: number, move: string): Promise<Outcome> {
    return this.wish({ wish: 'play', seat, move })
  }

  async hint(seat: number): Promise<Advice[]> {
    const moves = (await this.#connection?.hint(seat)) ?? []
    if (Array.isArray(moves)) return moves
    this.refusal = moves
    return []
  }

  /** What could be done at one of our seats after these moves; asking changes nothing. */
  attempt(seat: number, moves: string[]): Promise<Typed<Tried> | null> {
    return this.#connection?.attempt(seat, moves) ?? Promise.resolve(null)
  }

  /** Our seats, in order. */
  get own(): number[] {
    return Object.keys(this.sights)
      .filter((key) => key !== 'public')
      .map(Number)
  }

  get isHost(): boolean {
    return this.lobby?.host === me.person
  }

  /** Whether we have joined the table, as a player or as a spectator. */
  get isHere(): boolean {
    return this.lobby?.people.some((person) => person.id === me.person && person.here) ?? false
  }

  /** What a place is called: its person's name, or its bot's. */
  nameAt(place: number): string {
    const at = this.lobby?.places[place]
    if (at?.kind === 'bot') return botName(place)
    const name = this.lobby?.people.find((person) => person.id === at?.person)?.name ?? '?'
    const mine = (this.lobby?.places ?? []).flatMap((other, i) => (other.person && other.person === at?.person ? [i] : []))
    return mine.length > 1 ? `${name} ${mine.indexOf(place) + 1}` : name
  }

  /** The names of the seats. */
  get names(): string[] {
    return (this.lobby?.seats ?? []).map((place) => this.nameAt(place))
  }

  #take(message: Snapshot | Update): void {
    this.lobby = message.lobby as unknown as Lobby
    if (this.lobby.phase === 'open') keepPromise(this.id, this.lobby.commitment)
    const sights: Record<string, Sight> = {}
    for (const [key, told] of Object.entries(message.seats as Record<string, Typed<Perspective>>)) {
      const { events } = told
      const before = message.after === 0 ? [] : (this.sights[key]?.history ?? [])
      const fresh = message.after === 0 && this.step === 0 ? [] : events
      sights[key] = {
        view: told.view,
        moves: told.moves,
        actors: told.actors,
        effects: told.effects,
        wait: told.wait ?? 0,
        covers: told.covers ?? null,
        due: told.due ?? null,
        events: fresh,
        history: [...before.filter((event) => !events.some((other) => other.n === event.n)), ...events],
        at: performance.now(),
      }
    }
    this.sights = sights
    this.step += 1
  }
}

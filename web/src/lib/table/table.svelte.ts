/** A table as this browser knows it: what the server told, ready to be drawn. */

import type { Advice, Bye, Perspective, Refusal, Tried } from '../../wire/messages'
import type { Lobby as PublicLobby } from '../../wire/http'
import type { GameEvent, Typed } from '../net/game'
import type { Pace } from './pace'
import { Queue } from './queue'
import { Connection, type Outcome, type State, type Status, type Wish } from '../net/connection'
import { awayChanges, gameChanges, hostChange, type Note } from './notes'
import { nameOrGuest, type Me } from '../local/me.svelte'
import { announce } from '../announce.svelte'
import { t } from '../text/i18n.svelte'
import { botName } from '../text/names'
import { Witness, type Trouble } from '../deal/witness'

export interface Said {
  version: number
  person: string
  phrase: string | null
  text: string | null
}
/** Somebody who waits to be let in. */
export interface Request {
  id: string
  name: string
}
export type Lobby = PublicLobby & { said: Said[]; muted: string[]; requests: Request[] }

/** What one seat sees, and all that happened so far. */
export interface Sight extends Required<Typed<Perspective>> {
  history: GameEvent[]
  /** When this was told, in milliseconds of this device. */
  at: number
}

type Sights = Record<string, Sight>

/** What was last to be seen: from where, what happened, and how long it takes to see it. */
interface LastMove {
  before: Sights
  after: Sights
  lasts: number
  stretch: number
}

/** How many moves are remembered: some may be taken back. */
const KEPT = 8
/** How many milliseconds everybody is shown what changed at the table. */
const HEADLINE = 6_000
/** What everybody has to see: who is the host now, and for whom a bot plays. */
const HEADLINES = ['note.host', 'note.bot', 'note.replaced']
/** How many milliseconds one sees where everything was, before it is shown again. */
const BEFORE = 700

export class Table {
  lobby = $state.raw<Lobby | null>(null)
  /** What is shown: every move to its end before the next. Only what can still be done is offered. */
  sights = $state.raw<Sights>({})
  /** Counts what was told: boards animate when it changes. */
  step = $state(0)
  status = $state<Status>('connecting')
  present = $state.raw<string[]>([])
  /** Who has a seat and is not connected, and when a bot plays for them, in milliseconds of this device. */
  away = $state.raw<Record<string, number>>({})
  /** What happened around the game. */
  notes = $state.raw<Note[]>([])
  /** What everybody has to see of that. */
  headline = $state('')
  bye = $state.raw<Bye | null>(null)
  waiting = $state(0)
  /** The latest refusal, until it is put away. */
  refusal = $state.raw<Refusal | null>(null)
  /** What the operator tells everybody, until it is put away. */
  notice = $state.raw<Record<string, string> | null>(null)
  /** Who we are here. */
  person = $state('')
  /** Whether we came to join and have to ask first, or need another name. */
  outside = $state(false)
  /** Whether the latest move is still being shown. */
  showing = $state(false)
  /** Whose move was taken back just now. */
  takenBack = $state<number | null>(null)
  /** How much longer than usual what is shown takes; less than 1 is quicker. */
  stretch = $state(1)
  /** What is wrong with the deal. */
  trouble = $state<Trouble | null>(null)
  /** How long things are shown; until that is known, they are not held back. */
  pace: Pace = { lasts: () => 0, stretch: () => 1 }
  /** The types of events that show little. */
  brief: string[] = []
  #connection: Connection | null = null
  #isLeft = false
  /** Whether to join as soon as it is known what table this is. */
  #joins = false
  #witness: Witness
  #queue = new Queue(() => this.#draw())
  /** The newest of what was shown, as it was told. */
  #told: Sights = {}
  #newest: { lobby: Lobby; seats: Record<string, Typed<Perspective>> } | null = null
  /** What lies on the table now, and as what it was last drawn. */
  #shown: Sights = {}
  #drawn: { of: Sights; newest: unknown } | null = null
  #lastMoves = $state.raw<LastMove[]>([])

  constructor(readonly id: string) {
    this.#witness = new Witness(id)
  }

  /** Go to the table with a session. Spectators do not join. */
  async enter(session: Promise<Pick<Me, 'token'>>, join: boolean): Promise<void> {
    const { token } = await session
    if (this.#isLeft) return
    this.#joins = join
    this.#connection = new Connection(this.id, token, {
      state: (message) => this.#hear(message),
      presence: (people, away) => this.#meet(people, away),
      status: (status) => {
        this.status = status
        if (status === 'online') this.bye = null
      },
      bye: (message) => (this.bye = message),
      welcome: (person) => (this.person = person),
      notice: (texts) => (this.notice = texts),
      rewound: (texts) => (this.refusal = { code: 'fell-back', texts }),
    })
    document.addEventListener('visibilitychange', this.#look)
  }

  /** Join, or ask to be let in where the host wants to be asked. */
  async join(): Promise<Outcome> {
    const isOpen = this.#newest?.lobby.phase === 'open'
    const outcome = await this.wish({ wish: 'join', name: nameOrGuest(), commitment: this.#witness.commitment() })
    if (outcome.ok && isOpen) this.#witness.committed()
    this.outside = !outcome.ok || this.isWaiting
    return outcome
  }

  /** Come to the table by oneself if that needs nobody's leave. In a running game nobody changes the name. */
  async #come({ people, phase, settings }: Lobby): Promise<void> {
    const known = people.find((one) => one.id === this.person)
    if (!known && settings.entry !== 'open') this.outside = true
    else if (!known?.here || phase === 'open') await this.join()
  }

  close(): void {
    this.#isLeft = true
    document.removeEventListener('visibilitychange', this.#look)
    this.#connection?.close()
    this.#queue.rush()
  }

  /** Have a wish; if it is refused, that is shown. */
  async wish(wish: Wish): Promise<Outcome> {
    if (!this.#connection) return { ok: false, refusal: { code: 'no-connection', texts: {} } as Refusal }
    this.refusal = null
    this.waiting += 1
    const outcome = await this.#connection.ask(wish)
    this.waiting -= 1
    if (!outcome.ok) this.refusal = outcome.refusal
    else if (wish.wish === 'leave') this.#witness.left()
    return outcome
  }

  play(seat: number, move: string): Promise<Outcome> {
    return this.wish({ wish: 'play', seat, move })
  }

  takeBack(seat: number): Promise<Outcome> {
    return this.wish({ wish: 'take-back', seat })
  }

  /** Whether there is a move that can be shown again. */
  get canShowAgain(): boolean {
    return this.#lastMoves.length > 0
  }

  /** Show the last move that shows something once more. Nothing changes by it; what comes meanwhile is shown afterwards. */
  showAgain(): void {
    const shows = ({ after }: LastMove): boolean =>
      Object.values(after).some(({ events }) => events.some(({ type }) => !this.brief.includes(type)))
    const last = this.#lastMoves.findLast(shows) ?? this.#lastMoves.at(-1)
    if (!last) return
    this.#queue.rush()
    const now = this.#told
    const idle = { moves: [], events: [], can_take_back: false, waits_for_tap: false }
    const as = (pick: (key: string) => Partial<Sight>): Sights =>
      Object.fromEntries(Object.entries(now).map(([key, sight]) => [key, { ...sight, ...pick(key) }]))
    const before = as((key) => {
      const { view, actors, effects } = last.before[key] ?? now[key]!
      return { view, actors, effects, ...idle }
    })
    const after = as((key) => ({ events: last.after[key]?.events ?? [] }))
    const { lasts, stretch } = last
    const show = (sights: Sights, lasts: number): void =>
      this.#queue.add({ show: (haste) => this.#present(sights, stretch / haste), lasts, stretch })
    show(before, Math.min(BEFORE, lasts))
    show(after, lasts)
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
    return this.lobby?.host === this.person
  }

  /** Whether all seats but one are bots', and nobody else can come. */
  get isAgainstBots(): boolean {
    return this.placesOf('person').length === 1 && !this.placesOf('open').length
  }

  /** Whether we have joined the table, as a player or as a spectator. */
  get isHere(): boolean {
    return this.lobby?.people.some((person) => person.id === this.person && person.here) ?? false
  }

  /** Whether we wait to be let in. */
  get isWaiting(): boolean {
    return this.lobby?.requests.some((one) => one.id === this.person) ?? false
  }

  /** Whether one of the places is ours. */
  get isSeated(): boolean {
    return this.lobby?.places.some((place) => place.person === this.person) ?? false
  }

  /** The places of a kind. */
  placesOf(kind: PublicLobby['places'][number]['kind']): number[] {
    return (this.lobby?.places ?? []).flatMap((place, i) => (place.kind === kind ? [i] : []))
  }

  nameOf(person: string | null | undefined): string {
    const known = this.lobby?.people.find((one) => one.id === person)
    return known ? known.name || t('somebody') : ''
  }

  /** What a place is called: by who sits there, or by its bot. */
  nameAt(place: number): string {
    const at = this.lobby?.places[place]
    if (at?.kind === 'bot')
      return botName(
        place,
        (this.lobby?.people ?? []).map((person) => person.name),
      )
    return at?.name || this.nameOf(at?.person) || '?'
  }

  /** When a bot plays for a seat whose person is not connected; undefined if they are, or it is a bot's. */
  awayAt(seat: number): number | undefined {
    return this.away[this.lobby?.places[this.lobby.seats[seat] ?? -1]?.person ?? '']
  }

  /** The names of the seats. */
  get names(): string[] {
    return (this.lobby?.seats ?? []).map((place) => this.nameAt(place))
  }

  #meet(people: string[], seconds: Record<string, number>): void {
    const now = performance.now()
    const away = Object.fromEntries(Object.entries(seconds).map(([person, left]) => [person, left ? now + left * 1000 : 0]))
    for (const { text, person } of awayChanges(this.away, away, people)) this.#note(text, { name: this.nameOf(person) })
    this.present = people
    this.away = away
  }

  #note(text: string, params: Note['params']): void {
    const after = Math.max(-1, ...Object.values(this.sights).flatMap((sight) => sight.history.at(-1)?.n ?? -1))
    this.notes = [...this.notes, { after, text, params }]
    announce(t(text, params))
    if (!HEADLINES.includes(text)) return
    this.headline = t(text, params)
    setTimeout(() => (this.headline = ''), HEADLINE)
  }

  /** Something was told. It is shown when what came before has been seen; what people say is shown at once. */
  #hear(message: State): void {
    const at = performance.now()
    const lobby = message.lobby as unknown as Lobby
    const seats = message.seats as Record<string, Typed<Perspective>>
    const before = this.#newest?.lobby
    this.#newest = { lobby, seats }
    this.#watchDeal(lobby)
    const [told] = Object.values(seats)
    const stretch = this.pace.stretch(lobby.settings.tempo ?? 'normal')
    const lasts = told ? this.pace.lasts(told.events, told.view) * stretch : 0
    const isPaced = message.after > 0 && message.type === 'update' && told !== undefined && !document.hidden
    if (!isPaced || this.#isOwn(told.events, message)) this.#queue.rush()
    const show = (haste: number): void => {
      this.#take(message, at, lasts, stretch)
      this.#present(this.#told, stretch / haste)
      const by = this.takenBack
      if (by !== null) this.#note(this.own.includes(by) ? 'taken.own' : 'taken.other', { name: this.names[by] ?? '' })
    }
    this.#queue.add({ show, lasts: isPaced ? lasts : 0, stretch })
    if (this.#queue.isBehind && this.lobby) this.lobby = this.#lobbyAt(this.lobby)
    if (this.#joins) void this.#come(lobby)
    this.#joins = false
    if (!before) return
    for (const { text, params } of gameChanges(before, lobby)) this.#note(text, params)
    const passed = hostChange(before, lobby)
    if (passed) this.#note(passed.text, passed.params)
  }

  /** Reveal our part of the deal when it is time, and look whether all is as it was shown, before any card is. */
  #watchDeal(lobby: Lobby): void {
    const reveal = this.#witness.look(lobby, this.person)
    this.trouble = this.#witness.kept.trouble
    if (reveal) void this.#connection?.ask(reveal).then(({ ok }) => ok && this.#witness.taken(reveal.lock))
  }

  /** Whether this is what we did ourselves: nobody waits to see that. */
  #isOwn([first]: GameEvent[], message: State): boolean {
    return first?.seat !== undefined && String(first.seat) in message.seats
  }

  /** The lobby as it is, at a moment of the game that may be earlier. */
  #lobbyAt(shown: Lobby): Lobby {
    const lobby = { ...this.#newest!.lobby, phase: shown.phase }
    if (!shown.deal) delete lobby.deal
    return lobby
  }

  /** When nobody looks, nothing is held back. */
  #look = (): void => {
    if (document.hidden) this.#queue.rush()
  }

  #take(message: State, at: number, lasts: number, stretch: number): void {
    this.lobby = this.#lobbyAt(message.lobby as unknown as Lobby)
    const sights: Sights = {}
    let undone: number | null = null
    for (const [key, told] of Object.entries(message.seats as Record<string, Typed<Perspective>>)) {
      const { events } = told
      const known = message.after === 0 ? [] : (this.#told[key]?.history ?? [])
      const since = told.since ?? 0
      const gone = known.find(({ n, type }) => n >= since && !events.some((other) => other.n === n && other.type === type))
      undone ??= gone?.seat ?? null
      sights[key] = {
        view: told.view,
        moves: told.moves,
        actors: told.actors,
        effects: told.effects,
        wait: told.wait ?? 0,
        covers: told.covers ?? null,
        due: told.due ?? null,
        since,
        can_take_back: told.can_take_back ?? false,
        waits_for_tap: told.waits_for_tap ?? false,
        events: message.after === 0 ? [] : events,
        history: [...known.filter((event) => event.n < since), ...events],
        at,
      }
    }
    this.takenBack = undone
    if (message.type === 'snapshot' || message.after === 0) this.#lastMoves = []
    else if (undone !== null) this.#lastMoves = this.#lastMoves.slice(0, -1)
    else if (lasts > 0) this.#lastMoves = [...this.#lastMoves.slice(-KEPT), { before: this.#told, after: sights, lasts, stretch }]
    this.#told = sights
  }

  #present(sights: Sights, stretch: number): void {
    this.#shown = sights
    this.stretch = stretch
    this.step += 1
    this.#draw()
  }

  /** While something newer waits, only what could still be done then can be done. */
  #draw(): void {
    this.showing = this.#queue.isBusy
    const newest = this.#queue.isBehind ? this.#newest : null
    if (this.#drawn?.of === this.#shown && this.#drawn.newest === newest) return
    this.#drawn = { of: this.#shown, newest }
    this.sights = newest
      ? Object.fromEntries(Object.entries(this.#shown).map(([key, sight]) => [key, stillPossible(sight, newest.seats[key])]))
      : this.#shown
  }
}

function stillPossible(sight: Sight, newest: Typed<Perspective> | undefined): Sight {
  return {
    ...sight,
    moves: sight.moves.filter((move) => newest?.moves.includes(move)),
    can_take_back: sight.can_take_back && (newest?.can_take_back ?? false),
    waits_for_tap: sight.waits_for_tap && (newest?.waits_for_tap ?? false),
  }
}

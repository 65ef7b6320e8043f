/**
 * Five tabletop games with every rule of their sheets: the same rules and bots as in Python, as WebAssembly.
 * Seats are numbers from 0. Moves are texts in notation.
 */

import { ask, begun, face, library, make, need, type Subject } from './python.js'
import type { BeamMeUpEvent, BeamMeUpView } from '../src/wire/views/beam-me-up.js'
import type { BiberbandeEvent, BiberbandeView } from '../src/wire/views/biberbande.js'
import type { BiestiBoysEvent, BiestiBoysView } from '../src/wire/views/biesti-boys.js'
import type { DenksteEvent, DenksteView } from '../src/wire/views/denkste.js'
import type { DogEvent, DogView } from '../src/wire/views/dog.js'
import { GAMES } from '../src/wire/games.js'
import { refusal, type Described, type IllegalMove } from './refusals.js'

export { configure, type Places } from './python.js'
export { parse, stringify } from './numbers.js'
export { BadOption, BadPosition, IllegalMove } from './refusals.js'

interface Rooms {
  'beam-me-up': { view: BeamMeUpView; event: BeamMeUpEvent }
  biberbande: { view: BiberbandeView; event: BiberbandeEvent }
  'biesti-boys': { view: BiestiBoysView; event: BiestiBoysEvent }
  denkste: { view: DenksteView; event: DenksteEvent }
  dog: { view: DogView; event: DogEvent }
}
export type Name = keyof Rooms
export type View<N extends Name> = Rooms[N]['view']
export type GameEvent<N extends Name> = Rooms[N]['event']
export type Options<N extends Name> = View<N>['options']
/** A whole number from 0 to 2**128 - 1; a BigInt if it is larger than a number can be. */
export type Seed = number | bigint
/** A game that is over. */
export interface Result {
  winners: number[]
  scores: number[]
}
/** A whole position, hidden things included; `docs/positions.md` has the fields. */
export interface Position {
  game: Name
  options?: object
  seed?: Seed
  [field: string]: unknown
}
/** A match from its beginning: everything that is needed to play it again. Write it with `stringify`. */
export interface MatchRecord {
  version: number
  game: Name
  options: object
  seed?: Seed
  position?: Position
  moves: [seat: number | null, move: string][]
}
/** Complete random games, all together. */
export interface Playouts {
  games: number
  decisions: number
  seconds: number
  /** For each seat. */
  wins: number[]
  /** The average for each seat. */
  scores: number[]
}

/** The names of the games. */
export function games(): Name[] {
  return [...GAMES].sort()
}

/** A game with these options; the rest keep their defaults. Raises BadOption. */
export async function load<N extends Name>(name: N, options: Partial<Options<N>> = {}): Promise<Game<N>> {
  await (GAMES.includes(name) ? need(name) : begun())
  return new Game(name, make(face(), 'load', [name], options))
}

/** Play a recorded match again. Raises BadPosition or IllegalMove, which say what is wrong where. */
export async function replay<N extends Name = Name>(record: MatchRecord): Promise<Match<N>> {
  return matchOf(record, 'replay')
}

/** A match that starts from a position. Raises BadPosition, which names the field. */
export async function fromPosition<N extends Name = Name>(position: Position): Promise<Match<N>> {
  return matchOf(position, 'from_position')
}

async function matchOf<N extends Name>(given: { game: Name }, how: string): Promise<Match<N>> {
  await (GAMES.includes(given.game) ? need(given.game) : begun())
  return new Match<N>(make(face(), how, [given]))
}

/** One of the games, with its options. */
export class Game<N extends Name = Name> {
  readonly #game: Subject

  constructor(
    readonly name: N,
    game: Subject,
  ) {
    this.#game = game
  }

  /** All options, defaults filled in. */
  get options(): Options<N> {
    return ask(this.#game, 'options') as Options<N>
  }

  /** The levels of bots, from weak to strong. */
  get levels(): string[] {
    return ask(library(), 'levels', [this.name]) as string[]
  }

  /** A new match. The same seed, options and moves make the same match everywhere; without a seed nobody can guess it. */
  new({ seed }: { seed?: Seed } = {}): Match<N> {
    return new Match(make(this.#game, 'new', seed === undefined ? [] : [seed]))
  }

  /** A bot; with a seed it has the same luck again. Raises BadOption. */
  bot(level: string, { seed }: { seed?: Seed } = {}): Bot<N> {
    return new Bot(make(library(), 'Player', [this.name, level, seed ?? null]))
  }

  /** Complete random games in compiled code. Raises BadOption. */
  playouts({ games = 1000, seed = 0 }: { games?: number; seed?: Seed } = {}): Playouts {
    return ask(library(), 'playouts', [this.name, this.options, games, seed]) as Playouts
  }
}

interface Player {
  choose(match: Subject, seat: number): string | null | undefined
}
const subjects = new WeakMap<Match, Subject>()

/** A match. Whatever it says belongs to whoever asked. */
export class Match<N extends Name = Name> {
  readonly #match: Subject

  constructor(match: Subject) {
    this.#match = match
    subjects.set(this, match)
  }

  /** The seats that may act now, sorted; empty when the game is over. */
  actors(): number[] {
    return ask(this.#match, 'actors') as number[]
  }

  /** Every legal move of a seat in notation, in a stable order; null is the table itself. */
  moves(seat: number | null): string[] {
    return ask(this.#match, 'moves', [seat]) as string[]
  }

  /** Play a move; if it raises IllegalMove, nothing has changed. */
  play(seat: number | null, move: string): void {
    ask(this.#match, 'play', [seat, move])
  }

  /** Null if the move is legal, otherwise the refusal that `play` would raise. */
  explain(seat: number | null, move: string): IllegalMove | null {
    const said = ask(this.#match, 'explain', [seat, move]) as Described | null
    return said && (refusal(said) as IllegalMove)
  }

  /** All that the seat may know; without a seat, what everybody may know. */
  view(seat: number | null = null): View<N> {
    return ask(this.#match, 'view', [seat]) as View<N>
  }

  /** What happened from event number `since` on, as that seat may know it. */
  events(since = 0, seat: number | null = null): GameEvent<N>[] {
    return ask(this.#match, 'events', [since, seat]) as GameEvent<N>[]
  }

  /** Null as long as the game goes on. */
  get result(): Result | null {
    return ask(this.#match, 'result') as Result | null
  }

  /** Another match at the same position, with the same past. */
  copy(): Match<N> {
    return new Match(make(this.#match, 'copy'))
  }

  /** The whole position, hidden things included. */
  position(): Position {
    return ask(this.#match, 'position') as Position
  }

  /** The whole match. */
  record(): MatchRecord {
    return ask(this.#match, 'record') as MatchRecord
  }
}

/** A player that sees no more than its seat may. It can play at any number of seats and matches of its game. */
export class Bot<N extends Name = Name> {
  readonly #player: Player

  constructor(player: Subject) {
    this.#player = player as Player
  }

  /** One of the seat's moves; null if it has none, or to wait, in games that are not played in turn. */
  choose(match: Match<N>, seat: number): string | null {
    return this.#player.choose(subjects.get(match)!, seat) ?? null
  }
}

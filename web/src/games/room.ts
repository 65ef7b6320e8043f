/**
 * What a game's room has for the browser. A board draws a view and sends notation; it knows no rules: what may be done is
 * in `moves`. The same board is used at a live table, in replays, in lessons and on the screen in the living room.
 */

import type { Component } from 'svelte'
import { api } from '../lib/net/api'
import type { Outcome } from '../lib/net/connection'
import type { GameEvent, GameView } from '../lib/net/game'
import { loadTextsOf } from '../lib/text/i18n.svelte'
import type { ShownFacts } from '../wire/http'
import type { Blocked, Effect } from '../wire/messages'

/** Everything that a board needs to know. A game says what its views and events are. */
export interface Scene<View extends GameView = GameView, Event extends GameEvent = GameEvent> {
  view: View
  /** Whose eyes; null: what everybody sees. */
  seat: number | null
  /** What this seat may do now, in the game's notation. Empty if it may not act. */
  moves: string[]
  /** What moves do to pieces on the board: those of this seat, or of whoever is on turn where everybody may know that. */
  effects: Effect[]
  /** Which seats may act now. */
  actors: number[]
  /** The seats of each side where partners play together; empty if everybody plays for themselves. */
  sides: number[][]
  /** What the seats are called, in order. */
  names: string[]
  /** What happened since the scene before, for animations; empty when one has just come. */
  events: Event[]
  /** Everything that happened, as this seat knows it. */
  history: Event[]
  /** Changes with every new scene. */
  step: number
  /** Whether the events are still being shown. */
  showing?: boolean
  /** How much longer than usual that takes; less than 1 is quicker. In style sheets it is part of `--move`. */
  stretch?: number
  /** In how many seconds moves are taken (0: now), cards are covered again, a bot moves for the seat; and when that was told. */
  wait: number
  covers: number | null
  due: number | null
  at: number
  /** Whether moves can be made: not in a replay, not while the curtain is closed. */
  live: boolean
  /** What to draw: all of it, only what belongs on a big screen, or only what belongs in a hand. */
  part: 'all' | 'table' | 'hand'
  /** A move that is shown as a hint, and the moves that complete it if it has several parts. */
  hint: string | null
  then?: string[]
  /** Make a move. Refusals are shown by the page; the board may want to know to roll something back. */
  play(move: string): Promise<Outcome>
  /** The board has said itself why the last move was refused: the page need not. */
  explained?: (() => void) | undefined
  /** What is being planned on the board, as the prompt says it; '' if nothing is. */
  planning?: ((prompt: string) => void) | undefined
  /** Ask what this seat could do after these moves, without making them; null if that cannot be known. */
  attempt?: ((moves: string[]) => Promise<Attempted<View> | null>) | undefined
}

/** The part of a scene that is the same wherever there is only something to see; `what` is what that is. */
export function still(
  seat: number | null,
  what: string,
): Pick<Scene, 'seat' | 'moves' | 'wait' | 'covers' | 'due' | 'at' | 'live' | 'part' | 'play'> {
  return {
    seat,
    moves: [],
    wait: 0,
    covers: null,
    due: null,
    at: performance.now(),
    live: false,
    part: seat === null ? 'table' : 'all',
    play: () => Promise.reject(new Error(`this is a ${what}`)),
  }
}

/** What could be done after some moves; no view if others are next. */
export interface Attempted<View extends GameView = GameView> {
  view: View | null
  moves: string[]
  effects: Effect[]
  /** Why what the seat holds and cannot use does not go, piece by piece. */
  blocked: Blocked[]
}

/** What must be known to tell of a move: `next` is what happened after the position, if that is known, `then` what completes it. */
export interface Told<View extends GameView = GameView, Event extends GameEvent = GameEvent> {
  view: View
  names: string[]
  effects: Effect[]
  next?: Event[]
  then?: string[]
}

/** `other` is a second seat of the same device, for boards that two people use at once. */
export interface BoardProps<View extends GameView = GameView, Event extends GameEvent = GameEvent> {
  scene: Scene<View, Event>
  other?: Scene<View, Event> | undefined
}

/** A step of the guided first game: a real position, what to learn, and what to do. */
export interface Lesson<View extends GameView = GameView> {
  /** A position as the server writes it. */
  position: Record<string, unknown>
  seat: number
  /** The key of the text; `KEY.done` is said afterwards. */
  text: string
  /** The moves that are meant; another legal move is undone with a friendly word. */
  expect(move: string): boolean
  /** Whether the move has another part to come, which is expected, too. */
  goesOn?(view: View): boolean
  /** What the others do afterwards. */
  replies?: { seat: number | null; move: string }[]
}

export interface Room<View extends GameView = GameView, Event extends GameEvent = GameEvent> {
  Board: Component<BoardProps<View, Event>>
  /** What the seat should do now, in words; or what it is waiting for. */
  prompt(scene: Scene<View, Event>): string
  /** What happened, in words; '' for what is not worth a line. */
  describe(event: Event, names: string[], seat: number | null): string
  /** Whether what happened changes something for this seat that it did not do itself: its piece, its cards. */
  concerns?(event: Event, seat: number): boolean
  /** Whether what happened is still to be seen on the board: until then no line tells of it. */
  unseen?(event: Event): boolean
  /** A move in words, for hints and reviews: "Lay the 5 on the left lift". */
  tell(move: string, told: Told<View, Event>): string
  /** The standings that a result shows: a line for each seat, '' if there is nothing to tell beside who won. */
  score(view: View, seat: number): string
  /** How many milliseconds the board takes to show what happened; what comes next waits for it. By default a second or so. */
  lasts?(events: Event[], view: View): number | undefined
  lessons: Lesson<View>[]
  /** Values to offer for the options that take more than a few, by the name of the option. */
  suggestions?: Record<string, unknown[]>
}

/** A room for everybody: its game is asked only with that game's own views and events, as the server sends no others. */
export function roomOf<View extends GameView, Event extends GameEvent>(room: Room<View, Event>): Room {
  return room as unknown as Room
}

const ROOMS = import.meta.glob<{ room: Room }>('./*/index.ts')

export interface Entered {
  room: Room
  facts: ShownFacts
  /** How fast time runs at the server's tables. */
  speed: number
}

/** A game's room, its texts and its facts; loaded when they are needed. */
export async function enter(game: string): Promise<Entered> {
  const load = ROOMS[`./${game}/index.ts`]
  if (!load) throw new Error(`no such game: ${game}`)
  const texts = [`games/${game}/`, `games/${game}/cards/`].map(loadTextsOf)
  const [{ room }, { facts }, { speed }] = await Promise.all([load(), api.game(game), api.games(), ...texts])
  return { room, facts, speed }
}

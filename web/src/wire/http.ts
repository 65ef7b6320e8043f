// Made by `npm run types` from docs/openapi.json, which `python -m tafelrunde.server.http.api` prints. Not to be edited.

import type { Effect, Refusal, Settings } from './messages'

export type { Effect, Refusal, Settings }
/** What a game is, who made it, and the version of our rules of it. */
export interface About {
  name: string
  de: string
  en: string
  fr: string
  players: number[]
  version: number
  authors?: string | null
  publishers?: string | null
  year?: number | null
  age?: number | null
  minutes?: number | null
}
/**
 * What the operator says about this server, and after how many seconds names and words are forgotten and tables
 *     that never started deleted.
 */
export interface AboutServer {
  imprint: {
    [k: string]: string
  }
  privacy: {
    [k: string]: string
  }
  keep_names: number
  unstarted: number
}
/** How a side came from its share at the start to its result. */
export interface Account {
  seats: number[]
  start: number
  luck: number
  lost: number
  given: number
  result: number
}
/** An address like http://192.168.1.5:8000. */
export interface Address {
  address: string
}
/**
 * The same for the analysis: whose eyes, the first event of the last move, who may really act, what the table may
 *     do, and the whole position, with its seed as a text.
 */
export interface Analysed {
  view: {}
  moves: string[]
  events: {}[]
  actors: number[]
  effects: Effect[]
  blocked: Blocked[]
  seat: number | null
  since: number
  acting: number[]
  table: string[]
  position: {}
}
export interface Blocked {
  from: string | number[]
  move: string
  refusal: Refusal
  seat: number
}
/** An option of a game; without choices, any value of the default's type that the game accepts. */
export interface Choice {
  name: string
  default: unknown
  choices: unknown[]
  texts: {
    [k: string]: string
  }
}
/** How the cards were dealt: every round, of which the last one counts. */
export interface Deal {
  rounds: Round[]
}
/** A round of the deal: the server's commitment and secret, and everybody's. */
export interface Round {
  commitment: string
  secret: string
  contributors: RevealedPart[]
}
/** What somebody had committed to, and their part of the deal; null if they did not reveal it. */
export interface RevealedPart {
  seat: number
  commitment: string
  part: string | null
}
/**
 * A choice: the chance of the side to win before it (if it chooses well) and after it, and what was best.
 *
 *     `number` counts the moves of the record from 1, as the steps of a replay do. `luck` is what had changed the chance
 *     since the side's last choice, others' mistakes aside; `why` says in every language why `best` is good.
 */
export interface Decision {
  number: number
  seat: number
  move: string
  best: string
  before: number
  after: number
  lost: number
  verdict: string
  luck: number
  why: {
    [k: string]: string
  }
}
/**
 * At how many tables somebody was forgotten; `left` are those where it was not possible, as their log is damaged:
 *     the operator can help.
 */
export interface Forgotten {
  tables: number
  left: string[]
}
/** The table to which a code leads. */
export interface Found {
  id: string
}
/**
 * The games, the names of all levels of bots, and the phrases that people can say; `speed` is how fast time runs at
 *     the tables: 1 unless the server is being tested. `imprint`: whether the operator has one, `local`: whether browsers
 *     can play and think without the server.
 */
export interface Games {
  games: ShownGame[]
  levels: {
    [k: string]: {
      [k: string]: string
    }
  }
  phrases: {
    [k: string]: {
      [k: string]: string
    }
  }
  speed: number
  imprint: boolean
  local: boolean
}
/**
 * A game and its options; `places` is the largest number of players, `levels` those of its bots that are meant for
 *     people, from weak to strong. `ready` says what need not be compiled any more before somebody can play.
 */
export interface ShownGame {
  name: string
  about: About
  places: number
  notation: string
  options: Choice[]
  facts: ShownFacts
  levels: string[]
  ready: ('bots' | 'rules')[]
}
/**
 * The facts of a game: how many can play and usually do, how many minutes it takes, from which age, who plays
 *     together (no sides: everybody alone), whether everybody acts at once, whether seats have secrets, whether it is a
 *     game of memory and for how many seconds a card is shown, the seconds before the first move, whether two can share a
 *     screen, which types of events show little, and whether it is solved.
 */
export interface ShownFacts {
  players: number[]
  usual_players: number
  minutes: number
  age: number
  sides: number[][]
  simultaneous: boolean
  secrets: boolean
  memory: boolean
  look_seconds: number | null
  countdown: number
  shared_screen: boolean
  brief_events: string[]
  solved: boolean
}
/**
 * How often a seat set each number on a card, and how often a player would have who cannot be read.
 *
 *     `deviation` is the share of the numbers that would have to change. `caught` is how often somebody would have guessed
 *     the number who knows the seat's favourites, `catchable` the same of the player who cannot be read. `read` is how
 *     much an opponent who knows these frequencies and always gives the best answer gains per card, in chance to win.
 */
export interface Habit {
  seat: number
  card: string
  settings: number
  counts: number[]
  expected: number[]
  deviation: number
  caught: number | null
  catchable: number | null
  read: number
}
/** The process answers. */
export interface Health {
  ok: boolean
}
/** A token for another device, which has to ask for a token of its own with it within so many seconds. */
export interface Link {
  token: string
  seconds: number
}
/** A table in the list; `at` is when it was opened, in seconds since 1970. */
export interface Listed {
  game: string
  phase: string
  host: string
  places: {
    [k: string]: number
  }
  people: number
  onlookers: boolean
  id: string
  at: number
}
/**
 * What everybody with the link may know of a table; `lock` from the start on, `deal` when the game is over.
 *
 *     `votes` has who wants a bot to play for whom, `former` the places that people had in the running game until a bot
 *     got them. `code` leads to the table until the game starts. `following` is the table of a rematch, `rematch_by` who
 *     asked for it; `ended_by` is the host who ended the game before it was over, `too_long` says that the table ended it
 *     after very many moves. `you` is one's own id at this table.
 */
export interface Lobby {
  id: string
  version: number
  phase: 'dealing' | 'open' | 'over' | 'running'
  host: string
  settings: Settings
  places: ShownPlace[]
  seats: number[]
  people: ShownPerson[]
  votes: {
    [k: string]: string[]
  }
  former: {
    [k: string]: number[]
  }
  commitment: string
  lock: Lock | null
  before: string | null
  following: string | null
  rematch_by: string | null
  ended_by: string | null
  too_long: boolean
  code: string
  hushed: string[]
  you: string | null
  deal?: Deal
}
/**
 * What the host chose. The number of players is not among the options: it follows from the places.
 *
 *     Without a choice for `take_back`, moves can be taken back where one person plays against bots.
 */
/** A place at the table. */
export interface ShownPlace {
  kind: 'bot' | 'empty' | 'open' | 'person'
  person?: string | null
  level?: string | null
  name?: string | null
}
/** Somebody at the table; `here`: has joined and not left. */
export interface ShownPerson {
  id: string
  name: string
  here: boolean
}
/** The commitments to the deal that were locked when the game was started, and the digest that binds them. */
export interface Lock {
  round: number
  digest: string
  contributors: ShownContribution[]
}
/** What somebody has committed to, the first of their seats, and whether they have revealed their part. */
export interface ShownContribution {
  person: string
  seat: number
  commitment: string
  revealed: boolean
}
/** What only oneself is told: one's own id and devices. */
export interface Me {
  person: string
  devices: ShownDevice[]
}
/** A device of one's own; `since` when it has its token, `seen` the day of its last visit, in seconds since 1970. */
export interface ShownDevice {
  id: string
  label: string
  since: number
  seen: number
  current: boolean
}
/** What a device is called in the list of one's devices, like "Firefox, Android". */
export interface NamedDevice {
  label?: string
}
/** The name for a new session. */
export interface NewSession {
  name: string
}
/** A table to be opened; places left out are open, `commitment` is to one's own part of the deal. */
export interface NewTable {
  name: string
  settings: Settings
  places?: Place[] | null
  commitment?: string
}
/**
 * A place at the table: open, taken by a person or a bot, or left empty.
 *
 *     `name` is who sits there if it is not the person whose device it is: several people may share one.
 */
export interface Place {
  kind?: 'bot' | 'empty' | 'open' | 'person'
  person?: string | null
  level?: string | null
  name?: string | null
}
/** A new table. */
export interface Opened {
  id: string
}
/** Everything that the server knows of a person. `unreadable` are tables that they were at whose log is damaged. */
export interface OwnData {
  person: string
  devices: ShownDevice[]
  tables: OwnTable[]
  unreadable: string[]
}
/** A table that one was at: under which id, and what one did there, with the time as text. */
export interface OwnTable {
  table: string
  game: string
  you: string
  did: {}[]
}
/** A position as in docs/positions.md, the moves made in it so far, and who looks at it (null: an onlooker). */
export interface Practice {
  position: {}
  seat?: number | null
  /**
   * @maxItems 100
   */
  moves?: Tried[]
}
/** A move of a seat (null: of the table). */
export interface Tried {
  seat: number | null
  move: string
}
/**
 * What the seat sees after these moves, what it may do, what happened, who may act, what its moves do, and why what
 *     it holds and cannot use does not go.
 */
export interface Practised {
  view: {}
  moves: string[]
  events: {}[]
  actors: number[]
  effects: Effect[]
  blocked: Blocked[]
}
/** The database works; `redis` says whether the other processes are heard. */
export interface Ready {
  ok: boolean
  redis: boolean
}
/**
 * A game that is over: the deal, and every move with its seat (null: a move of the table).
 *
 *     `result` is null if the host ended the game before it was over.
 */
export interface Record {
  version: number
  game: string
  options: {}
  seed: number
  moves: [number | null, string][]
  table: string
  deal: Deal
  names: (string | null)[]
  result: Result | null
}
/** How a game ended. */
export interface Result {
  winners: number[]
  scores: number[]
}
/** All of it. */
export interface Review {
  game: string
  options: {}
  decisions: Decision[]
  tallies: Tally[]
  accounts: Account[]
  habits: Habit[]
}
/** A seat's choices: how many, what they threw away, and how many of them have which verdict. */
export interface Tally {
  seat: number
  decisions: number
  lost: number
  verdicts: {
    [k: string]: number
  }
}
/** A review and its progress: it is complete when all `moves` are `done`. */
export interface Reviewed {
  table: string
  moves: number
  done: number
  review: Review | null
}
/** Every rule of a game. */
export interface Rules {
  game: string
  about: About
  rules: ShownRule[]
}
/** A rule; `kind` tells whether the rule sheet says so, we read it so, or we assume it. */
export interface ShownRule {
  id: string
  kind: string
  texts: {
    [k: string]: string
  }
}
/**
 * A game that was played on one device without a server, to be kept here; its browser makes this.
 *
 *     `name` is what whoever sends it was called there. `levels` has for each seat the level of its bot, null if a person
 *     had it; `steps` for each move of the record how many milliseconds after the start it was made, and by whom.
 */
export interface SentGame {
  name: string
  record: Record
  /**
   * @maxItems 100
   */
  levels: (string | null)[]
  steps: [number, 'bot' | 'person' | 'table' | 'time'][]
}
/** A session: the token is secret. The person's own id is for them alone: at every table others see another one. */
export interface Session {
  token: string
  person: string
  name: string
}
/** How many devices were signed out. */
export interface SignedOut {
  devices: number
}
/**
 * What one move did (the first step is the deal): who made it and how, how many milliseconds after the start, and
 *     what the viewer knew of it. `move` is shown only to whoever made it, or with everything open. `actors` are the seats
 *     that may act next; `effects` are what moves would do to the pieces, as far as everybody may know.
 */
export interface Step {
  number: number
  version: number
  ms: number
  seat: number | null
  by: 'bot' | 'person' | 'table' | 'time'
  move: string | null
  events: {}[]
  view: {}
  actors: number[]
  effects: Effect[]
}
/**
 * Steps of a game in order; `last` is the number of the last one there is, `next` the first of the next page.
 *
 *     With `old_rules` the game was played under earlier rules and only its end can be shown.
 */
export interface Steps {
  table: string
  game: string
  options: {}
  names: (string | null)[]
  phase: 'over' | 'running'
  old_rules: boolean
  last: number
  next: number | null
  steps: Step[]
}
/** A page of the list of tables. */
export interface Tables {
  tables: Listed[]
}
/**
 * Where a game begins: a position as in docs/positions.md, or `game`, `options` and `seed` for one that is dealt.
 *
 *     Seeds may be texts. With `follow` it is seen by whoever may act, if the seat may not.
 */
export interface ToAnalyse {
  start: {}
  seat?: number | null
  follow?: boolean
  /**
   * @maxItems 1000
   */
  moves?: Tried[]
}
/** A new token, and whose it is. */
export interface Token {
  token: string
  person: string
}

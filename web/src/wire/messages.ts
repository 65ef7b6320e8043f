// Made by `npm run types` from docs/protocol.schema.json, which `python -m tafelrunde.server.sockets.schema` prints. Not to be edited.

export type Tafelrunde = FromClient | FromServer
export type FromClient = Hello | Ask | Hint | Try | Ping
export type FromServer = Welcome | Snapshot | Update | Ack | Refused | Hints | Tried | Presence | Notice | Bye | Pong

/**
 * The first message: who the client is, the last version it has seen (0: none) and its mark, and which version of
 *     the protocol it speaks. One that does not say so (0) speaks another one.
 */
export interface Hello {
  type: 'hello'
  token: string
  after?: number
  mark?: string
  protocol?: number
}
/** A wish, with an id chosen by the client and the last version it has seen. An id is never carried out twice. */
export interface Ask {
  type: 'ask'
  id: string
  version: number
  wish:
    | Join
    | Leave
    | Sit
    | Stand
    | TakeOver
    | Admit
    | Remove
    | HandOn
    | Vote
    | Seat
    | SetPlace
    | Fill
    | Set
    | Start
    | Reveal
    | End
    | Play
    | TakeBack
    | SetTempo
    | SetClock
    | SetEntry
    | Tap
    | Say
    | Mute
    | Hush
    | Rematch
}
/**
 * Join the table, or ask the host to be let in, with the commitment to a random part of the deal (empty: to none);
 *     before the game also to change your name.
 */
export interface Join {
  wish: 'join'
  name: string
  commitment: string
}
/** Leave the table, or no longer wait to be let in. */
export interface Leave {
  wish: 'leave'
}
/** Take an open place; a person may take several, with the names of others who share the device. */
export interface Sit {
  wish: 'sit'
  place: number
  name?: string | null
}
/** Give up a place. */
export interface Stand {
  wish: 'stand'
  place: number
}
/** Take a bot's place, also in a running game; only for people without a place. */
export interface TakeOver {
  wish: 'take-over'
  place: number
}
/** The host lets somebody in who has asked, or not. */
export interface Admit {
  wish: 'admit'
  person: string
  admit?: boolean
}
/** The host removes somebody for good; in a running game a bot gets the seat. */
export interface Remove {
  wish: 'remove'
  person: string
}
/** The host makes somebody else the host. */
export interface HandOn {
  wish: 'host'
  person: string
}
/** Let a bot play for somebody who keeps everybody waiting, or take that back. */
export interface Vote {
  wish: 'vote'
  person: string
  out?: boolean
}
/** The host gives somebody a place that is open, empty or a bot's; in a running game a bot's. */
export interface Seat {
  wish: 'seat'
  place: number
  person: string
}
/** The host opens a place, leaves it empty or gives it to a bot. */
export interface SetPlace {
  wish: 'place'
  place: number
  kind: 'bot' | 'empty' | 'open'
  level?: string | null
}
/** The host gives every open place to bots. */
export interface Fill {
  wish: 'fill'
  level: string
}
/** The host changes the settings. */
export interface Set {
  wish: 'settings'
  settings: Settings
}
/**
 * What the host chose. The number of players is not among the options: it follows from the places.
 *
 *     Without a choice for `take_back`, moves can be taken back where one person plays against bots.
 */
export interface Settings {
  game: string
  options: {}
  public?: boolean
  onlookers?: boolean
  free_text?: boolean
  memory_aid?: boolean
  move_seconds?: number | null
  hints?: boolean
  tempo?: 'fast' | 'normal' | 'slow' | 'tap'
  take_back?: boolean | null
  take_over?: boolean
  entry?: 'approve' | 'locked' | 'open'
}
/** The host starts the game. */
export interface Start {
  wish: 'start'
}
/** Reveal your part of the deal to the lock with this digest; with a fresh commitment for another round. */
export interface Reveal {
  wish: 'reveal'
  lock: string
  part: string
  commitment: string
}
/** The host ends the running game, without a result. */
export interface End {
  wish: 'end'
}
/** Make a move with one of your own seats. */
export interface Play {
  wish: 'play'
  seat: number
  move: string
}
/** Take back the last move of one of your own seats. */
export interface TakeBack {
  wish: 'take-back'
  seat: number
}
/** The host changes how fast bots move, before or during the game. */
export interface SetTempo {
  wish: 'tempo'
  tempo: 'fast' | 'normal' | 'slow' | 'tap'
}
/** The host changes the time for a move, before or during the game; null: no limit. */
export interface SetClock {
  wish: 'clock'
  move_seconds: number | null
}
/** The host changes who may join, before or during the game. */
export interface SetEntry {
  wish: 'entry'
  entry: 'approve' | 'locked' | 'open'
}
/** Let the bots that wait for a tap make their move. */
export interface Tap {
  wish: 'tap'
}
/** Say a phrase from the list, or free text. */
export interface Say {
  wish: 'say'
  phrase?: string | null
  text?: string | null
}
/** Hide what somebody says, or show it again; nobody else is told. */
export interface Mute {
  wish: 'mute'
  person: string
  muted?: boolean
}
/** The host stops somebody from chatting, or allows it again, before or during the game. */
export interface Hush {
  wish: 'hush'
  person: string
  hushed?: boolean
}
/** Play again with the same people, at a new table. */
export interface Rematch {
  wish: 'rematch'
}
/** Asks what to do at one of one's own seats. Nothing happens, so it may be repeated. */
export interface Hint {
  type: 'hint'
  id: string
  seat: number
}
/** Asks what one of one's own seats could do after these moves. Nothing happens, so it may be repeated. */
export interface Try {
  type: 'try'
  id: string
  seat: number
  /**
   * @maxItems 8
   */
  moves:
    | []
    | [string]
    | [string, string]
    | [string, string, string]
    | [string, string, string, string]
    | [string, string, string, string, string]
    | [string, string, string, string, string, string]
    | [string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string]
}
/** Answered with Pong. */
export interface Ping {
  type: 'ping'
}
/**
 * The answer to Hello: who the client is at this table, and the version of the protocol.
 *
 *     With `rewound`, what the client has seen is not in the log any more: the database has lost the last versions, and
 *     the snapshot starts from the beginning. It has the words for it, in every language.
 */
export interface Welcome {
  type: 'welcome'
  person: string
  table: string
  version: number
  rewound: {
    [k: string]: string
  } | null
  protocol?: number
}
/**
 * The state of the table, and the events after the version given in Hello, which is `after`.
 *
 *     The keys of `seats` are one's own seats, or "public" for an onlooker; before the game there are none. The mark tells
 *     this version from any other truth that a database may have lost; it is given back in Hello.
 */
export interface Snapshot {
  type: 'snapshot'
  version: number
  mark: string
  after: number
  lobby: {}
  seats: {
    [k: string]: Perspective
  }
}
/**
 * What one seat (or an onlooker) sees: recent events, the current view, its legal moves, what moves would do to the
 *     pieces on the board, and who may act.
 *
 *     The events are those from number `since` on, of many the latest: whatever somebody was told beyond it has been taken
 *     back.
 *
 *     In seconds from now: `wait` until moves are accepted, `covers` until the cards being looked at are covered again,
 *     `due` until time runs out and a bot moves. `can_take_back` says whether the seat can take back the last move,
 *     `waits_for_tap` whether bots wait for somebody to tap.
 */
export interface Perspective {
  events: {}[]
  view: {}
  moves: string[]
  actors: number[]
  effects: Effect[]
  wait?: number
  covers?: number | null
  due?: number | null
  since?: number
  can_take_back?: boolean
  waits_for_tap?: boolean
}
export interface Effect {
  closed?: boolean
  from: string | number[]
  hits?: (number | string | number[])[][]
  move: string
  seat: number
  steps?: number
  swap?: number
  to: string | number[]
  way?: (string | number[])[]
}
/**
 * What has changed since the last message about the table, which was at version `after`, in the lobby and for each
 *     seat, and the events since then. A field of the lobby that is missing is as it was. If it is `whole`, everything is
 *     there, as in a Snapshot.
 *
 *     `number` counts the updates of a connection, from 1 on without gaps. The version stays the same when nothing has
 *     happened but something is no longer shown.
 */
export interface Update {
  type: 'update'
  number: number
  whole: boolean
  version: number
  mark: string
  after: number
  lobby: {}
  seats: {
    [k: string]: Changes
  }
}
/**
 * What has changed in a Perspective: a field that is missing is as it was, and so is a field that is missing in the
 *     view. The events are those since the last message.
 */
export interface Changes {
  events: {}[]
  since: number
  view?: {}
  moves?: string[]
  actors?: number[]
  effects?: Effect[]
  wait?: number
  covers?: number | null
  due?: number | null
  can_take_back?: boolean
  waits_for_tap?: boolean
}
/** The wish was carried out as this version, and that is durable. */
export interface Ack {
  type: 'ack'
  id: string
  version: number
}
/** Why a wish is not carried out; the id is null if the frame could not be read. */
export interface Refused {
  type: 'refused'
  id: string | null
  refusal: Refusal
}
/** Why a wish is refused: a code, the rule if one forbids it, and the reason in every language. */
export interface Refusal {
  code: string
  texts: {
    [k: string]: string
  }
  rule?: string | null
  late_ms?: number | null
}
/**
 * The moves that a seat had at a version, best first, each with the winning chance of the seat's side after it, how
 *     often the strongest bot would make it, whether it is one of several that are as good as the best, and for the first
 *     moves why, and how they go on if they have several parts. Sent only to the client that asked.
 */
export interface Hints {
  type: 'hints'
  id: string
  version: number
  seat: number
  moves: Advice[]
}
/**
 * A move, how likely the seat (or its side) wins with it, and how often the player would choose it.
 *
 *     Hints add `why`, a sentence in every language, `equal`: whether it is one of several moves that are as good as the
 *     best one, as far as the player can tell, and `then`: the moves that complete a move of several parts.
 */
export interface Advice {
  move: string
  win: number
  share: number
  why?: {
    [k: string]: string
  }
  equal?: boolean
  then?: string[]
}
/**
 * What a seat could do after moves that it has not made yet, what it would see then, what its moves would do to
 *     pieces, and why what it holds and cannot use does not go. If it would no longer be its turn, `view` is null: what
 *     follows depends on others. Sent only to the client that asked.
 */
export interface Tried {
  type: 'tried'
  id: string
  version: number
  seat: number
  moves: string[]
  view: {} | null
  effects: Effect[]
  blocked: Blocked[]
}
export interface Blocked {
  from: string | number[]
  move: string
  refusal: Refusal
  seat: number
}
/**
 * Which of the table's people are connected. `away` has those who are not but have a seat in the running game, with
 *     the seconds until a bot plays for them (0: it does).
 */
export interface Presence {
  type: 'presence'
  people: string[]
  away?: {
    [k: string]: number
  }
}
/** What the operator tells everybody, by language. */
export interface Notice {
  type: 'notice'
  texts: {
    [k: string]: string
  }
}
/** The last message: why the connection is closed, and whether it makes sense to reconnect. */
export interface Bye {
  type: 'bye'
  reason: string
  retry: boolean
  texts: {
    [k: string]: string
  }
}
/** The answer to Ping: the table is at this version. */
export interface Pong {
  type: 'pong'
  version: number
}

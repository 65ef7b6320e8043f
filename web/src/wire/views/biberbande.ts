// Made by `npm run types` from docs/views.schema.json, which `python -m tafelrunde.games.schema` prints. Not to be edited.

export type BiberbandeEvent =
  | BiberbandeDeal
  | BiberbandePlain
  | BiberbandeTake
  | BiberbandeDraw
  | BiberbandeSwap
  | BiberbandeDiscard
  | BiberbandeSpy
  | BiberbandeTrade
  | BiberbandePutAway
  | BiberbandeReshuffled
  | BiberbandeShow
  | BiberbandeReplace
  | BiberbandeScore
  | BiberbandeOver

/** Cards that a seat does not know are null; `told` and `age` are what everybody knows of each card. */
export interface BiberbandeView {
  age: number[][]
  dealer: number
  discard: string[]
  drawn: string | null
  game: string
  has_drawn: boolean
  knocker: number | null
  options: BiberbandeOptions
  phase: 'drawn' | 'end' | 'look' | 'over' | 'turn'
  ready: number[]
  result: BiberbandeResult | null
  round: number
  rows: (string | null)[][]
  scores: number[][]
  seat: number | null
  seen: number[][][]
  stock: number
  told: number[][]
  turn: number
  turns: number[]
  twos: number
  used: number
}
/** What was chosen before the game. */
export interface BiberbandeOptions {
  players: number
}
/** How a game ended. */
export interface BiberbandeResult {
  scores: number[]
  winners: number[]
}
/** A round was dealt; `outer` are the seat's own outer cards. */
export interface BiberbandeDeal {
  card: string
  dealer: number
  n: number
  outer?: string[]
  round: number
  type: 'deal'
}
/** Somebody is ready, begins, knocks, plays a two or is done. */
export interface BiberbandePlain {
  n: number
  seat: number
  type: 'begin' | 'done' | 'knock' | 'ready' | 'two'
}
/** The open card was taken in exchange for one from the row. */
export interface BiberbandeTake {
  card: string
  discarded: string
  n: number
  seat: number
  slot: number
  type: 'take'
}
/** A card was drawn from the stock; only its owner knows which, unless it shows itself. */
export interface BiberbandeDraw {
  card?: string
  n: number
  seat: number
  type: 'draw'
}
/** The drawn card was put into the row; only its owner knows it. */
export interface BiberbandeSwap {
  card?: string
  discarded: string
  n: number
  seat: number
  slot: number
  type: 'swap'
}
/** The drawn card was discarded. */
export interface BiberbandeDiscard {
  card: string
  n: number
  seat: number
  type: 'discard'
}
/** Somebody looked at one of their own cards; only they know it. */
export interface BiberbandeSpy {
  card?: string
  n: number
  seat: number
  slot: number
  type: 'spy'
}
/** Two cards changed their owners unseen. */
export interface BiberbandeTrade {
  n: number
  other: number
  other_slot: number
  seat: number
  slot: number
  type: 'trade'
}
/** Cards drawn by twos were put away. */
export interface BiberbandePutAway {
  count: number
  n: number
  seat: number
  type: 'put_away'
}
/** The discard pile became the stock, or cards put away came back. */
export interface BiberbandeReshuffled {
  count: number
  n: number
  type: 'bring_back' | 'shuffle'
}
/** A row was turned up. */
export interface BiberbandeShow {
  n: number
  row: string[]
  seat: number
  type: 'show'
}
/** A special card in a row was replaced from the stock. */
export interface BiberbandeReplace {
  aside: string
  card: string
  n: number
  seat: number
  slot: number
  type: 'replace'
}
/** The points of a round. */
export interface BiberbandeScore {
  n: number
  points: number[]
  round: number
  totals: number[]
  type: 'score'
}
/** The game is over. */
export interface BiberbandeOver {
  n: number
  scores: number[]
  type: 'over'
  winners: number[]
}

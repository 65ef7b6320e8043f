// Made by `npm run types` from docs/views.schema.json, which `python -m tafelrunde.games.schema` prints. Not to be edited.

export type BiestiBoysEvent =
  BiestiBoysLaid | BiestiBoysDrew | BiestiBoysNewBoard | BiestiBoysCalled | BiestiBoysFinished | BiestiBoysPlain | BiestiBoysOver

/** `hand` is one's own; `excluded` are the kinds that everybody knows a card of a hand is not. */
export interface BiestiBoysView {
  boards_left: string[][]
  claims?: number[]
  excluded: string[][][]
  false_calls?: number[]
  game: string
  hand: string[] | null
  hand_sizes: number[]
  laid?: (BiestiBoysLaidCard | null)[]
  lifts: string[]
  options: BiestiBoysOptions
  pile_sizes: number[]
  result: BiestiBoysResult | null
  seat: number | null
  unseen: {
    [k: string]: number
  }
  winner: number | null
}
/** A card that can still be called: who laid it, and on what. */
export interface BiestiBoysLaidCard {
  on: string
  seat: number
}
/** What was chosen before the game. */
export interface BiestiBoysOptions {
  draw: 'auto' | 'hand'
  players: number
  referee: 'honour' | 'strict'
}
/** How a game ended. */
export interface BiestiBoysResult {
  scores: number[]
  winners: number[]
}
/** A card was laid on a lift. */
export interface BiestiBoysLaid {
  card: string
  lift: number
  n: number
  on: string
  seat: number
  type: 'laid'
}
/** Somebody drew; only they know the card. */
export interface BiestiBoysDrew {
  card?: string
  n: number
  seat: number
  type: 'drew'
}
/** Nobody could lay: a new board was turned up. */
export interface BiestiBoysNewBoard {
  lifts: string[]
  n: number
  type: 'new_board'
}
/** A card was called, rightly or in vain. */
export interface BiestiBoysCalled {
  card: string
  lift: number
  n: number
  on: string
  owner: number
  seat: number
  type: 'called_back' | 'called_in_vain'
}
/** Somebody has no cards left. */
export interface BiestiBoysFinished {
  n: number
  seat: number
  type: 'finished'
}
/** The window for calls has passed, or the boards were shuffled. */
export interface BiestiBoysPlain {
  n: number
  type: 'boards_shuffled' | 'window_passed'
}
/** The game is over. */
export interface BiestiBoysOver {
  n: number
  scores: number[]
  type: 'over'
  winners: number[]
}

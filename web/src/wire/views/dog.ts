// Made by `npm run types` from docs/views.schema.json, which `python -m tafelrunde.games.schema` prints. Not to be edited.

export type DogEvent = DogDealt | DogGave | DogLooked | DogExchanged | DogPlayed | DogSentHome | DogFolded | DogShuffled | DogOver

/**
 * Only the seat's own hand is open; `given` are the exchanged cards that a seat knows, `owners` tells whose pieces
 *     each seat moves: its own, or the partner's once its own are in the goal.
 */
export interface DogView {
  cards: number[]
  game: string
  given: (string | null)[]
  hands: (string[] | null)[]
  has_given: boolean[]
  left: number
  moved: string[]
  options: DogOptions
  owners: number[]
  phase: 'give' | 'play'
  pieces: string[][]
  put_away: {
    [k: string]: number
  }
  result: DogResult | null
  round: number
  seat: number | null
  starter: number
  stock: number
  turn: number | null
}
/** What was chosen before the game. */
export interface DogOptions {
  players: number
}
/** How a game ended. */
export interface DogResult {
  scores: number[]
  winners: number[]
}
/** A round was dealt; `hand` is one's own. */
export interface DogDealt {
  cards: number
  hand?: string[]
  n: number
  round: number
  starter: number
  type: 'dealt'
}
/** A card for the partner was put down; only who gave it knows it. */
export interface DogGave {
  card?: string
  n: number
  seat: number
  to: number
  type: 'gave'
}
/** Both partners have given; each knows the other's card now. */
export interface DogLooked {
  card?: string
  n: number
  seats: number[]
  type: 'looked'
}
/** The cards given changed hands; `hand` is one's own. */
export interface DogExchanged {
  hand?: string[]
  n: number
  starter: number
  type: 'exchanged'
}
export interface DogPlayed {
  card: string | null
  from: string
  left: number
  move: string
  n: number
  owner: number
  seat: number
  swap?: number
  to: string
  type: 'played'
  value: string
}
/** A piece of `owner` had to go home. */
export interface DogSentHome {
  field: string
  n: number
  owner: number
  seat: number
  type: 'sent_home'
}
/** Somebody could not play and put all cards away. */
export interface DogFolded {
  cards: string[]
  n: number
  seat: number
  type: 'folded'
}
/** The cards that were put away became the stock. */
export interface DogShuffled {
  n: number
  type: 'shuffled'
}
/** The game is over. */
export interface DogOver {
  n: number
  scores: number[]
  type: 'over'
  winners: number[]
}

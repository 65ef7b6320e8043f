// Made by `npm run types` from docs/views.schema.json, which `python -m tafelrunde.games.schema` prints. Not to be edited.

export type DenksteEvent = DenksteSetGo | DenksteSetStop | DenksteReveal | DenksteOver

/** A figure is its level and its steps there; a card that is set is known to who set it. */
export interface DenksteView {
  figures: [number, number][]
  game: string
  go: number | null
  go_set: boolean
  options: DenksteOptions
  result: DenksteResult | null
  seat: number | null
  stop: number[] | null
  stop_set: boolean
  stopper: number
  turn: number
}
/** What was chosen before the game. */
export interface DenksteOptions {
  haste_gedacht: boolean
  players: number
  rings: number[]
}
/** How a game ended. */
export interface DenksteResult {
  scores: number[]
  winners: number[]
}
/** The number was set in secret. */
export interface DenksteSetGo {
  go?: number
  n: number
  seat: number
  type: 'set_go'
}
/** The Stop card was set in secret. */
export interface DenksteSetStop {
  n: number
  seat: number
  stop?: number[]
  type: 'set_stop'
}
export interface DenksteReveal {
  /**
   * @minItems 2
   * @maxItems 2
   */
  from: [number, number]
  go: number
  n: number
  seat: number
  stop: number[]
  stopper: number
  /**
   * @minItems 2
   * @maxItems 2
   */
  to: [number, number]
  type: 'blocked' | 'moved' | 'stays' | 'thrown_back'
}
/** The game is over. */
export interface DenksteOver {
  n: number
  scores: number[]
  type: 'over'
  winners: number[]
}

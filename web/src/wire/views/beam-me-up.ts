// Made by `npm run types` from docs/views.schema.json, which `python -m tafelrunde.games.schema` prints. Not to be edited.

export type BeamMeUpEvent =
  BeamMeUpLifted | BeamMeUpThrown | BeamMeUpKept | BeamMeUpPlain | BeamMeUpMovedUp | BeamMeUpCooledDown | BeamMeUpBoosted | BeamMeUpOver

/** The whole game is open: everybody sees the same. */
export interface BeamMeUpView {
  boards: number[]
  boosts: number
  dice: number[] | null
  game: string
  in_space: number[]
  jokers: boolean[]
  layouts: string[][]
  needed: number
  options: BeamMeUpOptions
  phase: 'boost' | 'lift' | 'move' | 'roll'
  result: BeamMeUpResult | null
  seat: number | null
  starter: number
  stones: number[][]
  throw: number
  turn: number
}
/** What was chosen before the game. */
export interface BeamMeUpOptions {
  boards: 'in order' | 'random'
  players: number
  starter: 'first' | 'random'
}
/** How a game ended. */
export interface BeamMeUpResult {
  scores: number[]
  winners: number[]
}
/** Before the first turn some players may lift stones. */
export interface BeamMeUpLifted {
  columns: string[]
  n: number
  seat: number
  type: 'lifted'
}
/** Dice were thrown. */
export interface BeamMeUpThrown {
  dice: number[]
  n: number
  seat: number
  throw: number
  type: 'thrown'
}
/** Dice were kept for the next throw. */
export interface BeamMeUpKept {
  dice: number[]
  n: number
  seat: number
  type: 'kept'
}
/** Somebody stood, passed or skipped. */
export interface BeamMeUpPlain {
  n: number
  seat: number
  type: 'passed' | 'skipped' | 'stood'
}
/** Stones went up. */
export interface BeamMeUpMovedUp {
  n: number
  seat: number
  stones: number[]
  type: 'moved_up'
  up: string
}
/** Stones of others fell back. */
export interface BeamMeUpCooledDown {
  column: string
  n: number
  seat: number
  seats: number[]
  type: 'cooled_down'
}
/** A stone reached a rocket, or was boosted by one. */
export interface BeamMeUpBoosted {
  column: string
  n: number
  seat: number
  type: 'boosted' | 'rocket'
}
/** The game is over. */
export interface BeamMeUpOver {
  n: number
  scores: number[]
  type: 'over'
  winners: number[]
}

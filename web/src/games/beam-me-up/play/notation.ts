/** The notation of moves, taken apart and put together. */

export const COLUMNS = ['1', '2', '3', '4', '5', '6', 'S'] as const
export const TOP = 7
export const ROWS = 8
/** The rows that are space. */
export const SPACE = [6, 7]

/** A stone of a column (0 to 6) goes some fields up. */
export interface Part {
  column: number
  steps: number
}

/** A move that lifts stones: by a head start, by the dice or by a rocket. */
export interface Use {
  move: string
  parts: Part[]
}

/** The stones that a move lifts; none if it is another kind of move. */
export function partsOf(move: string): Part[] {
  const [word, ...rest] = move.split(' ')
  if (word === 'up') return rest.map(part)
  if (word === 'lift' || word === 'boost') return rest.map((name) => ({ column: columnOf(name), steps: 1 }))
  return []
}

function part(text: string): Part {
  const [name = '', steps = ''] = text.split('+')
  return { column: columnOf(name), steps: Number(steps) }
}

export function columnOf(name: string): number {
  return COLUMNS.indexOf(name as (typeof COLUMNS)[number])
}

/** The moves that lift stones, those that lift most first. */
export function usesOf(moves: string[]): Use[] {
  const uses = moves.map((move) => ({ move, parts: partsOf(move) })).filter((use) => use.parts.length > 0)
  return uses.sort((one, other) => total(other.parts) - total(one.parts) || other.parts.length - one.parts.length)
}

function total(parts: Part[]): number {
  return parts.reduce((sum, each) => sum + each.steps, 0)
}

/** The move that keeps these dice and throws the others again. */
export function keep(dice: number[]): string {
  return `keep ${[...dice].sort().join(' ') || '-'}`
}

/** The dice that a move keeps, or null if it keeps none in particular. */
export function keptBy(move: string): number[] | null {
  if (!move.startsWith('keep ')) return null
  return move === 'keep -' ? [] : move.slice(5).split(' ').map(Number)
}

/** Where a stone comes to stand: what goes beyond the top lapses. */
export function landing(row: number, steps: number): number {
  return Math.min(TOP, row + steps)
}

/** The lines along which moves are drawn. */

import { type Point, pointOf, wayOf } from '../board/geometry'

/** A piece that moves, or that swaps with another. */
export interface Way {
  owner: number
  from: string
  to: string
  swap: boolean
}

/** A line ends where the marble begins. */
function short(from: Point, to: Point): Point {
  const part = Math.min(1, 30 / Math.max(1, Math.hypot(to.x - from.x, to.y - from.y)))
  return { x: to.x + (from.x - to.x) * part, y: to.y + (from.y - to.y) * part }
}

function at({ x, y }: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`
}

function line(way: Point[]): string {
  const points = [...way.slice(0, -1), short(way.at(-2)!, way.at(-1)!)]
  return points.map((point, i) => `${i ? 'L' : 'M'}${at(point)}`).join('')
}

/** A bow over the board, drawn towards its middle. */
function bow(from: Point, to: Point, pull: number): string {
  const over = { x: ((from.x + to.x) / 2) * pull, y: ((from.y + to.y) / 2) * pull }
  return `M${at(from)}Q${at(over)} ${at(short(over, to))}`
}

/** The arrow of a move as an SVG path; of a swap both. */
export function arrowsOf({ owner, from, to, swap }: Way, viewer: number | null): string[] {
  const way = swap ? null : wayOf(from, to, owner)
  if (way) return [line(way.map((place) => pointOf(place, owner, viewer)))]
  if (from === 'h') return [bow(pointOf('h1', owner, viewer), pointOf(to, owner, viewer), 1.04)]
  const [a, b] = [pointOf(from, owner, viewer), pointOf(to, owner, viewer)]
  return [bow(a, b, 0.55), bow(b, a, 0.75)]
}

/** The way home of a piece that was hit. */
export function homewards(owner: number, field: string, viewer: number | null): string {
  return bow(pointOf(field, owner, viewer), pointOf('h1', owner, viewer), 0.86)
}

export const BURST = 'm0-38 8 18 19-9-9 19 20 10-20 10 9 19-19-9-8 18-8-18-19 9 9-19-20-10 20-10-9-19 19 9Z'

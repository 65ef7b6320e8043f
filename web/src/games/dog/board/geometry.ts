/** Where everything lies on the board. The middle is (0, 0), the board is 1000 wide; the viewer's seat is at the bottom. */

export interface Point {
  x: number
  y: number
}

export const FIELDS = 64
export const SEATS = 4
const PER_SEAT = FIELDS / SEATS
const RADIUS = 428
const GOAL_STEP = 51
const HOME = 411
const HOME_STEP = 27

/** The field on which a seat's pieces start. */
export function startOf(seat: number): number {
  return seat * PER_SEAT
}

/** On which side of the board a seat sits: 0 is the bottom, then on against the clock. */
export function sideOf(seat: number, viewer: number | null): number {
  return (seat - (viewer ?? 0) + SEATS) % SEATS
}

/** A point of the bottom side, turned to a seat's side; the play goes against the clock. */
export function turned(point: Point, side: number): Point {
  let { x, y } = point
  for (let i = 0; i < side; i += 1) [x, y] = [y, -x]
  return { x: x + 0, y: y + 0 }
}

function onTrack(field: number, viewer: number | null): Point {
  const angle = ((field - startOf(viewer ?? 0)) / FIELDS) * 2 * Math.PI
  return { x: RADIUS * Math.sin(angle), y: RADIUS * Math.cos(angle) }
}

export function isField(place: string): boolean {
  return /^\d+$/.test(place)
}

export function isGoal(place: string): boolean {
  return place.startsWith('g')
}

/** Where a place is. The places at home are four: `h0` to `h3`. */
export function pointOf(place: string, owner: number, viewer: number | null): Point {
  if (isField(place)) return onTrack(Number(place), viewer)
  const number = Number(place.slice(1))
  const side = sideOf(owner, viewer)
  if (isGoal(place)) return turned({ x: 0, y: RADIUS - GOAL_STEP * number }, side)
  const [dx, dy] = [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ][number]!
  return turned({ x: -HOME + dx! * HOME_STEP, y: HOME + dy! * HOME_STEP }, side)
}

/** The fields from one to another, both included, the short way round. */
function along(from: number, to: number): string[] {
  const ahead = (to - from + FIELDS) % FIELDS
  const back = FIELDS - ahead
  const count = Math.min(ahead, back)
  return Array.from({ length: count + 1 }, (_, i) => String((from + (ahead <= back ? i : FIELDS - i)) % FIELDS))
}

function goals(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, i) => `g${from + i}`)
}

/** The places along which a marble rolls, both ends included; null if it flies, from home or further than a quarter of the track. */
export function wayOf(from: string, to: string, owner: number): string[] | null {
  if (from.startsWith('h') || to.startsWith('h')) return null
  if (isGoal(from)) return goals(Number(from.slice(1)), Number(to.slice(1)))
  const track = along(Number(from), isGoal(to) ? startOf(owner) : Number(to))
  if (track.length > PER_SEAT) return null
  return isGoal(to) ? [...track, ...goals(1, Number(to.slice(1)))] : track
}

/** How large the area around each point may be so that none covers another. */
export function reach(points: Point[], least: number, most: number): number[] {
  return points.map((point, i) => {
    const near = Math.min(...points.filter((_, j) => j !== i).map((other) => Math.hypot(other.x - point.x, other.y - point.y)), Infinity)
    return Math.min(most, Math.max(least, near / 2))
  })
}

/** Which of these points are this near, the nearest first. */
export function within(points: Point[], at: Point, reach: number): number[] {
  const far = points.map((point) => Math.hypot(point.x - at.x, point.y - at.y))
  return far.flatMap((distance, i) => (distance <= reach ? [i] : [])).sort((a, b) => far[a]! - far[b]!)
}

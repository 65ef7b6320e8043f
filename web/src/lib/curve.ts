/** The curve of a game: how likely each side was to win, decision by decision. */

import type { Account, Decision } from '../wire/http'

export interface Point {
  number: number
  win: number
}

/** For each side its chances, from the deal to the end. */
export function curves(decisions: Decision[], accounts: Account[], last: number): Point[][] {
  return accounts.map((account) => {
    const points: Point[] = [{ number: 0, win: account.start }]
    for (const decision of decisions.filter((one) => account.seats.includes(one.seat))) {
      points.push({ number: decision.number - 1, win: decision.before }, { number: decision.number, win: decision.after })
    }
    points.push({ number: last, win: account.result })
    return points
  })
}

/** Points as a path in a box of this size; the top is a sure win. */
export function path(points: Point[], last: number, width: number, height: number): string {
  const x = (point: Point) => ((point.number / Math.max(last, 1)) * width).toFixed(1)
  const y = (point: Point) => ((1 - point.win) * height).toFixed(1)
  return points.map((point, i) => `${i ? 'L' : 'M'}${x(point)} ${y(point)}`).join('')
}

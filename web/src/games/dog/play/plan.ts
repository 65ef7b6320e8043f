/** Planning a seven: its parts are sent one by one and cannot be taken back, so they are tried out first. */

import { stepsOf } from '../board/geometry'
import { type DogView, type Move, ownerOfMove, readAll } from './notation'

export const SEVEN = 7

export interface Part {
  move: Move
  owner: number
  steps: number
  /** The moves that could follow. */
  next: Move[]
  /** How the board would look then. */
  view: DogView
}

export interface Plan {
  parts: Part[]
}

export const NO_PLAN: Plan = { parts: [] }

/** What the server told about what could follow. */
export interface Answer {
  view: DogView | null
  moves: string[]
}

export function texts(plan: Plan, more: Move[] = []): string[] {
  return [...plan.parts.map((part) => part.move.text), ...more.map((move) => move.text)]
}

/** The board with what is planned. */
export function viewOf(plan: Plan, view: DogView): DogView {
  return plan.parts.at(-1)?.view ?? view
}

/** What can be planned next. */
export function nextOf(plan: Plan, moves: Move[]): Move[] {
  return plan.parts.at(-1)?.next ?? moves.filter((move) => move.value === '7')
}

/** How many of the seven steps are used, by parts that were played and parts that are planned. */
export function used(plan: Plan, view: DogView): number {
  const played = view.left ? SEVEN - view.left : 0
  return played + plan.parts.reduce((sum, part) => sum + part.steps, 0)
}

/** The plan with another part; null if that completes it: then others are next, or another card. */
export function add(plan: Plan, move: Move, before: DogView, seat: number, answer: Answer): Plan | null {
  if (answer.view === null || answer.view.left === 0) return null
  const owner = ownerOfMove(viewOf(plan, before), seat, move)
  const part = { move, owner, steps: stepsOf(move.from, move.to, owner), next: readAll(answer.moves), view: answer.view }
  return { parts: [...plan.parts, part] }
}

/** The plan without a part and all that came after it. */
export function without(plan: Plan, index: number): Plan {
  return { parts: plan.parts.slice(0, Math.max(0, index)) }
}

/** Which planned part ended on a place; -1 if none did. */
export function endsOn(plan: Plan, owner: number, place: string): number {
  return plan.parts.findLastIndex((part) => part.owner === owner && part.move.to === place)
}

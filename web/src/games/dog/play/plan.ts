/** Planning a seven: its parts are sent one by one and cannot be taken back, so they are tried out first. */

import type { Attempted } from '../../room'
import type { View } from '../scene'
import { type Move, movesOf } from './notation'

export const SEVEN = 7

export interface Part {
  move: Move
  /** The moves that could follow. */
  next: Move[]
  /** How the board would look then. */
  view: View
}

export interface Plan {
  parts: Part[]
}

export const NO_PLAN: Plan = { parts: [] }

export function texts(plan: Plan, more: Move[] = []): string[] {
  return [...plan.parts.map((part) => part.move.text), ...more.map((move) => move.text)]
}

/** The board with what is planned. */
export function viewOf(plan: Plan, view: View): View {
  return plan.parts.at(-1)?.view ?? view
}

/** What can be planned next. */
export function nextOf(plan: Plan, moves: Move[]): Move[] {
  return plan.parts.at(-1)?.next ?? moves.filter((move) => move.value === '7')
}

/** How many of the seven steps are used, by parts that were played and parts that are planned. */
export function used(plan: Plan, view: View): number {
  const played = view.left ? SEVEN - view.left : 0
  return played + plan.parts.reduce((sum, part) => sum + part.move.steps, 0)
}

/** The plan with another part; null if that completes it: then others are next, or another card. */
export function add(plan: Plan, move: Move, answer: Attempted): Plan | null {
  const view = answer.view as View | null
  if (view === null || view.left === 0) return null
  return { parts: [...plan.parts, { move, next: movesOf(answer.effects), view }] }
}

/** The plan without a part and all that came after it. */
export function without(plan: Plan, index: number): Plan {
  return { parts: plan.parts.slice(0, Math.max(0, index)) }
}

/** Which planned part ended on a place; -1 if none did. */
export function endsOn(plan: Plan, owner: number, place: string): number {
  return plan.parts.findLastIndex((part) => part.move.owner === owner && part.move.to === place)
}

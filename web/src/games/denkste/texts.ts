/** Denkste! in words. */

import { list, t } from '../../lib/text/i18n.svelte'
import { drama } from './play/drama.svelte'
import type { Event, Scene, View } from './scene'
import { cardOf, CENTRE, isReveal, numbersOf, type Figure, type Reveal } from './play/view'

/** Where a figure stands. */
export function placeOf([level, steps]: Figure, rings: number[]): string {
  if (level === CENTRE) return t('denkste.place.centre')
  const ring = rings[level - 1] ?? 0
  if (steps === 0) return t('denkste.place.start', { level })
  return steps === ring ? t('denkste.place.lap', { level }) : t('denkste.place', { level, steps, ring })
}

/** The text for "you" where it is about the viewer, else the one with a name. */
function told(key: string, about: number, names: string[], seat: number | null, params: Record<string, string | number> = {}): string {
  return t(about === seat ? `${key}.you` : key, { name: names[about] ?? '', ...params })
}

export function prompt(scene: Scene): string {
  const view = scene.view
  const { names, seat, actors, moves } = scene
  if (drama.reveal) return drama.told ? describeReveal(drama.reveal, names, seat) : t('denkste.prompt.reveal')
  if (actors.length === 0) return t('denkste.prompt.over')
  if (moves.length > 0) {
    return t(`denkste.prompt.${cardOf(moves)}`, { name: names[view.turn] ?? '', n: numbersOf(moves[0]!).length })
  }
  const others = actors.filter((other) => other !== seat).map((other) => names[other] ?? '')
  const sealed = seat !== null && [view.turn, view.stopper].includes(seat)
  return t(sealed ? 'denkste.prompt.sealed' : 'denkste.prompt.wait', { names: list(others), n: others.length })
}

export function describe(event: Event, names: string[], seat: number | null): string {
  if (isReveal(event)) return describeReveal(event, names, seat)
  if (event.type === 'set_go') return told('denkste.event.set_go', event.seat, names, seat, { go: event.go ?? '' })
  if (event.type === 'set_stop') return told('denkste.event.set_stop', event.seat, names, seat, { stop: list(event.stop ?? []) })
  return told('denkste.event.over', event.winners[0] ?? 0, names, seat)
}

function describeReveal(event: Reveal, names: string[], seat: number | null): string {
  const cards = t('denkste.event.cards', { go: event.go, stop: list(event.stop) })
  return `${cards} ${told(`denkste.event.${outcomeOf(event)}`, event.seat, names, seat, { n: event.go, level: event.to[0] })}`
}

/** What came of a reveal; stepping up and arriving are told apart from plain moving. */
export function outcomeOf({ type, from, to }: Reveal): string {
  if (type !== 'moved') return type
  if (to[0] === CENTRE) return 'arrived'
  return to[0] > from[0] ? 'climbed' : 'moved'
}

/** One's own card against the other one, and the end. */
export function concerns(event: Event, seat: number): boolean {
  return isReveal(event) ? event.seat === seat || event.stopper === seat : event.type === 'over'
}

export function tell(move: string): string {
  return t(`denkste.tell.${cardOf([move])}`, { numbers: list(numbersOf(move)) })
}

export function score(view: View, seat: number): string {
  const figure = view.figures[seat]
  if (!figure) return ''
  return figure[0] === CENTRE ? t('denkste.score.centre') : t('denkste.score', { level: figure[0], steps: figure[1] })
}

/** What happens and what is to be done, in words. Nothing here tells a card that lies face down. */

import { list, t } from '../../lib/text/i18n.svelte'
import type { GameEvent } from '../../lib/net/table.svelte'
import type { Scene, Told } from '../room'

const say = (key: string, params: Record<string, string | number> = {}): string => t(`biberbande.${key}`, params)

export function cardName(card: unknown): string {
  const name = String(card)
  return /^\d$/.test(name) ? say('card.number', { n: name }) : say(`card.${name}`)
}

export function prompt(scene: Scene): string {
  const text = scene.moves.length ? ownPrompt(scene) : waitPrompt(scene)
  return scene.view.knocker !== null && scene.view.phase !== 'over' ? say('prompt.last', { text }) : text
}

function ownPrompt({ view, moves }: Scene): string {
  if (view.phase === 'look') return say('prompt.look')
  if (view.phase === 'end') return say('prompt.end')
  if (view.phase === 'turn')
    return moves.some((move) => move.startsWith('take')) ? say('prompt.turn', { card: cardName(view.discard.at(-1)) }) : say('prompt.draw')
  if (/\d/.test(view.drawn)) return say(view.twos ? 'prompt.number.two' : 'prompt.number', { n: view.drawn })
  return say(`prompt.${view.drawn}`)
}

function waitPrompt({ view, names, actors }: Scene): string {
  const name = names[actors[0] ?? 0] ?? ''
  if (view.phase === 'over') return ''
  if (view.phase === 'look') return say('prompt.looking', { names: list(actors.map((seat) => names[seat] ?? '')), n: actors.length })
  return say(view.phase === 'end' ? 'prompt.knock' : view.has_drawn ? 'prompt.think' : 'prompt.wait', { name })
}

/** Not worth a line: what the next event or the table tells anyway. */
const SILENT = ['done', 'put_away']

export function describe(event: GameEvent, names: string[], seat: number | null): string {
  if (SILENT.includes(event.type)) return ''
  const own = event.seat !== undefined && event.seat === seat
  const who = (of: unknown): string => (of === seat ? say('you') : (names[Number(of)] ?? ''))
  const params: Record<string, string | number> = { name: names[event.seat ?? 0] ?? '' }
  for (const field of ['slot', 'other_slot', 'count', 'round']) if (field in event) params[field] = Number(event[field])
  for (const field of ['card', 'discarded', 'aside']) if (field in event) params[field] = cardName(event[field])
  if (event.type === 'trade') {
    params.other = names[Number(event.other)] ?? ''
    if (event.other === seat) return say('event.trade.with_you', params)
  }
  if (event.type === 'show') params.row = (event.row as string[]).map((card) => (/\d/.test(card) ? card : cardName(card))).join(', ')
  if (event.type === 'score')
    params.list = (event.points as number[]).map((points, of) => say('event.score.one', { name: who(of), points })).join(', ')
  if (event.type === 'over') params.names = list((event.winners as number[]).map((of) => names[of] ?? ''))
  return say(`event.${event.type}${own ? '.you' : ''}`, params)
}

/** A move in words. */
export function tell(move: string, { view, names }: Told): string {
  const [verb, slot, other] = move.split(' ')
  const [seat, otherSlot] = (other ?? '').split(':')
  return say(`tell.${verb}`, {
    slot: slot ?? '',
    other: names[Number(seat)] ?? '',
    other_slot: otherSlot ?? '',
    n: view.discard.at(-1) ?? '',
  })
}

export function totalOf(view: { scores: number[][] } | undefined, seat: number): number | null {
  const scores = view?.scores[seat] ?? []
  return scores.length ? scores.reduce((sum, points) => sum + points, 0) : null
}

export function score(view: { scores: number[][] } | undefined, seat: number): string {
  const total = totalOf(view, seat)
  return total === null ? '' : say('points', { n: total })
}

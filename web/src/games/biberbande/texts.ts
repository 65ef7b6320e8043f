/** What happens and what is to be done, in words. Nothing here tells a card that lies face down. */

import { seatOf } from '../../lib/net/game'
import type { Params } from '../../lib/text/fill'
import { list, t } from '../../lib/text/i18n.svelte'
import { show } from './play/show.svelte'
import { isAhead } from './play/story'
import type { Event, Scene, Told, View } from './scene'

const say = (key: string, params: Params = {}): string => t(`biberbande.${key}`, params)

export function cardName(name = ''): string {
  if (!name) return ''
  return /^\d$/.test(name) ? say('card.number', { n: name }) : say(`card.${name}`)
}

export function prompt(scene: Scene): string {
  if (show.closing) return say('prompt.closing', { round: show.closing.round })
  const text = scene.moves.length ? ownPrompt(scene) : waitPrompt(scene)
  return scene.view.knocker !== null && scene.view.phase !== 'over' ? say('prompt.last', { text }) : text
}

function ownPrompt({ view, moves }: Scene): string {
  if (view.phase === 'look') return say('prompt.look')
  if (view.phase === 'end') return say('prompt.end')
  if (view.phase === 'turn')
    return moves.some((move) => move.startsWith('take')) ? say('prompt.turn', { card: cardName(view.discard.at(-1)) }) : say('prompt.draw')
  const drawn = view.drawn ?? ''
  return /\d/.test(drawn) ? say(view.twos ? 'prompt.number.two' : 'prompt.number', { n: drawn }) : say(`prompt.${drawn}`)
}

function waitPrompt({ view, names, actors }: Scene): string {
  const name = names[actors[0] ?? 0] ?? ''
  if (view.phase === 'over') return ''
  if (view.phase === 'look') return looking(actors.map((seat) => names[seat] ?? ''))
  return say(view.phase === 'end' ? 'prompt.knock' : view.has_drawn ? 'prompt.think' : 'prompt.wait', { name })
}

/** Who still looks; of many only how many, as there is no room for all their names. */
function looking(names: string[]): string {
  return say(names.length > 2 ? 'prompt.looking.many' : 'prompt.looking', { names: list(names), n: names.length })
}

/** Not worth a line: what the next event or the table tells anyway. */
const SILENT: Event['type'][] = ['done', 'put_away']

export function describe(event: Event, names: string[], seat: number | null): string {
  if (SILENT.includes(event.type)) return ''
  const by = seatOf(event)
  const own = by !== undefined && by === seat
  const params: Params = { name: names[by ?? 0] ?? '' }
  if ('slot' in event) params.slot = event.slot
  if ('count' in event) params.count = event.count
  if ('round' in event) params.round = event.round
  if ('card' in event) params.card = cardName(event.card)
  if ('discarded' in event) params.discarded = cardName(event.discarded)
  if ('aside' in event) params.aside = cardName(event.aside)
  if (event.type === 'trade') {
    params.other = names[event.other] ?? ''
    params.other_slot = event.other_slot
    if (event.other === seat) return say('event.trade.with_you', params)
  }
  if (event.type === 'show') params.row = event.row.map((card) => (/\d/.test(card) ? card : cardName(card))).join(', ')
  if (event.type === 'score') {
    const who = (of: number): string => (of === seat ? say('you') : (names[of] ?? ''))
    params.list = event.points.map((points, of) => say('event.score.one', { name: who(of), points })).join(', ')
  }
  if (event.type === 'over') {
    params.names = list(event.winners.map((of) => names[of] ?? ''))
    params.n = event.winners.length
  }
  return say(`event.${event.type}${own ? '.you' : ''}`, params)
}

/** A card of one's own that is traded away, the last round, and how a round ends. */
export function concerns(event: Event, seat: number): boolean {
  return event.type === 'trade' ? event.other === seat : ['knock', 'score', 'over'].includes(event.type)
}

/** Nothing is told of the end of a round before it is seen. */
export function unseen(event: Event): boolean {
  return show.closing !== null && isAhead(event, show.closing, show.step)
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

export function totalOf(view: { scores: number[][] }, seat: number): number {
  return (view.scores[seat] ?? []).reduce((sum, points) => sum + points, 0)
}

export function score(view: View, seat: number): string {
  const unseen = show.closing && !show.finished ? (view.scores[seat]?.[show.closing.round - 1] ?? 0) : 0
  return say('points', { n: totalOf(view, seat) - unseen })
}

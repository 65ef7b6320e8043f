/** What is said about the game. */

import type { Event, Scene, View } from './scene'
import { seatOf } from '../../lib/net/game'
import { t } from '../../lib/text/i18n.svelte'
import { countdown } from './play/countdown.svelte'
import { haltOf, layOf, liftsFor } from './play/logic'

const ME = 'biesti-boys'

export function cardName(card: string): string {
  return t(`${ME}.card.${card}`)
}

function onLift(lift: number): string {
  return t(`${ME}.lift.${lift}.on`)
}

/** The cards that a seat still has. */
export function cardsLeft(view: View, seat: number): number {
  return (view.hand_sizes[seat] ?? 0) + (view.pile_sizes[seat] ?? 0)
}

/** A lift in words: what lies there, whose it is, and whether the chosen card can go there. */
export function liftLabel(lift: number, scene: Scene, by: number | null, chosen: string | null): string {
  const name = t(`${ME}.lift.${lift}`)
  const card = cardName(scene.view.lifts[lift - 1] ?? '')
  const shows = by === null ? t(`${ME}.shows`, { name, card }) : t(`${ME}.shows.by`, { name, card, who: scene.names[by] ?? '' })
  if (chosen === null || !scene.live) return shows
  return `${shows} ${t(liftsFor(scene.moves, chosen).includes(lift) ? `${ME}.fits` : `${ME}.fits.not`, { card: cardName(chosen) })}`
}

/** A card in hand in words, with the lifts that take it. */
export function cardLabel(card: string, number: number, scene: Scene): string {
  const label = t(`${ME}.hand.card`, { number, card: cardName(card) })
  const lifts = liftsFor(scene.moves, card).map((lift) => t(`${ME}.lift.${lift}`))
  return lifts.length ? `${label} ${t(`${ME}.hand.fits`, { lifts: lifts.join(', ') })}` : label
}

export function prompt(scene: Scene): string {
  if (scene.view.winner !== null) return t(`${ME}.wins`, { name: scene.names[scene.view.winner] ?? '' })
  if (scene.seat === null) return t(`${ME}.prompt.watch`)
  if (countdown.left > 0) return t(`${ME}.prompt.ready`)
  if (scene.view.claims?.includes(scene.seat)) return t(`${ME}.prompt.claim`)
  if (scene.moves.some((move) => layOf(move))) return t(`${ME}.prompt.lay`)
  if (scene.moves.includes('draw')) return t(`${ME}.prompt.draw`)
  return t(`${ME}.prompt.wait`)
}

export function describe(event: Event, names: string[], seat: number | null): string {
  const by = seatOf(event)
  const mine = by !== undefined && by === seat
  const key = mine ? `${ME}.${event.type}.you` : `${ME}.${event.type}`
  const name = names[by ?? 0] ?? ''
  switch (event.type) {
    case 'drew':
      return mine && event.card ? t(key, { card: cardName(event.card) }) : ''
    case 'called_back':
    case 'called_in_vain': {
      const owner = event.owner === seat ? t(`${ME}.to.you`) : t(`${ME}.to`, { name: names[event.owner] ?? '' })
      return t(key, { name, card: cardName(event.card), lift: onLift(event.lift), on: cardName(event.on), owner })
    }
    case 'laid':
      return t(key, { name, card: cardName(event.card), lift: onLift(event.lift) })
    case 'finished':
      return t(key, { name })
    case 'new_board':
      return t(key, { lifts: event.lifts.map((card, i) => `${t(`${ME}.lift.${i + 1}.short`)} ${cardName(card)}`).join(', ') })
    case 'over':
      return event.winners
        .map((winner) => (winner === seat ? t(`${ME}.wins.you`) : t(`${ME}.wins`, { name: names[winner] ?? '' })))
        .join(' ')
    case 'window_passed':
    case 'boards_shuffled':
      return t(key)
  }
}

/** A card of one's own that comes back or stays, new lifts, and the end. */
export function concerns(event: Event, seat: number): boolean {
  if (event.type === 'called_back' || event.type === 'called_in_vain') return event.owner === seat
  return event.type === 'new_board' || event.type === 'finished' || event.type === 'over'
}

export function tell(move: string): string {
  const lay = layOf(move)
  if (lay) return t(`${ME}.tell.lay`, { card: cardName(lay.card), lift: onLift(lay.lift) })
  const lift = haltOf(move)
  if (lift) return t(`${ME}.halt`, { lift: t(`${ME}.lift.${lift}`) })
  return t(`${ME}.tell.draw`)
}

export function score(view: View, seat: number): string {
  const left = cardsLeft(view, seat)
  return left ? t(`${ME}.left`, { n: left }) : t(`${ME}.left.none`)
}

/** What a person reads and hears of Dog. */

import { seatOf } from '../../lib/net/game'
import { labelled, list, t } from '../../lib/text/i18n.svelte'
import type { DogPlayed } from '../../wire/views/dog'
import { isGoal } from './board/geometry'
import type { Event, Scene, Told, View } from './scene'
import { givenCard, type Hit, type Move, partnerOf, read, standsOn } from './play/notation'

function aCard(card: string | null): string {
  return t(`dog.a.${card}`)
}

/** The key of the text for "you" where the viewer is meant. */
function forms(key: string, isYou: boolean): string {
  return isYou ? `${key}.you` : key
}

export function placeName(place: string): string {
  if (place.startsWith('h')) return t('dog.place.home')
  return isGoal(place) ? t('dog.place.goal', { n: place.slice(1) }) : t('dog.place.field', { n: place })
}

/** Where a piece goes, short. */
function wayWords(from: string, to: string, swap: boolean): string {
  if (from === 'h') return t('dog.way.start')
  return t(swap ? 'dog.way.swap' : 'dog.way.walk', { from: placeName(from), to: placeName(to) })
}

/** The way of a piece, short; that a swap takes one's own is said. */
export function playedWay({ from, to, value, swap }: DogPlayed, seat: number | null): string {
  if (swap === undefined || swap !== seat) return wayWords(from, to, value === 'J')
  return t('dog.way.swap.you', { from: placeName(from), to: placeName(to) })
}

/** A move on the board in words: whose piece, from where, to where. */
export function tellPart(move: Pick<Move, 'from' | 'to' | 'value' | 'owner'>, names: string[], seat: number): string {
  const way = wayWords(move.from, move.to, move.value === 'J')
  return move.owner === seat ? way : labelled(t('dog.whose', { name: names[move.owner] ?? '' }), way)
}

/** The same, with whom it sends home. */
export function tellMove(move: Move, names: string[], seat: number): string {
  const hits = move.hits.map(({ owner }) => t(forms('dog.way.hit', owner === seat), { name: names[owner] ?? '' }))
  return [tellPart(move, names, seat), ...hits].join(', ')
}

/** A warning: a piece of one's own side would go home. */
export function lossWords({ owner, field }: Hit, names: string[], seat: number): string {
  return t(forms('dog.loss', owner === seat), { name: names[owner] ?? '', field })
}

export function tell(text: string, { view, names, effects, next = [], then = [] }: Told): string {
  const given = givenCard(text)
  if (given !== null) return t('dog.tell.give', { card: aCard(given) })
  const move = read(text)
  if (!move) return text
  const head = move.card === 'X' ? t('dog.tell.joker', { value: aCard(move.value) }) : t('dog.tell.card', { card: aCard(move.card) })
  const seat = view.turn ?? view.seat ?? 0
  const played = next.find((event) => event.type === 'played')
  const owner = effects.find((effect) => effect.move === text)?.seat ?? played?.owner ?? seat
  const rest = then.flatMap((part) => read(part) ?? []).map(({ from, to }) => wayWords(from, to, false))
  return labelled(head, list([tellPart({ ...move, owner }, names, seat), ...rest]))
}

export function prompt(scene: Scene): string {
  const view = scene.view
  const { seat, names } = scene
  const name = (of: number): string => names[of] ?? ''
  if (view.phase === 'give') {
    if (seat !== null && scene.moves.length) return t('dog.prompt.give', { name: name(partnerOf(seat, scene.sides)) })
    return t('dog.prompt.giving', { names: list(scene.actors.filter((of) => of !== seat).map(name)) })
  }
  if (view.turn === null) return ''
  if (seat === view.turn) {
    const owner = view.owners[seat] ?? seat
    const left = view.left ? t('dog.prompt.left', { n: view.left }) : ''
    if (owner !== seat)
      return left ? `${left} ${t('dog.prompt.left.partner', { name: name(owner) })}` : t('dog.prompt.partner', { name: name(owner) })
    return left || t('dog.prompt.play')
  }
  const owner = view.owners[view.turn] ?? view.turn
  if (owner === view.turn) return t('dog.prompt.wait', { name: name(view.turn) })
  return t(forms('dog.prompt.wait.partner', owner === seat), { name: name(view.turn), owner: name(owner) })
}

/** A piece of one's own that is moved, swapped or sent home, a card that one is given, and what begins or ends for everybody. */
export function concerns(event: Event, seat: number): boolean {
  switch (event.type) {
    case 'played':
      return event.seat !== seat && (event.owner === seat || event.swap === seat)
    case 'sent_home':
      return event.owner === seat
    case 'gave':
      return event.to === seat
    case 'looked':
      return event.card !== undefined
    default:
      return event.type === 'over'
  }
}

export function score(view: View, seat: number): string {
  return `${view.pieces[seat]?.filter(isGoal).length ?? 0}/4`
}

export function describe(event: Event, names: string[], seat: number | null): string {
  const name = (of: number | undefined): string => names[of ?? -1] ?? ''
  const you = seat !== null && seatOf(event) === seat
  switch (event.type) {
    case 'dealt':
      return t(forms('dog.did.dealt', event.starter === seat), { round: event.round, cards: event.cards, name: name(event.starter) })
    case 'shuffled':
      return t('dog.did.shuffled')
    case 'gave':
      if (you && event.card) return t('dog.did.gave.you', { to: name(event.to), card: aCard(event.card) })
      return t(event.to === seat ? 'dog.did.gave.toyou' : 'dog.did.gave', { name: name(event.seat), to: name(event.to) })
    case 'looked':
      return event.card ? t('dog.did.looked', { name: name(event.seats.find((of) => of !== seat)), card: aCard(event.card) }) : ''
    case 'exchanged':
      return t(forms('dog.did.exchanged', event.starter === seat), { name: name(event.starter) })
    case 'played':
      return `${labelled(played(event, name, seat), playedWay(event, seat))}.`
    case 'sent_home':
      return t(forms('dog.did.home', event.owner === seat), { name: name(event.owner), field: event.field })
    case 'folded':
      return t(forms('dog.did.folded', you), {
        name: name(event.seat),
        cards: event.cards.map((card) => t(`dog.short.${card}`)).join(' '),
      })
    case 'over': {
      const won = seat !== null && event.winners.includes(seat)
      return t(forms('dog.did.over', won), { names: list(event.winners.filter((of) => of !== seat).map(name)) })
    }
  }
}

function played(event: DogPlayed, name: (of: number) => string, seat: number | null): string {
  const you = event.seat === seat
  const about = { name: name(event.seat), card: aCard(event.card), value: aCard(event.value), owner: name(event.owner) }
  const key = event.card === null ? 'dog.did.part' : event.card === 'X' ? 'dog.did.joker' : 'dog.did.card'
  const head = t(forms(key, you), about)
  if (event.owner === event.seat) return head
  return `${head} ${t(forms('dog.did.for', event.owner === seat), about)}`
}

/** What a place on the board is called that can be tapped. */
export function spotLabel(place: string, owner: number, asPiece: boolean, view: View, names: string[], seat: number): string {
  if (asPiece) return t(forms('dog.spot.piece', owner === seat), { name: names[owner] ?? '', place: placeName(place) })
  const there = standsOn(view, place)
  const target = t('dog.spot.target', { place: placeName(place) })
  return there === null ? target : `${target}, ${t(forms('dog.spot.stands', there === seat), { name: names[there] ?? '' })}`
}

/** The whole board in words, for people who do not see it. */
export function boardWords(view: View, names: string[], seat: number | null): string[] {
  return view.pieces.map((pieces, of) => {
    const places = pieces.map((place) => placeName(place.replace('*', '')) + (place.endsWith('*') ? ` (${t('dog.guarded')})` : ''))
    return t('dog.board.seat', {
      name: of === seat ? `${names[of]} (${t('you')})` : (names[of] ?? ''),
      places: places.join(', '),
      n: view.cards[of] ?? 0,
    })
  })
}

import { t } from '../../../lib/text/i18n.svelte'
import { type Group, lacking, numbers, type Setup, values } from '../../setup'

const CARDS = ['A', 'K', 'Q', 'J', '10', '9', '8', '7', '6', '5', '4', '3', '2', 'X']
const TRACK = 64
const SIDE = TRACK / 4
const PIECES = 4

function placesOf(seat: number): [string, string][] {
  const start = SIDE * seat
  return [
    ['h', t('dog.place.home')],
    [`${start}*`, t('dog.set.guarded', { n: start })],
    ...values(numbers(TRACK).map(String), (field) => t('dog.place.field', { n: field })),
    ...values(
      numbers(PIECES, 1).map((n) => `g${n}`),
      (goal) => t('dog.place.goal', { n: goal.slice(1) }),
    ),
  ]
}

export const setup: Setup = {
  groups: (_, names): Group[] => [
    ...names.map((name, seat) => ({
      title: name,
      seat,
      choices: numbers(PIECES).map((i) => ({
        at: ['pieces', seat, i],
        label: t('dog.set.piece', { n: i + 1 }),
        values: placesOf(seat),
      })),
      cards: [{ at: ['hands', seat], label: t('dog.set.hand'), cards: values(CARDS, (card) => t(`dog.card.${card}`)) }],
    })),
    {
      title: t('dog.set.turn'),
      choices: [
        { at: ['turn'], label: t('dog.set.whose'), values: names.map((name, seat): [number, string] => [seat, name]) },
        { at: ['phase'], label: t('dog.set.phase'), values: values(['give', 'play'], (phase) => t(`dog.set.phase.${phase}`)) },
      ],
    },
  ],
  // All other cards are in the stock, and no seven is half played.
  mend: (position) => ({ ...lacking(position, 'stock', 'given'), left: 0, moved: [] }),
  emptied: (position) => ({
    ...lacking(position, 'stock', 'given'),
    pieces: numbers(4).map(() => numbers(PIECES).map(() => 'h')),
    hands: numbers(4).map(() => []),
    left: 0,
    moved: [],
  }),
}

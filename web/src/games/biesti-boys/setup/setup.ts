import { t } from '../../../lib/text/i18n.svelte'
import { type Group, lacking, numbers, type Position, type Setup, values } from '../../setup'

const CARDS = [...'012345678SG']
const named = values(CARDS, (card) => (/\d/.test(card) ? card : card === 'S' ? 'Stop' : 'Go'))

/** The cards of one hand that another has not. */
function more(hand: string[], than: string[]): string[] {
  const left = [...than]
  return hand.filter((card) => {
    const i = left.indexOf(card)
    if (i >= 0) left.splice(i, 1)
    return i < 0
  })
}

/** A card that comes into a hand comes out of a pile, one's own if it is there; what is put away goes under one's own. */
function swapped(position: Position, seat: number, before: Position): unknown {
  const piles = (position['piles'] as string[][]).map((pile) => [...pile])
  const [now, then] = [position, before].map((one) => (one['hands'] as string[][])[seat]!) as [string[], string[]]
  for (const card of more(now, then)) {
    const from = [piles[seat]!, ...piles].find((pile) => pile.includes(card))
    from?.splice(from.lastIndexOf(card), 1)
  }
  piles[seat]!.push(...more(then, now))
  return piles
}

export const setup: Setup = {
  groups: (_, names): Group[] => [
    {
      title: t('biesti-boys.set.lifts'),
      choices: numbers(4).map((lift) => ({ at: ['lifts', lift], label: t(`biesti-boys.lift.${lift + 1}`), values: named })),
    },
    ...names.map((name, seat) => ({
      title: name,
      seat,
      cards: [{ at: ['hands', seat], label: t('biesti-boys.set.hand'), cards: named }],
    })),
  ],
  // Nothing is known of any hand, and nothing can be called.
  mend(position, [field, seat], before) {
    const rest = lacking(position, 'excluded', 'laid', 'claims', 'false_calls')
    return field === 'hands' ? { ...rest, piles: swapped(position, Number(seat), before) } : rest
  },
}

import { t } from '../../../lib/text/i18n.svelte'
import { changed, type Group, numbers, type Path, type Position, type Setup, valueAt, values } from '../../setup'

const CARDS = [...'0123456789TPZ']
const SLOTS = 4
const named = (): [string, string][] => values(CARDS, (card) => (/\d/.test(card) ? card : t(`biberbande.set.${card}`)))

/** A card that comes from the stock leaves the one there that it takes the place of. */
function swapped(position: Position, at: Path, before: Position): Position {
  const [card, was] = [valueAt(position, at), valueAt(before, at)]
  const stock = [...(position['stock'] as string[])]
  const i = card === null ? -1 : stock.indexOf(String(card))
  if (i >= 0) stock.splice(i, 1)
  if (typeof was === 'string') stock.splice(Math.max(i, 0), 0, was)
  return { ...position, stock }
}

export const setup: Setup = {
  groups(position, names): Group[] {
    const top = (position['discard'] as string[]).length - 1
    return [
      ...names.map((name, seat) => ({
        title: name,
        seat,
        choices: numbers(SLOTS).flatMap((slot) => [
          { at: ['rows', seat, slot], label: t('biberbande.set.card', { n: slot + 1 }), values: named() },
          {
            at: ['seen', seat, seat, slot],
            label: t('biberbande.set.knows', { n: slot + 1 }),
            values: values([0, 1], (seen) => t(`biberbande.set.knows.${seen}`)),
          },
        ]),
      })),
      {
        title: t('biberbande.set.table'),
        choices: [
          ...(top >= 0 ? [{ at: ['discard', top], label: t('biberbande.set.discard'), values: named() }] : []),
          { at: ['turn'], label: t('biberbande.set.turn'), values: names.map((name, seat): [number, string] => [seat, name]) },
          {
            at: ['drawn'],
            label: t('biberbande.set.drawn'),
            values: [[null, t('biberbande.set.none')], ...named()],
          },
          {
            at: ['phase'],
            label: t('biberbande.set.phase'),
            values: values(['look', 'turn', 'drawn', 'end'], (phase) => t(`biberbande.set.phase.${phase}`)),
          },
        ],
      },
    ]
  },
  mend(position, at, before) {
    const [field, seat, slot] = at
    if (field === 'seen') return position
    let mended = position
    if (field === 'rows') mended = changed(changed(position, ['told', seat!, slot!], 0), ['age', seat!, slot!], 0)
    if (field === 'rows' || field === 'discard' || field === 'drawn') mended = swapped(mended, at, before)
    if (field === 'drawn') mended = { ...mended, phase: position['drawn'] === null ? 'turn' : 'drawn' }
    if (field === 'phase' && position['phase'] !== 'drawn' && position['drawn'] !== null)
      mended = swapped({ ...mended, drawn: null }, ['drawn'], before)
    if (field === 'phase' && position['phase'] === 'end')
      mended = { ...mended, turns: (position['turns'] as number[]).map((turns) => Math.max(turns, 1)) }
    const { phase } = mended as { phase: string }
    if (phase !== 'look') mended = { ...mended, ready: (position['ready'] as number[]).map(() => 0) }
    return phase === 'drawn' ? mended : { ...mended, twos: 0, used: 0 }
  },
}

import { t } from '../../../lib/text/i18n.svelte'
import { type Group, numbers, type Position, type Setup, values } from '../../setup'

const CENTRE = 4

function ringsOf(position: Position): number[] {
  return (position['options'] as { rings: number[] }).rings
}

export const setup: Setup = {
  groups(position, names): Group[] {
    const figures = position['figures'] as [number, number][]
    return [
      ...names.map((name, seat) => {
        const ring = ringsOf(position)[figures[seat]![0] - 1] ?? 0
        return {
          title: name,
          seat,
          choices: [
            {
              at: ['figures', seat, 0],
              label: t('denkste.set.level'),
              values: values(numbers(CENTRE, 1), (level) => (level === CENTRE ? t('denkste.set.centre') : String(level))),
            },
            ...(ring
              ? [
                  {
                    at: ['figures', seat, 1],
                    label: t('denkste.set.field'),
                    values: values(numbers(ring + 1), (steps) => t(steps ? 'denkste.set.steps' : 'denkste.set.start', { n: steps, ring })),
                  },
                ]
              : []),
          ],
        }
      }),
      {
        title: t('denkste.set.cards'),
        choices: [
          { at: ['turn'], label: t('denkste.set.turn'), values: names.map((name, seat): [number, string] => [seat, name]) },
          {
            at: ['go'],
            label: t('denkste.set.go'),
            values: values([null, ...numbers(6, 1)], (go) => (go === null ? t('denkste.set.none') : String(go))),
          },
        ],
      },
    ]
  },
  // A new level begins at its start; what was sealed was meant for another position.
  mend(position, at, before) {
    const [field, seat, part] = at
    if (field === 'go') return position
    const figures = (position['figures'] as [number, number][]).map(([level, steps], i): [number, number] =>
      field === 'figures' && i === seat && part === 0 && level !== (before['figures'] as [number, number][])[i]![0]
        ? [level, 0]
        : [level, steps],
    )
    return { ...position, figures, go: null, stop: null }
  },
  emptied: (position) => ({ ...position, figures: (position['figures'] as unknown[]).map(() => [1, 0]), turn: 0, go: null, stop: null }),
}

import { t } from '../../../lib/text/i18n.svelte'
import { type Group, numbers, type Position, type Setup, values } from '../../setup'

const COLUMNS = '123456S'
const TOP = 7
const BOARDS = 4
const DICE = 5
const BOOSTS = 2

/** Dice, throw, boosts and phase belong together. */
function together(position: Position): Position {
  const thrown = position['dice'] !== null
  const phase = position['phase'] === 'boost' ? 'boost' : position['phase'] === 'lift' ? 'lift' : thrown ? position['phase'] : 'roll'
  return {
    ...position,
    phase,
    throw: thrown ? position['throw'] || 1 : 0,
    boosts: phase === 'boost' ? position['boosts'] || 1 : 0,
  }
}

export const setup: Setup = {
  groups: (position, names): Group[] => [
    ...names.map((name, seat) => ({
      title: name,
      seat,
      choices: [
        { at: ['boards', seat], label: t('beam-me-up.set.board'), values: values(numbers(BOARDS), (n) => t(`beam-me-up.set.board.${n}`)) },
        ...[...COLUMNS].map((column, i) => ({
          at: ['stones', seat, i],
          label: t('beam-me-up.column', { column }),
          values: values(numbers(TOP + 1), (row) => (row ? t('beam-me-up.row', { row }) : t('beam-me-up.row.0'))),
        })),
      ],
    })),
    {
      title: t('beam-me-up.set.turn'),
      choices: [
        { at: ['turn'], label: t('beam-me-up.set.whose'), values: names.map((name, seat): [number, string] => [seat, name]) },
        {
          at: ['phase'],
          label: t('beam-me-up.set.phase'),
          values: values(['lift', 'roll', 'move', 'boost'], (phase) => t(`beam-me-up.set.phase.${phase}`)),
        },
        ...(position['phase'] === 'boost'
          ? [{ at: ['boosts'], label: t('beam-me-up.set.boosts'), values: values(numbers(BOOSTS, 1), String) }]
          : []),
      ],
    },
    {
      title: t('beam-me-up.set.dice'),
      choices: [
        {
          at: ['dice'],
          label: t('beam-me-up.set.thrown'),
          values: [
            [null, t('beam-me-up.set.not')],
            [position['dice'] ?? [1, 2, 3, 4, 5], t('beam-me-up.set.lie')],
          ],
        },
        ...(position['dice'] === null
          ? []
          : [
              ...numbers(DICE).map((i) => ({
                at: ['dice', i],
                label: t('beam-me-up.set.die', { n: i + 1 }),
                values: values(numbers(6, 1), String),
              })),
              { at: ['throw'], label: t('beam-me-up.set.throw'), values: values(numbers(3, 1), String) },
            ]),
      ],
    },
  ],
  mend(position, [field], before) {
    if (field === 'phase' && position['phase'] === 'lift') {
      const stones = (position['stones'] as number[][]).map((rows) => rows.map(() => 0))
      return together({ ...position, stones, dice: null, turn: (Number(position['starter']) + 1) % stones.length })
    }
    if (field === 'phase' && position['phase'] === 'move') return together({ ...position, dice: position['dice'] ?? [1, 2, 3, 4, 5] })
    // Nobody lifts stones at the beginning any more when they stand somewhere.
    const begun = before['phase'] === 'lift' && field !== 'turn' && field !== 'boards'
    return together(begun && field !== 'phase' ? { ...position, phase: position['dice'] === null ? 'roll' : 'move' } : position)
  },
  emptied: (position) =>
    together({
      ...position,
      stones: (position['stones'] as number[][]).map((rows) => rows.map(() => 0)),
      dice: null,
      phase: 'roll',
    }),
}

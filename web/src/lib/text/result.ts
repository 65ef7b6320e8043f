/** How a game ended, in words. */

import { list, t } from './i18n.svelte'

/** Who has won, for a device with these seats. Winners who are not one side share the victory: it is a tie. */
export function resultText(winners: number[], own: number[], sides: number[][], names: string[]): string {
  const together = winners.length < 2 || sides.some((side) => winners.every((winner) => side.includes(winner)))
  const you = own.length === 1 && winners.includes(own[0]!) ? own[0] : undefined
  const named = (seats: number[]): { names: string; n: number } => ({
    names: list(seats.map((seat) => names[seat] ?? '')),
    n: seats.length,
  })
  if (you === undefined) return t(together ? 'after.winners' : 'after.tie', named(winners))
  if (!together) return t('after.tie.you', named(winners.filter((winner) => winner !== you)))
  return t(winners.length > 1 ? 'after.won.together' : 'after.won')
}

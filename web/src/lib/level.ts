/** How well bots play, where not every game has bots of every level. */

/**
 * The level at which the bots of a game play when one was chosen for all games: this one, or the next easier one that they have.
 * All levels are given from easy to strong.
 */
export function levelIn(offered: string[], chosen: string, all: string[]): string {
  const easier = all.slice(0, all.indexOf(chosen) + 1)
  return easier.findLast((level) => offered.includes(level)) ?? offered[0] ?? chosen
}

/** What the studies have found out about a game, in short. `tafelrunde study` writes it: see docs/studies. */

/** A finding in every language. */
export type Finding = Record<string, string>

const FINDINGS = import.meta.glob<{ findings: Finding[] }>('./*/findings.json', { import: 'default' })

/** The findings about a game; none if nobody has studied it. */
export async function findingsOf(game: string): Promise<Finding[]> {
  return (await FINDINGS[`./${game}/findings.json`]?.())?.findings ?? []
}

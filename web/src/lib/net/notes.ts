/** What happens around a game: who is gone, for whom a bot plays, who is back, who takes over. */

export interface Note {
  /** The number of the last event before it; -1 if there was none. */
  after: number
  text: string
  params: Record<string, string>
}

/** Who is gone, for whom a bot plays from now on, and who is back: by when a bot plays for those who are away (0: it does). */
export function awayChanges(
  before: Record<string, number>,
  now: Record<string, number>,
  present: string[],
): { text: string; person: string }[] {
  const gone = Object.entries(now).flatMap(([person, until]) => {
    if (until === 0) return before[person] === 0 ? [] : [{ text: 'note.bot', person }]
    return person in before ? [] : [{ text: 'note.gone', person }]
  })
  const back = Object.keys(before).filter((person) => !(person in now) && present.includes(person))
  return [...gone, ...back.map((person) => ({ text: 'note.back', person }))]
}

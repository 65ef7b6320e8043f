/** What a screen reader is told. */

export const heard = $state({ polite: '', firm: '' })

let turn = 0

/** Say something to people who do not see it. The same text twice is said twice. */
export function announce(text: string, firm = false): void {
  if (!text) return
  turn += 1
  const said = text + (turn % 2 ? '\u200b' : '')
  if (firm) heard.firm = said
  else heard.polite = said
}

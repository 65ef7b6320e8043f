/** Bots have names, so that one can speak of them. */

import { t } from './i18n.svelte'

/** What a bot is called at a seat, so that nobody has the same name. */
export function botName(seat: number, people: readonly (string | null)[] = []): string {
  const names = t('bot.names').split(',')
  const name = names[seat % names.length]?.trim() ?? 'Bot'
  return people.includes(name) ? `${name} (Bot)` : name
}

/** The names of a record: null is a bot's, and an empty one was forgotten. */
export function namesOf(names: readonly (string | null)[]): string[] {
  return names.map((name, seat) => (name === null ? botName(seat, names) : name || t('somebody')))
}

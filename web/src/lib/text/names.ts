/** Bots have names, so that one can speak of them. */

import { t } from './i18n.svelte'

export function botName(seat: number): string {
  const names = t('bot.names').split(',')
  return names[seat % names.length]?.trim() ?? 'Bot'
}

/** A name of a record: null is a bot's. */
export function nameOf(name: string | null, seat: number): string {
  return name ?? botName(seat)
}

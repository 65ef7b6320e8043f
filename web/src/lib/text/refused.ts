import { Refused } from '../net/api'
import { own, t } from './i18n.svelte'

/** Why the server did not do what it was asked for: what it says itself, or that it cannot be reached. */
export function whyNot(error: unknown): string {
  return error instanceof Refused && error.refusal ? own(error.refusal.texts) : t('home.away')
}

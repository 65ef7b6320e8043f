/** Why a position cannot be: the reason names a field as positions write it; people know it by what stands beside it. */

import type { Group, Path } from '../../games/setup'

const NAMED = /^([a-z_]+(?:\[\d+\]|\.\w+)*)\s?: /

/** The field that a reason names, as a path; null if it names none. */
export function fieldIn(reason: string): Path | null {
  const name = NAMED.exec(reason)?.[1]
  return name ? name.split(/[.[\]]+/).flatMap((step) => (step === '' ? [] : [/^\d+$/.test(step) ? Number(step) : step])) : null
}

/** Whether a field is another one, or a part of it. */
export function isWithin(field: Path, other: Path): boolean {
  return other.every((step, i) => step === field[i])
}

/** The reason with the field as the page calls it, or with none where the page has none. */
export function spoken(reason: string, groups: Group[]): string {
  const field = fieldIn(reason)
  if (!field) return reason
  const text = reason.replace(NAMED, '')
  const capital = text.charAt(0).toUpperCase() + text.slice(1)
  const fields = groups.flatMap(({ title, choices = [], cards = [] }) =>
    [...choices, ...cards].map(({ at, label }) => ({ at, name: `${title}, ${label}` })),
  )
  const whole = fields.filter(({ at }) => isWithin(field, at))
  const [named] = whole.sort((a, b) => b.at.length - a.at.length)
  if (named) return reason.replace(NAMED, (found) => found.replace(/^[^\s:]+/, named.name))
  const parts = groups.find(({ choices = [], cards = [] }) => [...choices, ...cards].some(({ at }) => isWithin(at, field)))
  return parts && field.length > 1 ? reason.replace(NAMED, (found) => found.replace(/^[^\s:]+/, parts.title)) : capital
}

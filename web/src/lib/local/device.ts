/** What this device is called in the list of one's devices. */

const BROWSERS: [string, RegExp][] = [
  ['Edge', /Edg/],
  ['Opera', /OPR/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
]
const SYSTEMS: [string, RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Mac/],
  ['Linux', /Linux|X11/],
]

/** "Firefox, Android": enough to recognise one's own devices. */
export function deviceLabel(agent = navigator.userAgent): string {
  const found = [BROWSERS, SYSTEMS].flatMap((names) => names.find(([, sign]) => sign.test(agent))?.[0] ?? [])
  return found.join(', ')
}

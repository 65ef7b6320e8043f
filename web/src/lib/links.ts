/** Addresses of tables: to be sent, scanned, typed. */

import { api } from './net/api'

/** The id of a table in a link or an id that somebody pasted; '' if there is none. */
export function idOf(typed: string): string {
  const link = /\/t\/([a-z0-9]+)/i.exec(typed)
  const id = (link?.[1] ?? typed).toLowerCase().replace(/[\s-]/g, '')
  return /^[a-z0-9]{12,32}$/.test(id) ? id : ''
}

/** The code of five letters that somebody typed; '' if it is none. */
export function codeOf(typed: string): string {
  const code = typed.toLowerCase().replace(/[^a-z0-9]/g, '')
  return /^[a-z]{5}$/.test(code) ? code : ''
}

const HERE = /^(localhost|127\.|\[?::1)/

/** Where others find this site: on the machine of the server itself its address in the network. */
export async function origin(): Promise<string> {
  if (!HERE.test(location.hostname)) return location.origin
  const { address } = await api.address().catch(() => ({ address: '' }))
  return address || location.origin
}

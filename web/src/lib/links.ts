/** Addresses of tables: to be sent, scanned, typed. */

import { api } from './net/api'

/** The id in a code or a link that somebody typed or pasted; '' if there is none. */
export function codeOf(typed: string): string {
  const link = /\/t\/([a-z0-9]+)/i.exec(typed)
  const code = (link?.[1] ?? typed).toLowerCase().replace(/[\s-]/g, '')
  return /^[a-z0-9]{6,24}$/.test(code) ? code : ''
}

/** A code in groups, easier to read out. */
export function spelled(id: string): string {
  return id.replace(/(.{4})(?=.)/g, '$1-')
}

const HERE = /^(localhost|127\.|\[?::1)/

/** Where others find this site: on the machine of the server itself its address in the network. */
export async function origin(): Promise<string> {
  if (!HERE.test(location.hostname)) return location.origin
  const { address } = await api.address().catch(() => ({ address: '' }))
  return address || location.origin
}

export function qrOf(text: string): string {
  return `/qr.svg?text=${encodeURIComponent(text)}`
}

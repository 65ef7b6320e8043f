/** What is asked about oneself, and about who runs the server. */

import type { AboutServer, Forgotten, Link, Me as Known, OwnData, SignedOut, Token } from '../../wire/http'
import { deviceLabel } from '../local/device'
import { adopt, dropSession, session } from '../local/me.svelte'
import { ask, Refused } from './api'

/** Ask with this device's session; one that is worth nothing any more is put away. */
async function mine<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
  const { token } = await session()
  try {
    return await ask<T>(`/api/me${path}`, { method, body, token })
  } catch (error) {
    if (error instanceof Refused && error.status === 401) dropSession()
    throw error
  }
}

export const own = {
  known: () => mine<Known>(''),
  link: () => mine<Link>('/devices', 'POST', { label: deviceLabel() }),
  signOut: (id: string) => mine<SignedOut>(`/devices/${id}`, 'DELETE'),
  data: () => mine<OwnData>('/data'),
  forget: () => mine<Forgotten>('', 'DELETE'),
  about: () => ask<AboutServer>('/api/about'),
  signOutOthers: () => mine<SignedOut>('/devices', 'DELETE'),
  /** A new token for this device. */
  async renew(): Promise<void> {
    adopt(await mine<Token>('/token', 'POST', { label: deviceLabel() }))
  },
  /** Become the person who made a link. */
  async follow(token: string): Promise<void> {
    adopt(await ask<Token>('/api/me/token', { method: 'POST', body: { label: deviceLabel() }, token }))
  },
}

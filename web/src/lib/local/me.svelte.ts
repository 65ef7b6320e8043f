/** Who one is here: a session without an account, kept in this browser. */

import { api } from '../net/api'
import { isLocal, LOCAL_ME, LOCAL_ONLOOKER } from '../net/reach.svelte'
import { t } from '../text/i18n.svelte'
import { load, save } from './storage'

const KEY = 'tafelrunde.me'

export interface Me {
  token: string
  person: string
  name: string
  /** Whether the name is one that we made up. */
  guest: boolean
}

const NOBODY: Me = { token: '', person: '', name: '', guest: false }

export const me = $state<Me>({ ...NOBODY, ...load<Partial<Me>>(KEY, {}) })

/** The name to play under; a friendly one if none was chosen. */
export function nameOrGuest(): string {
  if (me.name.trim()) return me.name.trim()
  const names = t('me.guests').split(',')
  return names[Math.floor(Math.random() * names.length)]?.trim() ?? 'Tafelrunde'
}

/** The name that somebody chose; '' if they were not asked yet. */
export function chosenName(): string {
  return me.guest ? '' : me.name
}

export function rename(name: string): void {
  me.name = name.slice(0, 24)
  me.guest = false
  save(KEY, me)
}

/** The session; a new one if there is none yet. At a table of this device one needs none. */
export async function session(table = ''): Promise<Pick<Me, 'token'>> {
  if (isLocal(table)) return { token: LOCAL_ME }
  if (!me.token) {
    me.guest = !me.name.trim()
    Object.assign(me, await api.session(nameOrGuest()))
    save(KEY, me)
  }
  return me
}

/** A token of this device in the place of the one it had. */
export function adopt(session: Pick<Me, 'token' | 'person'>): void {
  Object.assign(me, session)
  save(KEY, me)
}

/** The session is worth nothing any more: whoever plays here next is somebody new, with the same name. */
export function dropSession(): void {
  adopt({ token: '', person: '' })
}

/** Whether another tab has got a new token meanwhile; then this one goes on with it. */
export function followSession(): boolean {
  const { token = '', person = '' } = load<Partial<Me>>(KEY, {})
  if (!token || token === me.token) return false
  Object.assign(me, { token, person })
  return true
}

/** A session that only watches: it has no seat, so it is told nothing but what everybody may know. */
export async function onlooker(table: string): Promise<Pick<Me, 'token'>> {
  if (isLocal(table)) return { token: LOCAL_ONLOOKER }
  return api.session(nameOrGuest())
}

/** Whether there is a server, and which tables need none. */

/** Whether these pages are a site of their own, without a server. */
export const SITE = import.meta.env.MODE === 'site'

/** Whether there is a server, as far as it is known: it answered when it was last asked, or was not asked yet. */
export const reach = $state({ server: !SITE && globalThis.navigator?.onLine !== false })

/** Who one is at tables of this device: their people, or a screen that only watches. */
export const LOCAL_ME = 'me'
export const LOCAL_ONLOOKER = 'onlooker'

/** Whether a table is played on this device, without a server. */
export function isLocal(table: string): boolean {
  return table.startsWith('local')
}

/** Whether there is a server, and which tables need none. */

/** Whether these pages are a site of their own, without a server. */
export const SITE = import.meta.env.MODE === 'site'

/** Whether the server answered when it was last asked. */
export const reach = $state({ server: !SITE })

/** Who one is at tables of this device: their people, or a screen that only watches. */
export const LOCAL_ME = 'me'
export const LOCAL_ONLOOKER = 'onlooker'

/** Whether a table is played on this device, without a server. */
export function isLocal(table: string): boolean {
  return table.startsWith('local')
}

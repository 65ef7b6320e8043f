/** The app around the pages: what is kept for times without a network, and new versions of it. */

import { SITE } from './net/reach.svelte'

export const app = $state({
  /** A new version waits until somebody wants it. */
  update: null as ServiceWorker | null,
})

/** Milliseconds after which a page that was opened has everything it needs, and every how many one looks for a new version. */
const SETTLED = 2_000
const OFTEN = 60 * 60 * 1000
/** Milliseconds that a new version may take to begin. */
const BUSY = 3_000

/** Whether a few megabytes more would cost somebody dearly; an installed app and a site without a server are kept anyway. */
function isDear(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; type?: string } }
  if (SITE || matchMedia('(display-mode: standalone)').matches) return false
  return connection?.saveData === true || connection?.type === 'cellular'
}

/** Keep everything that is needed to play without a network, when there is time for it; browsers do that for safe addresses only. */
export async function keep(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage('keep')
}

/** Whether everything that is needed to play without a network is here. */
export async function isKept(): Promise<boolean> {
  if (!('caches' in globalThis)) return false
  return (await caches.match(`${import.meta.env.BASE_URL}whole`)) !== undefined
}

export async function install(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.register(`${import.meta.env.BASE_URL}sw.js`).catch(() => null)
  if (!registration) return
  const waits = (): void => {
    if (navigator.serviceWorker.controller) app.update = registration.waiting
  }
  waits()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', waits))
  setInterval(() => document.visibilityState === 'visible' && void registration.update().catch(() => {}), OFTEN)
  if (!isDear()) setTimeout(() => void keep(), SETTLED)
}

/** Go on with the new version. */
export function update(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  app.update?.postMessage('use')
  // As long as the old one is busy with this page, the new one waits: then it comes with the page that is loaded next.
  setTimeout(() => location.reload(), BUSY)
}

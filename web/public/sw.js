/* global VERSION, FILES */
// Keeps what is needed to play without a network: our pages, and Python with the compiled games. The build writes VERSION
// and FILES above. Whatever is kept belongs together: it is replaced when all of the next version is there.
const HOME = new URL('./', self.location).href
const FIRST = ['offline.html', 'offline.css', 'offline.js', 'icon.svg']
const FIRST_KEPT = `tafelrunde-first-${VERSION}`
const LOCAL = 'local/manifest.json'
const WHOLE = `${HOME}whole`

self.addEventListener('install', (event) => event.waitUntil(caches.open(FIRST_KEPT).then((cache) => cache.addAll(FIRST))))

self.addEventListener('activate', (event) =>
  event.waitUntil(forget((name) => name.startsWith('tafelrunde-first-') && name !== FIRST_KEPT).then(() => self.clients.claim())),
)

self.addEventListener('message', (event) => {
  if (event.data === 'keep') event.waitUntil(keep())
  if (event.data === 'use') self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (!request.url.startsWith(HOME)) return
  const path = request.url.slice(HOME.length).replace(/[?#].*/, '')
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => page()))
  else if (path === LOCAL) event.respondWith(fetch(request).catch(() => whole().then((cache) => cache?.match(LOCAL) ?? Response.error())))
  else if (/^(assets|local)\//.test(path)) event.respondWith(kept(request))
  else if (path.startsWith('api/')) event.respondWith(fetch(request).catch(() => new Response('null', { headers: { 'x-away': '1' } })))
  else if (FILES.includes(path))
    event.respondWith(fetch(request).catch(() => caches.match(request).then((found) => found ?? Response.error())))
})

/** Without a network our own page can play, once everything is kept; before that, there is a calm one that waits. */
async function page() {
  const cache = await whole()
  const found = cache ? await cache.match(HOME) : await caches.match('offline.html')
  return found ?? Response.error()
}

/** A file that is named after its contents, or stands in a folder that is. */
async function kept(request) {
  const found = await caches.match(request.url)
  if (found) return found
  const answer = await fetch(request)
  if (answer.ok && answer.url.includes('/local/')) await (await caches.open(`tafelrunde-part-${VERSION}`)).put(request.url, answer.clone())
  return answer
}

/** The version of which everything is kept. */
async function whole() {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    if (await cache.match(WHOLE)) return cache
  }
  return null
}

let keeping = null

/** Get everything that is not here yet; what belonged to other versions goes at the end. */
function keep() {
  keeping ??= keepAll().finally(() => (keeping = null))
  return keeping
}

async function keepAll() {
  const answer = await fetch(LOCAL, { cache: 'no-cache' }).catch(() => null)
  if (!answer?.ok) return
  const { version, files } = await answer.clone().json()
  const name = `tafelrunde-all-${VERSION}-${version}`
  const cache = await caches.open(name)
  if (await cache.match(WHOLE)) return
  for (const file of [...FILES, ...files.map((file) => `local/${version}/${file}`)]) {
    const url = new URL(file, HOME).href
    if (await cache.match(url)) continue
    const known = /^(assets|local)\//.test(file) ? await caches.match(url) : null
    const got = known ?? (await fetch(url, { cache: 'no-cache' }))
    if (!got.ok) return
    await cache.put(url, got)
  }
  await cache.put(new URL(LOCAL, HOME).href, answer)
  await cache.put(WHOLE, new Response(version))
  await forget((other) => other !== name && other !== FIRST_KEPT)
  for (const client of await self.clients.matchAll({ includeUncontrolled: true })) client.postMessage('kept')
}

async function forget(which) {
  for (const name of (await caches.keys()).filter((name) => name.startsWith('tafelrunde-') && which(name))) await caches.delete(name)
}

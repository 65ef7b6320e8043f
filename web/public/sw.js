// Without a connection there is a calm page instead of the browser's. Everything else comes from the server.
const KEPT = 'tafelrunde-1'
const PAGES = ['/offline.html', '/icon.svg']

self.addEventListener('install', (event) => event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(PAGES))))

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(fetch(event.request).catch(() => caches.match('/offline.html')))
  else if (PAGES.includes(new URL(event.request.url).pathname))
    event.respondWith(fetch(event.request).catch(() => caches.match(event.request)))
})

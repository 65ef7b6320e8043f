// The page has its texts in every language; the browser's language is shown, or English.
const parts = [...document.querySelectorAll('[data-lang]')]
const known = (lang) => parts.some((part) => part.lang === lang)
const shown = navigator.languages.map((tag) => tag.slice(0, 2)).find(known) ?? 'en'
for (const part of parts) part.hidden = part.lang !== shown
document.documentElement.lang = shown

// The page that one wanted comes back by itself as soon as the server answers: it is at the same address.
async function look() {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (answer?.ok) location.reload()
}

addEventListener('online', look)
document.addEventListener('visibilitychange', look)
setInterval(look, 2000)

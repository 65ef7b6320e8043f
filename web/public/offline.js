// The page that one wanted comes back by itself as soon as the server answers: it is at the same address.
async function look() {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (answer?.ok) location.reload()
}

addEventListener('online', look)
document.addEventListener('visibilitychange', look)
setInterval(look, 2000)

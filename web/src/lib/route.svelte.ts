/** Where one is: the path of the address. */

export const route = $state({ path: location.pathname, query: location.search })

function look(): void {
  route.path = location.pathname
  route.query = location.search
}

addEventListener('popstate', look)

/** Go to another page of this site. */
export function go(path: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', path)
  look()
  scrollTo(0, 0)
}

/** Whether a click is an ordinary one on a link of this site; then the page need not be loaded anew. */
function isOwn(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  return (
    plain &&
    !event.defaultPrevented &&
    link.origin === location.origin &&
    !link.target &&
    !link.download &&
    !link.pathname.startsWith('/api/')
  )
}

/** Follow links without loading the page anew. */
export function followLinks(): void {
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !isOwn(event, link) || link.hash) return
    event.preventDefault()
    go(link.pathname + link.search)
  })
}

/** The parts of the path that a pattern like `/t/:id` names; null if it does not fit. */
export function match(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/')
  const given = path.replace(/(.)\/$/, '$1').split('/')
  if (wanted.length !== given.length) return null
  const found: Record<string, string> = {}
  for (const [i, part] of wanted.entries()) {
    const piece = decodeURIComponent(given[i] ?? '')
    if (part.startsWith(':')) found[part.slice(1)] = piece
    else if (part !== piece) return null
  }
  return found
}

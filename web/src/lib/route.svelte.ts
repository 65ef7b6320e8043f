/** Where one is. A server knows the paths of our pages; a site without one has them behind the # of its address. */

import { SITE } from './net/reach.svelte'

interface Where {
  path: string
  query: string
  /** The part of the page that the address names; '' if it names none. */
  anchor: string
}

function here(): Where {
  if (!SITE) return { path: location.pathname, query: location.search, anchor: location.hash.slice(1) }
  const [, path = '/', query = '', anchor = ''] = /^#?([^?#]*)(\?[^#]*)?#?(.*)$/.exec(location.hash) ?? []
  return { path: path || '/', query, anchor }
}

export const route = $state(here())

function look(): void {
  Object.assign(route, here())
}

addEventListener('popstate', look)
addEventListener('hashchange', look)

/** The address of one of our pages. */
export const addressOf = (path: string): string => (SITE ? `#${path}` : path)

/** Go to another page of this site. */
export function go(path: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', addressOf(path))
  look()
  scrollTo(0, 0)
}

/** Let the address say which part of this page is looked at; one stays where one is. */
export function mark(anchor: string): void {
  history.replaceState(null, '', `${addressOf(route.path)}#${anchor}`)
  look()
}

/** Whether a click is an ordinary one on a link of this site; then the page need not be loaded anew. */
function isOwn(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  return plain && !event.defaultPrevented && link.origin === location.origin && !link.target && !link.download
}

/** The page that a link leads to; null if it leads to a part of a page, or to none of ours. */
function pageOf(link: HTMLAnchorElement): string | null {
  if (SITE) return /^#(\/[^#]*)$/.exec(link.getAttribute('href') ?? '')?.[1] ?? null
  return link.hash || link.pathname.startsWith('/api/') ? null : link.pathname + link.search
}

/** Follow links without loading the page anew. */
export function followLinks(): void {
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const page = link && isOwn(event, link) ? pageOf(link) : null
    if (page === null) return
    event.preventDefault()
    go(page)
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

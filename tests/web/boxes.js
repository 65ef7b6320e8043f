// What is wrong with the boxes of a page: what sticks out of it, what lies over something else that can be chosen, and
// what is smaller than a finger; with `within` (a selector) only there. Loaded by test_everywhere.py.
({ finger, within }) => {
  const wrong = []
  const where = within ? document.querySelector(within) : document
  const name = (element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`
  const root = document.scrollingElement
  if (root.scrollWidth > innerWidth + 1) wrong.push(`the page is ${root.scrollWidth} wide`)
  const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const hidden = (element) => element.closest('.only-heard') !== null
  const scrolls = (element) => element !== document.body && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
  // A link within a sentence is as high as its line.
  const inProse = (element) => element.tagName === 'A' && getComputedStyle(element).display === 'inline' && element.parentElement.textContent.trim() !== element.textContent.trim()
  const chosen = [...where.querySelectorAll('button, a[href], input, select, [role=button], [role=radio], summary')].filter((element) => shown(element) && !hidden(element))
  for (const element of chosen) {
    const box = element.getBoundingClientRect()
    if (box.width === 0) continue
    if ((box.left < -1 || box.right > innerWidth + 1) && !scrolls(element)) wrong.push(`${name(element)} sticks out: ${Math.round(box.left)}–${Math.round(box.right)}`)
    const fixed = document.querySelector('.game, .guide')
    if (fixed && !within && !element.closest('[data-over], ol, aside') && (box.bottom > innerHeight + 1 || box.top < -1)) wrong.push(`${name(element)} is out of sight: ${Math.round(box.top)}–${Math.round(box.bottom)}`)
    if (finger && !inProse(element)) {
      const { width, height } = (element.closest('label') ?? element).getBoundingClientRect()
      if (Math.min(width, height) < finger - 0.5) wrong.push(`${name(element)} is too small: ${Math.round(width)}×${Math.round(height)}`)
    }
    const x = box.left + box.width / 2
    const y = box.top + box.height / 2
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue
    // What happened meanwhile lies over the board for a moment, and any tap puts it away.
    const top = document.elementsFromPoint(x, y).find((one) => !one.closest('.story'))
    if (top && !element.contains(top) && !top.contains(element) && !element.closest('label')?.contains(top)) wrong.push(`${name(element)} lies under ${name(top)}`)
  }
  for (const element of where.querySelectorAll('button, .button, h1, h2, h3, p, .badge, td, th, label')) {
    if (!shown(element) || hidden(element) || element.closest('.only-heard')) continue
    const style = getComputedStyle(element)
    if (element.scrollWidth > element.clientWidth * 1.06 + 2 && style.overflow === 'visible' && style.display !== 'inline') wrong.push(`${name(element)} overflows: ${element.scrollWidth} in ${element.clientWidth}`)
  }
  return wrong
}

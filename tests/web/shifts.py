"""Whether something moves on a page that should stay where it is.

Where a tap counts for a place on Beam me up's board (`target`) may change: nothing of it is seen.
"""

from playwright.sync_api import Page

WATCH = """() => {
    globalThis.shifts = []
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
            for (const { node, previousRect: from, currentRect: to } of entry.sources)
                if (!node?.classList?.contains('target'))
                    shifts.push(`${node?.nodeName}.${node?.className?.baseVal ?? node?.className ?? node?.textContent} `
                        + `${from.x},${from.y} ${from.width}×${from.height} → ${to.x},${to.y} ${to.width}×${to.height}`)
    }).observe({ type: 'layout-shift' })
}"""
SETTLED = "new Promise((done) => setTimeout(done, 600))"


def watch_shifts(page: Page) -> None:
    """Note layout shifts from now on, also those just after a tap."""
    page.evaluate("document.fonts.ready")
    page.evaluate(WATCH)


def assert_nothing_moved(page: Page) -> None:
    page.evaluate(SETTLED)
    assert not (moved := page.evaluate("shifts")), "\n".join(moved[:12])

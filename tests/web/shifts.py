"""Whether something moves on a page that should stay where it is.

What keeps its sides and its foot and only reaches higher has not moved: so do the places to tap on Beam me up's board.
"""

from playwright.sync_api import Page

WATCH = """() => {
    globalThis.shifts = []
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
            for (const { node, previousRect: from, currentRect: to } of entry.sources)
                if (from.x !== to.x || from.right !== to.right || Math.abs(from.bottom - to.bottom) > 0.5)
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

"""French as French people and French-speaking Swiss see it, and phrases that need no emoji font."""

import re

from playwright.sync_api import Page, expect

from .conftest import PHONE, Visit
from .people import BOT, EMPTY, Person

FOREIGN = re.compile(r"\b(the|your|you|is|and|of|und|der|die|das|ist|nicht|dein|von)\b", re.IGNORECASE)
"""Words that would tell that a text is not French."""


def test_a_french_browser_reads_nothing_but_french(visit: Visit, site: str) -> None:
    anna = Person(site)
    page = visit("/", lang="fr-CH", size=PHONE, person=anna)
    expect(page.get_by_role("heading", name="Cinq jeux, une table.")).to_be_visible()
    page.get_by_role("button", name="Réglages").click()
    expect(page.get_by_label("Langue").locator("option:checked")).to_have_text("Français")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    reads_french(page)
    for game, places in PLACES.items():
        table = anna.open_table(game, places, options={})
        page.goto(f"/t/{table}")
        expect(page.get_by_role("button", name="Commencer", exact=True)).to_be_visible()
        reads_french(page)
        page.get_by_role("button", name="Commencer", exact=True).click()
        expect(page.locator(".prompt")).to_be_visible()
        reads_french(page)
    page.goto("/learn/dog#DG-22")
    expect(page.get_by_text("Valet\u202f: deux pions échangent leurs places")).to_be_visible()
    reads_french(page)
    page.wait_for_function("navigator.serviceWorker.getRegistration().then((worker) => Boolean(worker?.active))")
    page.context.set_offline(True)
    page.goto("/learn")
    expect(page.get_by_text("Pas de connexion pour l’instant.")).to_be_visible()
    reads_french(page)
    page.context.set_offline(False)


PLACES = {
    "dog": [None, BOT, BOT, BOT],
    "denkste": [None, BOT, EMPTY, EMPTY],
    "biberbande": [None, BOT, *[EMPTY] * 4],
    "beam-me-up": [None, BOT, EMPTY, EMPTY],
    "biesti-boys": [None, BOT, EMPTY, EMPTY],
}


def reads_french(page: Page) -> None:
    """Everything on the page, also what is only heard, is French (but for names)."""
    heard = page.locator("[aria-label]").evaluate_all("(all) => all.map((one) => one.ariaLabel)")
    said = [line for text in (page.locator("body").inner_text(), *heard) for line in text.splitlines()]
    assert [line for line in said if FOREIGN.search(line)] == []

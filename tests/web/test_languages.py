"""French as French people and French-speaking Swiss see it, and sentences that have room in every language."""

import re

import pytest
from playwright.sync_api import Page, expect

import tafelrunde as tr

from .conftest import LAPTOP, PHONE, Visit
from .people import BOT, EMPTY, Person

FOREIGN = re.compile(r"\b(the|your|you|is|and|of|und|der|die|das|ist|nicht|dein|von)\b", re.IGNORECASE)
"""Words that would tell that a text is not French."""


def test_a_french_browser_reads_nothing_but_french(visit: Visit, site: str) -> None:
    anna = Person(site)
    page = visit("/", lang="fr-CH", size=PHONE, person=anna, keeps=True)
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
        for size in (LAPTOP, PHONE):
            page.set_viewport_size(size)
            reads_french(page)
    page.goto("/learn/dog#DG-22")
    expect(page.get_by_text("Valet\u202f: deux pions échangent leurs places")).to_be_visible()
    reads_french(page)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
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


SMALL = {"width": 360, "height": 640}
LOG = re.compile("^(Verlauf|What happened|Ce qui s’est passé)")
FITTING = """(names) => {
  globalThis.cut = new Set()
  globalThis.fit = (line, text = line.textContent) => {
    const { firstChild: words, parentElement: bar } = line, [was, long] = [line.textContent, line.closest('.long')]
    words.nodeValue = names.reduce((said, name) => said.replaceAll(name, 'Maximilianus'), text)
    if (bar.matches('.prompt')) bar.classList.toggle('long', words.length > 44)
    else line.classList.toggle('long', words.length > 90)
    if (line.scrollHeight > line.clientHeight + 5 || line.scrollWidth > line.clientWidth + 1) cut.add(words.nodeValue)
    words.nodeValue = was
    long?.classList.add('long')
    if (!long) [line, bar].map((one) => one.classList.remove('long'))
  }
  const look = () => {
    for (const line of document.querySelectorAll('.news .text, .prompt p')) if (line.textContent) fit(line)
    watch.takeRecords()
  }
  const watch = new MutationObserver(look)
  watch.observe(document.querySelector('main'), { subtree: true, childList: true })
  look()
}"""
"""Whether every sentence has room above the board, with names of twelve letters."""


@pytest.mark.parametrize("game", tr.games())
def test_sentences_are_whole_on_the_smallest_phone(visit: Visit, site: str, game: str) -> None:
    anna = Person(site, "Maximilianus")
    table = anna.open_table(game, [None, *[BOT] * (5 if game == "biberbande" else 3)], options={})
    anna.play(table, 0)
    pages = [visit(f"/t/{table}", person=anna, lang=lang, size=SMALL) for lang in ("de", "en", "fr")]
    for page in pages:
        expect(page.locator(".prompt p")).not_to_be_empty()
        page.evaluate(
            FITTING, page.locator(".seats .name").evaluate_all("(all) => all.map((one) => one.firstChild.data)")
        )
    anna.play(table, 8)
    for page in pages:
        page.get_by_role("button", name=LOG).click()
        lines = page.locator(".log ol li")
        expect(lines).not_to_have_count(0)
        for text in set(lines.all_inner_texts()):
            page.evaluate("(text) => fit(document.querySelector('.news .text'), text)", text)
        assert page.evaluate("[...cut]") == []

"""Those at a table are in charge: the host lets in, sets a clock and removes; players vote out who does not move."""

import pytest
from playwright.sync_api import ViewportSize, expect

from ..parts import thorough
from .conftest import LAPTOP, PHONE, Visit, count_taps, taps
from .people import EMPTY, Person
from .test_friends import running


@pytest.mark.parametrize(("hosts", "guests"), [(PHONE, LAPTOP), pytest.param(LAPTOP, PHONE, marks=thorough)])
def test_the_people_of_a_table_are_in_charge(
    visit: Visit, site: str, hosts: ViewportSize, guests: ViewportSize
) -> None:
    host = Person(site, "Anna")
    table = host.open_table("denkste", [None, {"kind": "open"}, EMPTY, EMPTY], entry="approve")
    anna = visit(f"/t/{table}", person=host, size=hosts)
    ben = visit(f"/t/{table}", person=Person(site, "Ben"), size=guests)

    count_taps(ben)
    ben.get_by_role("button", name="May I join?").click()
    expect(ben.get_by_role("dialog").get_by_text("Waiting for Anna to let you in")).to_be_visible()
    asked = anna.get_by_role("group", name="Ben wants to join.")
    count_taps(anna)
    asked.get_by_role("button", name="Let in").click()
    expect(anna.get_by_role("button", name="Place 2: Ben is here")).to_be_visible()
    assert (taps(anna), taps(ben)) == (1, 1), "one tap each, and whoever is let in sits"
    expect(ben.get_by_role("dialog")).to_have_count(0)
    anna.get_by_role("button", name="Start", exact=True).click()
    running(anna, ben)

    anna.get_by_role("button", name="Menu").click()
    anna.get_by_label("Time for a move").select_option("120")
    anna.get_by_label("Time for a move").select_option("null")
    notes = ben.locator(".log ol")
    if guests is PHONE:
        ben.get_by_role("button", name="What happened").click()
    expect(notes).to_contain_text("There are now 120 seconds for a move.")
    expect(notes).to_contain_text("There is no time limit for a move now.")
    anna.keyboard.press("Escape")
    ben.keyboard.press("Escape")

    host.play(table, 1)
    waits = anna.get_by_role("group", name="Ben is keeping everybody waiting.")
    waits.get_by_role("button", name="Let a bot play on").click()
    out = ben.get_by_role("dialog", name="Will you play on?")
    out.get_by_role("button", name="Play on").click()
    expect(ben.get_by_role("dialog")).to_have_count(0)
    expect(anna.locator(".seats .name").nth(1)).to_have_text("Ben")

    anna.get_by_role("button", name="Menu").click()
    anna.get_by_role("button", name="More about Ben").click()
    anna.get_by_role("button", name="Remove Ben").click()
    anna.get_by_role("button", name="Yes, remove").click()
    expect(ben.get_by_role("heading", name="You have been removed from this table.")).to_be_visible()
    expect(anna.get_by_role("button", name="More about Ben")).to_have_count(0)

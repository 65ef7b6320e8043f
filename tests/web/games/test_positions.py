"""What is seen in certain positions: what was done to oneself stays marked, and three dials have room."""

from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from ..conftest import LAPTOP, LYING, PHONE, Visit
from .positions import practise

SMALL = ViewportSize(width=360, height=640)
FINGER = 44

CARDS = {"rows": [["9", "5", "7", "1"], ["8", "2", "6", "4"]], "phase": "drawn", "drawn": "T"}
STONES = {"boards": [0, 1], "stones": [[3] * 7, [3] * 7], "phase": "move", "throw": 3, "dice": [1, 2, 3, 4, 6]}
MARKED: list[tuple[str, dict[str, Any], str, str]] = [
    ("biberbande", CARDS, "trade 2 0:3", ".row.own .trace"),
    ("beam-me-up", STONES, "up S+2", ".own [data-mark=down]"),
]
"""A rival takes a card of one's own, or cools a column of one's own down; what marks it."""


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize(("game", "position", "move", "mark"), MARKED, ids=lambda value: str(value)[:11])
def test_what_a_rival_did_to_me_is_marked_on_my_turn(
    visit: Visit, game: str, position: dict[str, Any], move: str, mark: str, size: ViewportSize
) -> None:
    start = {"game": game, "options": {"players": 2}} | position
    page = practise(visit, start, [{"seat": 1, "move": move}], size=size)
    expect(page.locator(mark)).to_have_count(1)
    expect(page.locator(mark)).to_be_in_viewport()


def test_three_dials_have_room_for_fingers(visit: Visit) -> None:
    start = {"game": "denkste", "options": {"players": 2}, "figures": [[1, 3], [3, 0]], "turn": 1}
    page = practise(visit, start, size=PHONE)
    one_by_one, numbers = page.get_by_role("group", name="The dials").get_by_role("button"), page.get_by_role("radio")
    for size in (PHONE, SMALL, LYING, LAPTOP):
        page.set_viewport_size(size)
        expect(page.get_by_role("radiogroup") if size is LAPTOP else one_by_one).to_have_count(3)
        found = [one.bounding_box() for one in (*numbers.all(), *one_by_one.all())]
        assert found and all(box and min(box["width"], box["height"]) >= FINGER for box in found), (size, found)

"""Boards that begin where a test wants, in the guided games: the same as at a table, and nothing is left to chance."""

import json
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page, Route

from ..conftest import Visit


def practise(
    visit: Visit, position: dict[str, Any], before: Sequence[dict[str, Any]] = (), confirm: str = "auto", **more: Any
) -> Page:
    """A position after some moves, with a setting of whether moves are shown before they are made."""
    page = visit("/learn", **{"lang": "en"} | more)
    page.add_init_script(
        f"localStorage['tafelrunde.prefs'] = JSON.stringify({{ tempo: 'fast', confirm: '{confirm}' }})"
    )

    def instead(route: Route) -> None:
        asked = json.loads(route.request.post_data or "")
        moves = [*before, *asked["moves"]]
        turn = {"turn": before[0]["seat"]} if before else {}
        route.continue_(post_data=json.dumps(asked | {"position": position | turn, "moves": moves}))

    page.route("**/api/practice", instead)
    page.goto(f"/learn/{position['game']}/guide")
    return page

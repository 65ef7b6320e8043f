"""Dog as a person plays it: what the page offers is read from it and then clicked, or chosen by keys."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

OFFER = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")

Offer = dict[str, Any]


def offer(page: Page) -> Offer:
    found: Offer = page.wait_for_function(OFFER, polling="raf").json_value()
    return found


def offer_now(page: Page) -> Offer | None:
    """The same without waiting."""
    found: Offer | None = page.evaluate(OFFER)
    return found


def best(labels: list[str]) -> str:
    """Into the goal if that is offered."""
    return next((label for label in labels if re.search("goal|Ziel", label)), labels[0])


@dataclass
class Clicks:
    """Somebody who plays by clicking. Once, a part of a seven is taken back and planned again."""

    page: Page
    taken_back: int = 0
    given: int = 0
    jokers: int = 0
    played: list[str] = field(default_factory=list)

    def step(self) -> bool:
        """Click once; False when the game is over."""
        return self.do(offer(self.page))

    def do(self, now: Offer) -> bool:
        if now["over"]:
            return False
        if now["give"]:
            self.given += 1
            self.page.get_by_role("button", name=now["give"][0], exact=True).click()
        elif now["confirm"]:
            self.page.locator(".tray .yes").click()
        elif now["jokers"]:
            self.jokers += 1
            self._click(".jokers", now["jokers"][0])
        elif now["spots"] and now["pips"] and not self.taken_back:
            self._take_back()
        elif now["spots"]:
            self.played.append(best(now["spots"]))
            self.page.locator(f':is(.spot, .option)[aria-label="{self.played[-1]}"]').first.click()
        else:
            self._click(".hand", now["cards"][0])
        return True

    def _click(self, what: str, label: str) -> None:
        self.page.locator(what).get_by_role("button", name=label, exact=True).first.click()

    def _take_back(self) -> None:
        self.taken_back += 1
        self.page.locator(".bar .back").click()
        expect(self.page.locator(".bar .pip.on")).to_have_count(0)
        expect(self.page.locator(".hand .lifted, .tray")).to_have_count(1)
        expect(self.page.locator(".prompt")).to_contain_text("7")  # steps that are left


@dataclass
class Keys:
    """Somebody who plays by keys only: a digit for the card, then Enter on what is offered."""

    page: Page
    pressed: int = 0

    def step(self) -> bool:
        now = offer(self.page)
        if now["over"]:
            return False
        keys = self.page.keyboard
        if not any(now[what] for what in ("lifted", "jokers", "spots", "confirm")):
            keys.press(str(now["all"].index(now["cards"][0]) + 1))
        elif now["focus"] in (*now["give"], *now["jokers"], *now["spots"], *now["confirm"]):
            keys.press("Enter")
        else:
            keys.press("Tab")
        self.pressed += 1
        return True

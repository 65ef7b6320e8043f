"""Denkste!: the Python face."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any, ClassVar

from tafelrunde.games.denkste import board, rules
from tafelrunde.games.denkste import state as denkste
from tafelrunde.games.denkste.facts import FACTS
from tafelrunde.kernel.fields import Fields, Option, Value, one_of
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.match import Event
from tafelrunde.kernel.targets import arrays
from tafelrunde.kernel.targets.arrays import States

GO_TEXTS = [f"go {number}" for number in range(1, 7)]
TEXTS = GO_TEXTS + ["stop " + " ".join(map(str, dials)) for dials in denkste.DIALS]
ACTION_OF = {text: action for action, text in enumerate(TEXTS)}
STOP_OF = {dials: action for action, dials in enumerate(denkste.DIALS, denkste.GO)}


def read_rings(value: Value) -> list[int]:
    """Three ring lengths, each a multiple of four so that the start fields lie a quarter apart (DK-01)."""
    rings = [
        (entry, entry.integer(denkste.SMALLEST_RING, denkste.LARGEST_RING)) for entry in value.items(denkste.LEVELS)
    ]
    for entry, ring in rings:
        if ring % 4:
            raise entry.bad("not-a-multiple", value=ring, of=4)
    return [ring for _, ring in rings]


class Denkste(Game):
    """Three rings around a centre; a Go number and a Stop card, set in secret and shown together."""

    facts = FACTS
    OPTIONS: ClassVar[Sequence[Option]] = (
        one_of("players", FACTS.players),
        one_of("haste_gedacht", (False, True)),
        Option("rings", denkste.RINGS, read_rings),
    )
    STATE = denkste.STATE
    ACTIONS = denkste.ACTIONS
    MAX_MOVES = denkste.MAX_MOVES
    KINDS = ("go", "stop-1", "stop-2", "stop-3")
    EFFECTS_ARE_PUBLIC = True
    NOTATION = "go 4 · stop 2 · stop 2 5 · stop 1 3 3"

    def fill(self, state: Any) -> None:
        state["haste_gedacht"] = self.options["haste_gedacht"]
        state["rings"] = self.options["rings"]

    def parse(self, text: str) -> int | None:
        word, *numbers = text.split() or [""]
        return ACTION_OF.get(" ".join([word, *sorted(numbers)]))

    def write(self, action: int) -> str:
        return TEXTS[action]

    def public(self, state: Any) -> dict[str, Any]:
        return {
            "figures": self._figures(state),
            "turn": state["turn"],
            "go": None,
            "stop": None,
            "stopper": denkste.seat_before(state["turn"], self.players),
            "go_set": bool(state["go"]),
            "stop_set": bool(state["stop"]),
        }

    def private(self, state: Any, seat: int) -> dict[str, Any]:
        own: dict[str, Any] = {}
        if seat == state["turn"]:
            own["go"] = _go(state)
        if seat == denkste.seat_before(state["turn"], self.players):
            own["stop"] = _stop(state)
        return own

    def position(self, state: Any) -> dict[str, Any]:
        return {"figures": self._figures(state), "turn": state["turn"], "go": _go(state), "stop": _stop(state)}

    def place(self, fields: Fields, state: Any) -> None:
        start = [[1, 0]] * self.players
        for seat, figure in enumerate(fields.get("figures", start).items(self.players)):
            level_value, steps_value = figure.items(2)
            level = level_value.integer(1, denkste.CENTRE)
            ring = 0 if level == denkste.CENTRE else self.options["rings"][level - 1]
            state["level"][seat], state["steps"][seat] = level, steps_value.integer(0, ring)
        state["turn"] = fields.get("turn", 0).integer(0, self.players - 1)
        self._check_figures(fields, state)
        state["go"] = fields.get("go", None).maybe(1, 6) or denkste.UNSET
        stop = fields.get("stop", None)
        if denkste.CENTRE in state["level"] and (state["go"] or stop.raw is not None):
            raise fields.get("go" if state["go"] else "stop").bad("impossible")
        if stop.raw is not None:
            state["stop"] = self._read_stop(stop, state["level"][state["turn"]])

    def _check_figures(self, fields: Fields, state: Any) -> None:
        """At most one figure has arrived, and two stand together only where one was put back (DK-08, DK-15)."""
        levels = [level for level, _ in self._figures(state)]
        figures = fields.get("figures", None)
        if levels.count(denkste.CENTRE) > 1:
            raise figures.bad("impossible")
        states = arrays.packed(self.STATE, state)
        for other, seat in combinations(range(self.players), 2):
            put_back = (
                self.options["haste_gedacht"]
                and state["level"][seat] > 1
                and 0 in (state["steps"][seat], state["steps"][other])
            )
            if board.together(states, seat, other) and not put_back:
                raise figures.bad("impossible")

    def _read_stop(self, value: Value, level: int) -> int:
        dials = tuple(sorted(entry.integer(1, 6) for entry in value.items(min(level, denkste.LEVELS))))
        if not self.options["haste_gedacht"] and len(set(dials)) < len(dials):
            raise value.bad("impossible")
        return STOP_OF[dials]

    def effects(self, states: States, seat: int | None, actions: Sequence[int]) -> list[dict[str, Any]]:
        """For everybody: where each Go number leads the player on turn, whether or not one is set already."""
        fields = arrays.zeros("i8", denkste.GO + 1, 3)
        count = board.ways(states, fields)
        if count == 0:
            return []
        turn = arrays.plain(states)["turn"]
        (*start, _), *places = fields.tolist()
        found = []
        for number, text in enumerate(GO_TEXTS, 1):
            way = [[level, steps] for level, steps, _ in places[: min(number, count)]]
            closed = bool(places[len(way) - 1][2])
            found.append({"move": text, "seat": turn, "from": [*start], "to": [*way[-1]], "way": way, "closed": closed})
        return found

    def report(self, before: Any, seat: int | None, action: int, after: Any) -> list[Event]:
        assert seat is not None
        if action < denkste.GO:
            return [Event({"type": "set_go", "seat": seat}, {seat: {"go": action + 1}})]
        return [Event({"type": "set_stop", "seat": seat}, {seat: {"stop": list(denkste.DIALS[action - denkste.GO])}})]

    def report_step(self, before: Any, step: int, after: Any) -> list[Event]:
        assert step == rules.REVEAL
        seat, go, stop = before["turn"], before["go"], denkste.DIALS[before["stop"] - denkste.GO]
        old, new = self._figures(before)[seat], self._figures(after)[seat]
        caught = stop.count(go)
        outcome = ("blocked" if old == new else "moved") if caught == 0 else ("stays" if old == new else "thrown_back")
        stopper = denkste.seat_before(seat, self.players)
        shown = {"seat": seat, "stopper": stopper, "go": go, "stop": list(stop), "from": old, "to": new}
        return [Event({"type": outcome, **shown})]

    def describe(self, view: dict[str, Any], lang: str) -> str:
        lines = []
        for seat, (level, steps) in enumerate(view["figures"]):
            cards = [
                key for key, holder in (("holds_go", view["turn"]), ("holds_stop", view["stopper"])) if holder == seat
            ]
            ring = 0 if level == denkste.CENTRE else view["options"]["rings"][level - 1]
            place = self.label(
                "centre" if level == denkste.CENTRE else "figure", lang, level=level, steps=steps, ring=ring
            )
            lines.append(
                self.label("seat", lang, seat=seat, place=place) + "".join(self.label(card, lang) for card in cards)
            )
        for key in ("go", "stop"):
            if view[key] is not None:
                shown = view[key] if key == "go" else " ".join(map(str, view[key]))
                lines.append(self.label(f"own_{key}", lang, numbers=shown))
        return "\n".join(lines)

    def _figures(self, state: Any) -> list[list[int]]:
        return [[state["level"][seat], state["steps"][seat]] for seat in range(self.players)]


def _go(state: Any) -> int | None:
    return state["go"] or None


def _stop(state: Any) -> list[int] | None:
    return list(denkste.DIALS[state["stop"] - denkste.GO]) if state["stop"] else None


GAME = Denkste

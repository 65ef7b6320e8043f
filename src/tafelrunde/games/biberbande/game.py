"""Biberbande: the Python face."""

import re
from collections.abc import Container, Sequence
from typing import Any, ClassVar

from tafelrunde.games.biberbande import piles, rules
from tafelrunde.games.biberbande import state as biber
from tafelrunde.games.biberbande.facts import FACTS
from tafelrunde.games.biberbande.looks import cover, follow
from tafelrunde.kernel.fields import Fields, Option, Value, one_of
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.match import Event
from tafelrunde.kernel.targets import arrays

NUMBERED = range(1, biber.SLOTS + 1)
TEXTS = [
    "ready",
    *[f"take {slot}" for slot in NUMBERED],
    "draw",
    "discard",
    *[f"swap {slot}" for slot in NUMBERED],
    *[f"trade {own} {seat}:{slot}" for own in NUMBERED for seat in range(biber.SEATS + 1) for slot in NUMBERED],
    *[f"spy {slot}" for slot in NUMBERED],
    "two",
    "knock",
    "done",
]
ACTION_OF = {text: action for action, text in enumerate(TEXTS)}
TRADE = re.compile(r"trade ([1-4]) ([0-9]+):([1-4])")

MOST_TURNS = 10**9
NOTHING, A_NUMBER, THE_CARD = range(3)
"""What everybody knows of a card in a row (`told`)."""


class Supply:
    """The deck while a position is read: no card is used more often than it exists (BI-01)."""

    def __init__(self) -> None:
        self.left: list[int] = biber.COPIES.copy()

    def take(self, value: Value) -> int:
        """The card that a text names."""
        return self.use(value, value.index(biber.NAMES) + 1)

    def use(self, value: Value, card: int, count: int = 1) -> int:
        self.left[card - 1] -= count
        if self.left[card - 1] < 0:
            raise value.bad("too-many", value=biber.NAMES[card - 1], limit=biber.COPIES[card - 1])
        return card


class Biberbande(Game):
    """Four cards a player, face down; low numbers win, and one has to remember what lies where."""

    facts = FACTS
    OPTIONS: ClassVar[Sequence[Option]] = (one_of("players", FACTS.players),)
    STATE = biber.STATE
    ACTIONS = biber.ACTIONS
    MAX_MOVES = biber.MAX_MOVES
    KINDS = biber.WORDS
    NOTATION = "ready · take 3 · draw · discard · swap 2 · trade 2 1:3 · spy 4 · two · knock · done"

    def fill(self, state: Any) -> None:
        """The number of players is all there is to choose."""

    def parse(self, text: str) -> int | None:
        text = " ".join(text.split())
        trade = TRADE.fullmatch(text)
        if trade:
            own, seat, slot = trade.groups()
            text = f"trade {own} {min(int(seat), biber.ABSENT)}:{slot}"
        return ACTION_OF.get(text)

    def write(self, action: int) -> str:
        return TEXTS[action]

    # what one may know

    def public(self, state: Any) -> dict[str, Any]:
        shown = self._lying(state, self._rows(state, biber.PUBLIC), state["settled"] + state["loose"])
        return shown | {"drawn": None, "has_drawn": bool(state["drawn"])}

    def private(self, state: Any, seat: int) -> dict[str, Any]:
        rows = {"rows": self._rows(state, 1 << seat)}
        return rows | {"drawn": _drawn(state)} if seat == state["turn"] else rows

    def _rows(self, state: Any, knows: int) -> list[list[str | None]]:
        """The cards in front of everybody, as far as they are known to whom this mark is for."""
        return [
            [_name(card) if seen & knows else None for card, seen in zip(row, marks, strict=True)]
            for row, marks in zip(self._slots(state, "rows"), self._slots(state, "seen"), strict=True)
        ]

    def position(self, state: Any) -> dict[str, Any]:
        return self._lying(state, [_names(row) for row in self._slots(state, "rows")], _names(_stock(state)))

    def _lying(self, state: Any, rows: Any, stock: Any) -> dict[str, Any]:
        """How the table looks, with what is shown of the rows and of the stock."""
        seats = range(self.players)
        marks = self._slots(state, "seen")
        knocker = state["knocker"]
        return {
            "rows": rows,
            "stock": stock,
            "discard": _names(state["discard"][: state["discards"]]),
            "turn": state["turn"],
            "phase": biber.PHASES[state["phase"]],
            "drawn": _drawn(state),
            "twos": state["twos"],
            "used": state["used"],
            "knocker": None if knocker == biber.NOBODY else knocker,
            "turns": state["turns"][: self.players],
            "round": state["round"],
            "dealer": state["dealer"],
            "ready": [state["ready"] >> seat & 1 for seat in seats],
            "scores": [state["scores"][biber.SEATS * seat :][: state["written"]] for seat in seats],
            "seen": [[[mark >> seat & 1 for mark in row] for row in marks] for seat in seats],
            "told": [[_told(mark) for mark in row] for row in marks],
            "age": self._slots(state, "age"),
        }

    def _slots(self, state: Any, name: str) -> list[list[int]]:
        """Something of every slot, a list for each seat."""
        return [state[name][biber.SLOTS * seat : biber.SLOTS * (seat + 1)] for seat in range(self.players)]

    def _from_knocker(self, state: Any) -> list[int]:
        """The seats clockwise, beginning with the one that knocked (BI-20)."""
        knocker: int = state["knocker"]
        return [*range(knocker, self.players), *range(knocker)]

    # what is covered again, at a table where cards have to be remembered

    def is_look(self, event: dict[str, Any]) -> bool:
        return bool(event["type"] == "spy")

    def follow_looks(self, event: dict[str, Any], seat: int, at: float, looks: dict[int, float]) -> None:
        follow(event, seat, at, looks)

    def cover(self, view: dict[str, Any], seat: int | None, looks: Container[int]) -> None:
        cover(view, seat, looks)

    # reading a position

    def place(self, fields: Fields, state: Any) -> None:
        supply = Supply()
        last = self.players - 1
        for seat, row in enumerate(fields.get("rows").items(self.players)):
            state["rows"][seat * biber.SLOTS : (seat + 1) * biber.SLOTS] = [
                supply.take(card) for card in row.items(biber.SLOTS)
            ]
        stock = [supply.take(card) for card in fields.get("stock", []).items(0, biber.CARDS)]
        discard = [supply.take(card) for card in fields.get("discard", []).items(0, biber.CARDS)]
        state["discards"] = len(discard)
        state["discard"][: len(discard)] = discard
        state["round"] = fields.get("round", 1).integer(1, int(biber.ROUNDS[self.players]))
        state["dealer"] = fields.get("dealer", (last + state["round"] - 1) % self.players).integer(0, last)
        state["phase"] = fields.get("phase", "drawn" if fields.has("drawn") else "turn").index(biber.PHASES)
        self._place_drawn(fields, state, supply)
        self._place_course(fields, state)
        self._place_turn(fields, state)
        self._place_scores(fields, state)
        self._place_knowledge(fields, state)
        state["aside"] = biber.heap(supply.left)
        _settle(state, stock)

    def _place_drawn(self, fields: Fields, state: Any, supply: Supply) -> None:
        """The card in hand, in phase `drawn` and only then, and the draw-twos in use (BI-13)."""
        drawn, twos = fields.get("drawn", None), fields.get("twos", 0)
        if drawn.raw is None and state["phase"] == biber.DRAWN:
            raise drawn.bad("missing")
        state["drawn"] = 0 if drawn.raw is None else supply.take(drawn)
        state["twos"] = twos.integer(0, 1)
        used = fields.get("used", state["twos"])
        state["used"] = used.integer(state["twos"], biber.COPIES[biber.DRAW_TWO - 1])
        supply.use(used, biber.DRAW_TWO, state["used"])
        for field, amount in ((drawn, state["drawn"]), (twos, state["twos"]), (used, state["used"])):
            if amount and state["phase"] != biber.DRAWN:
                raise field.bad("impossible")

    def _place_course(self, fields: Fields, state: Any) -> None:
        """Who is ready (BI-03), who has had turns and who has knocked (BI-17)."""
        phase = state["phase"]
        ready = fields.get("ready", [0] * self.players)
        for i, flag in enumerate(ready.items(self.players)):
            state["ready"] |= flag.integer(0, 1) << i
        if state["ready"] and phase != biber.LOOK:
            raise ready.bad("impossible")
        knocker = fields.get("knocker", None)
        seat = knocker.maybe(0, self.players - 1)
        state["knocker"] = biber.NOBODY if seat is None else seat
        had = int(seat is not None or phase in (biber.END, biber.OVER))
        turns = fields.get("turns", [had] * self.players)
        state["turns"][: self.players] = [count.integer(0, MOST_TURNS) for count in turns.items(self.players)]
        if seat is not None and phase in (biber.LOOK, biber.END):
            raise knocker.bad("impossible")
        if (seat is not None or phase == biber.END) and 0 in state["turns"][: self.players]:
            raise turns.bad("impossible")

    def _place_turn(self, fields: Fields, state: Any) -> None:
        """Whose turn it is: next to the dealer, or to the one who knocked and has no further turn (BI-18)."""
        knocker = state["knocker"]
        before = state["dealer"] if knocker == biber.NOBODY else knocker
        turn = fields.get("turn", (before + 1) % self.players)
        state["turn"] = turn.integer(0, self.players - 1)
        if state["turn"] == knocker and state["phase"] != biber.OVER:
            raise turn.bad("impossible")

    def _place_scores(self, fields: Fields, state: Any) -> None:
        """As many sums for everybody; at most one for each round that is written down (BI-21)."""
        over = state["phase"] == biber.OVER
        if over and state["round"] < biber.ROUNDS[self.players]:
            raise fields.get("round", 1).bad("impossible")
        if over and max(state["rows"]) > biber.NUMBERS:
            raise fields.get("rows").bad("impossible")
        lists = fields.get("scores", [[]] * self.players).items(self.players)
        most = state["round"] - (not over)
        for seat, entry in enumerate(lists):
            points = [value.integer(0, biber.HIGHEST) for value in entry.items(1 if over else 0, most)]
            if seat > 0 and len(points) != state["written"]:
                raise entry.bad("wrong-length", value=len(points), allowed=state["written"])
            state["written"] = len(points)
            state["scores"][seat * biber.SEATS : seat * biber.SEATS + len(points)] = points

    def _place_knowledge(self, fields: Fields, state: Any) -> None:
        """Who has seen which card, and what everybody knows; at the end all lies open."""
        nothing = [[0] * biber.SLOTS] * self.players
        first_look = [
            [[1, 0, 0, 1] if a == b else [0] * biber.SLOTS for b in range(self.players)] for a in range(self.players)
        ]
        for seat, rows in enumerate(fields.get("seen", first_look).items(self.players)):
            for slot, flag in enumerate(self._each_slot(rows)):
                state["seen"][slot] |= flag.integer(0, 1) << seat
        for slot, value in enumerate(self._each_slot(fields.get("told", nothing))):
            told = value.integer(NOTHING, THE_CARD)
            if told == THE_CARD and state["seen"][slot] != (1 << self.players) - 1:
                raise value.bad("impossible")
            if told == A_NUMBER and state["rows"][slot] > biber.NUMBERS:
                raise value.bad("impossible")
            state["seen"][slot] |= (0, biber.NUMBER, biber.PUBLIC)[told]
        for slot, value in enumerate(self._each_slot(fields.get("age", nothing))):
            state["age"][slot] = value.integer(0, biber.OLDEST)
            if state["seen"][slot] & biber.PUBLIC:
                state["age"][slot] = 0
        if state["phase"] == biber.OVER:
            slots = self.players * biber.SLOTS
            state["seen"][:slots] = [(1 << self.players) - 1 | biber.PUBLIC] * slots
            state["age"] = [0] * len(state["age"])

    def _each_slot(self, rows: Value) -> list[Value]:
        return [value for row in rows.items(self.players) for value in row.items(biber.SLOTS)]

    # what happened

    def report(self, before: Any, seat: int | None, action: int, after: Any) -> list[Event]:
        assert seat is not None
        word, *numbers = TEXTS[action].replace(":", " ").split()
        if word == "draw":
            return []  # the table's step tells it
        event: dict[str, Any] = {"type": word, "seat": seat}
        private: dict[int, dict[str, Any]] = {}
        if word in ("take", "swap", "spy"):
            slot = int(numbers[0])
            event["slot"] = slot
            card = _name(after["rows"][seat * biber.SLOTS + slot - 1])
            if word == "take":
                event["card"] = card
            else:
                private[seat] = {"card": card}
            if word != "spy":
                event["discarded"] = _name(before["rows"][seat * biber.SLOTS + slot - 1])
        elif word == "trade":
            event |= dict(zip(("slot", "other", "other_slot"), map(int, numbers), strict=True))
        elif word == "discard":
            event["card"] = _name(before["drawn"])
        events = [Event(event, private)]
        if before["used"] and not after["used"]:
            events.append(Event({"type": "put_away", "seat": seat, "count": before["used"]}))
        return events

    def report_step(self, before: Any, step: int, after: Any) -> list[Event]:
        seat = after["turn"]
        if step == rules.BEGIN:
            return [Event({"type": "begin", "seat": seat})]
        if step == rules.SHUFFLE:
            return [Event({"type": "shuffle", "count": before["discards"]})]
        if step == rules.BRING_BACK:
            return [Event({"type": "bring_back", "count": after["loose"]})]
        if step == rules.DRAW_CARD:
            return [Event({"type": "draw", "seat": seat}, {seat: {"card": _name(after["drawn"])}})]
        if step == rules.SHOW:
            rows = self._slots(after, "rows")
            return [
                Event({"type": "show", "seat": seat, "row": _names(rows[seat])}) for seat in self._from_knocker(after)
            ]
        if step == rules.REPLACE:
            place = rules.special_slot(arrays.array("u1", before["rows"]), before["knocker"], self.players)
            old, new = _name(before["rows"][place]), _name(after["rows"][place])
            where = {"seat": place // biber.SLOTS, "slot": place % biber.SLOTS + 1}
            return [Event({"type": "replace", **where, "aside": old, "card": new})]
        if step == rules.WRITE_DOWN:
            scores = [after["scores"][biber.SEATS * seat : biber.SEATS * (seat + 1)] for seat in range(self.players)]
            points, totals = [own[before["written"]] for own in scores], [sum(own) for own in scores]
            return [Event({"type": "score", "round": after["round"], "points": points, "totals": totals})]
        outer = {
            seat: {"outer": [_name(row[0]), _name(row[-1])]} for seat, row in enumerate(self._slots(after, "rows"))
        }
        told = {"round": after["round"], "dealer": after["dealer"], "card": _name(after["discard"][0])}
        return [Event({"type": "deal", **told}, outer)]

    def describe(self, view: dict[str, Any], lang: str) -> str:
        def say(key: str, **values: Any) -> str:
            return self.label(key, lang, **values)

        rounds = int(biber.ROUNDS[self.players])
        lines = [say("round", round=view["round"], rounds=rounds, stock=view["stock"])]
        lines.append(say("discard", card=view["discard"][-1]) if view["discard"] else say("no_discard"))
        for seat, row in enumerate(view["rows"]):
            cards = " ".join(
                card or ("#" if told == A_NUMBER else "?") for card, told in zip(row, view["told"][seat], strict=True)
            )
            marks = "".join(
                say(key, number=seat)
                for key, holds in (
                    ("own", seat == view["seat"]),
                    ("in_moves", seat != view["seat"] and self.first_seat != 0),
                    ("on_turn", seat == view["turn"] and view["phase"] in ("turn", "drawn", "end")),
                    ("has_knocked", seat == view["knocker"]),
                    ("is_ready", view["ready"][seat]),
                )
                if holds
            )
            lines.append(say("seat", seat=seat, cards=cards, points=sum(view["scores"][seat])) + marks)
        if view["phase"] == "look":
            lines.append(say("look"))
        if view["drawn"] is not None:
            lines.append(say("drawn", card=view["drawn"]))
        if view["twos"]:
            lines.append(say("owed"))
        return "\n".join(lines)


def _name(card: int) -> str:
    return biber.NAMES[card - 1]


def _names(cards: Sequence[int]) -> list[str]:
    return [_name(card) for card in cards]


def _drawn(state: Any) -> str | None:
    return _name(state["drawn"]) if state["drawn"] else None


def _told(mark: int) -> int:
    return THE_CARD if mark & biber.PUBLIC else A_NUMBER if mark & biber.NUMBER else NOTHING


def _stock(state: Any) -> list[int]:
    """The stock from the top, in the order in which it will be drawn."""
    cards = arrays.zeros("u1", biber.CARDS)
    count = piles.order(arrays.packed(biber.STATE, state), cards)
    found: list[int] = cards[:count].tolist()
    return found


def _settle(state: Any, stock: list[int]) -> None:
    """Give the stock its order; one that chance would bring anyway is left to it, as in the match it came from."""
    counts = [stock.count(card) for card in range(1, biber.KINDS + 1)]
    state["pool"], state["loose"] = biber.heap(counts), len(stock)
    if _stock(state) != stock:
        state["pool"], state["loose"], state["settled"] = biber.heap([0] * biber.KINDS), 0, len(stock)
        state["stock"][: len(stock)] = stock[::-1]


GAME = Biberbande

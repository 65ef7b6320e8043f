"""Dog: the Python face."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, ClassVar

from tafelrunde.games.dog import board, cards, movement, rules
from tafelrunde.games.dog import state as dog
from tafelrunde.games.dog.facts import FACTS
from tafelrunde.kernel import engine
from tafelrunde.kernel.fields import Fields, Option, Value, one_of
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.match import Event
from tafelrunde.kernel.targets import arrays
from tafelrunde.kernel.targets.arrays import States

TRACK_TEXTS = [str(field) for field in range(dog.TRACK)]
GOAL_TEXTS = [f"g{number}" for number in range(1, dog.PIECES + 1)]
PLACE_TEXTS = ["h", *TRACK_TEXTS, *GOAL_TEXTS]
PLACE_OF = {text: place for place, text in enumerate(PLACE_TEXTS)}
PHASES = ["give", "play"]
COPIES: list[int] = dog.COPIES.tolist()
MOST_ROUNDS = 10**9

MOVE = re.compile(r"(X=)?([0-9AKQJ]+) ([a-z0-9]+)([>x])([a-z0-9]+)")


class Dog(Game):
    """Two against two: bring the eight pieces of a side round the track and into the goals."""

    facts = FACTS
    OPTIONS: ClassVar[Sequence[Option]] = (one_of("players", FACTS.players),)
    STATE = dog.STATE
    ACTIONS = dog.ACTIONS
    MAX_MOVES = dog.MAX_MOVES
    KINDS = ("give", "start", "move", "jack", "seven")
    NOTATION = "give K · A h>0 · 4 3>63 · 5 61>g2 · J 12x40 · X=5 17>22 · X=J 12x40 · 7 17>20"

    def fill(self, state: Any) -> None:
        """There is nothing to choose."""

    # notation

    def parse(self, text: str) -> int | None:
        text = " ".join(text.split())
        if text.startswith("give "):
            card = text.removeprefix("give ")
            return dog.CARDS.index(card) if card in dog.CARDS else None
        found = MOVE.fullmatch(text)
        if found is None:
            return None
        joker, value, origin, sign, target = found.groups()
        if (
            value not in dog.VALUES
            or origin not in PLACE_OF
            or target not in PLACE_OF
            or (sign == "x") != (value == "J")
        ):
            return None
        number = (joker is not None) * len(dog.VALUES) + dog.VALUES.index(value)
        return len(dog.CARDS) + (number * len(PLACE_TEXTS) + PLACE_OF[origin]) * len(PLACE_TEXTS) + PLACE_OF[target]

    def write(self, action: int) -> str:
        return _text(action)

    # views and positions

    def public(self, state: Any) -> dict[str, Any]:
        giving = state["phase"] == dog.GIVE
        view = self.position(state)
        del view["stock"]
        given = view.pop("given")
        away = [copies - sum(held) for copies, *held in zip(COPIES, state["stock"], *state["hand"], strict=True)]
        for number in state["given"] if giving else []:
            if number:
                away[number - 1] -= 1
        return view | {
            "turn": None if giving else view["turn"],
            "hands": [None] * dog.SEATS,
            "cards": [len(hand) for hand in view["hands"]],
            "owners": [board.mover(owner, goal) for owner, goal in enumerate(state["goal"])],
            "given": [None] * dog.SEATS,
            "has_given": [giving and card is not None for card in given],
            "stock": sum(state["stock"]),
            "put_away": dict(zip(dog.CARDS, away, strict=True)),
        }

    def private(self, state: Any, seat: int) -> dict[str, Any]:
        known = cards.known_givers(seat, state["phase"], state["given"][seat])
        return {
            "hands": [_hand(state, owner) if owner == seat else None for owner in range(dog.SEATS)],
            "given": [card if known >> giver & 1 else None for giver, card in enumerate(_given(state))],
        }

    def position(self, state: Any) -> dict[str, Any]:
        return {
            "pieces": [_pieces(state, seat) for seat in range(dog.SEATS)],
            "hands": [_hand(state, seat) for seat in range(dog.SEATS)],
            "turn": state["turn"],
            "starter": state["starter"],
            "round": state["round"],
            "phase": PHASES[state["phase"]],
            "left": state["left"],
            "moved": _bits(state["moved"], TRACK_TEXTS) + _bits(state["moved_in"], GOAL_TEXTS),
            "given": _given(state),
            "stock": dict(zip(dog.CARDS, state["stock"], strict=True)),
        }

    def place(self, fields: Fields, state: Any) -> None:
        pieces = fields.get("pieces", [["h"] * dog.PIECES] * dog.SEATS)
        for seat, value in enumerate(pieces.items(dog.SEATS)):
            self._place_pieces(value, seat, state)
        if state["goal"] == [dog.FULL] * dog.SEATS:
            raise pieces.bad("impossible")
        dealt = fields.has("hands")
        state["phase"] = fields.get("phase", "play" if dealt else "give").index(PHASES)
        state["round"] = fields.get("round", 1).integer(1, MOST_ROUNDS)
        state["starter"] = fields.get("starter", (state["round"] - 1) % dog.SEATS).integer(0, dog.SEATS - 1)
        turn = fields.get("turn", state["starter"]).integer(0, dog.SEATS - 1)
        giving = state["phase"] == dog.GIVE
        state["turn"] = state["starter"] if giving else turn
        self._place_cards(fields, state, giving)
        self._place_seven(fields, state, giving)
        if not dealt and engine.outcome(arrays.packed(self.STATE, state), arrays.zeros("i4", dog.SEATS)) < 0:
            self._before_the_deal(state)

    def _before_the_deal(self, state: Any) -> None:
        """Without hands the round is still to be dealt: the table does it next."""
        state["phase"], state["round"], state["starter"] = (
            dog.PLAY,
            state["round"] - 1,
            (state["starter"] - 1) % dog.SEATS,
        )
        state["turn"] = state["starter"]

    def _place_pieces(self, value: Value, seat: int, state: Any) -> None:
        for entry in value.items(dog.PIECES):
            start = TRACK_TEXTS[dog.START[seat]]
            text = entry.choice([*PLACE_TEXTS, f"{start}*"])
            place = PLACE_OF[text.rstrip("*")]
            if place == dog.HOME:
                continue
            taken, number = (
                (state["track"], place - 1) if place < dog.FIRST_GOAL else (state["goal"], place - dog.FIRST_GOAL)
            )
            whose = range(dog.SEATS) if place < dog.FIRST_GOAL else [seat]
            if any(taken[other] >> number & 1 for other in whose):
                raise entry.bad("impossible")
            taken[seat] |= 1 << number
            if text.endswith("*"):
                state["guarded"] |= 1 << seat

    def _place_cards(self, fields: Fields, state: Any, giving: bool) -> None:
        used = [0] * len(dog.CARDS)

        def count(entry: Value, card: int) -> None:
            used[card] += 1
            if used[card] > dog.COPIES[card]:
                raise entry.bad("too-many", value=dog.CARDS[card], limit=dog.COPIES[card])

        given = fields.get("given", [None] * dog.SEATS).items(dog.SEATS)
        sealed = [giving and entry.raw is not None for entry in given]
        for seat, hand in enumerate(fields.get("hands", [[]] * dog.SEATS).items(dog.SEATS)):
            for entry in hand.items(0, dog.LARGEST_HAND - sealed[seat]):
                card = entry.index(dog.CARDS)
                count(entry, card)
                state["hand"][seat][card] += 1
                state["cards"][seat] += 1
                state["kinds"][seat] |= 1 << card
        for seat, entry in enumerate(given):
            if entry.raw is None:
                continue
            card = entry.index(dog.CARDS)
            if giving:
                count(entry, card)
            elif not state["hand"][seat ^ 2][card]:
                raise entry.bad("impossible")
            state["given"][seat] = card + 1
        rest = [int(copies) - n for copies, n in zip(dog.COPIES, used, strict=True)]
        stock = fields.get("stock", dict(zip(dog.CARDS, rest, strict=True))).fields()
        state["stock"] = [stock.get(card, 0).integer(0, n) for card, n in zip(dog.CARDS, rest, strict=True)]
        stock.done()
        state["stocked"] = sum(state["stock"])

    def _place_seven(self, fields: Fields, state: Any, giving: bool) -> None:
        """A seven is being played out only if that is possible (DG-25)."""
        left = fields.get("left", 0)
        state["left"] = left.integer(0, 0 if giving else dog.WHOLE_SEVEN - 1)
        turn = state["turn"]
        owner = board.mover(turn, state["goal"][turn])
        most = dog.PIECES if state["left"] else 0
        for entry in fields.get("moved", []).items(0, most):
            place = entry.index(PLACE_TEXTS)
            taken, moved, number = "track", "moved", place - 1
            if place >= dog.FIRST_GOAL:
                taken, moved, number = "goal", "moved_in", place - dog.FIRST_GOAL
            if owner != turn and place >= dog.FIRST_GOAL and not state["goal"][owner] >> number & 1:
                continue  # one of the player's own pieces, which fill their goal now: they no longer take part
            protected = state["guarded"] >> owner & 1 and place - 1 == dog.START[owner]
            known = state[moved] >> number & 1
            if place == dog.HOME or known or protected or not state[taken][owner] >> number & 1:
                raise entry.bad("impossible")
            state[moved] |= 1 << number
        parts = state["moved"].bit_count() + state["moved_in"].bit_count()
        if state["left"] and state["left"] + parts > dog.WHOLE_SEVEN:
            raise left.bad("impossible")
        states, moves = arrays.packed(self.STATE, state), arrays.zeros("i4", self.MAX_MOVES)
        if state["left"] and not engine.moves(states, turn, moves):
            raise left.bad("impossible")

    # what moves do

    def effects(self, states: States, seat: int | None, actions: Sequence[int]) -> list[dict[str, Any]]:
        """Each move of a piece: whose it is, from where to where, how many fields, whom it sends home or swaps with."""
        playing = [action for action in actions if action >= dog.GIVES]
        if seat is None or not playing:
            return []
        ways = arrays.zeros("i1", len(playing), 3)
        hits = arrays.zeros("u8", len(playing), dog.SEATS)
        movement.effects(states, seat, arrays.array("i4", playing), ways, hits)
        found = []
        for action, (owner, steps, other), hit in zip(playing, ways.tolist(), hits.tolist(), strict=True):
            _, _, origin, target = board.parts_of(action)
            effect = {
                "move": self.write(action),
                "seat": owner,
                "from": PLACE_TEXTS[origin],
                "to": PLACE_TEXTS[target],
                "steps": steps,
            }
            if other >= 0:
                effect["swap"] = other
            elif any(hit):
                effect["hits"] = [[at, field] for at in range(dog.SEATS) for field in _bits(hit[at], TRACK_TEXTS)]
            found.append(effect)
        return found

    def blocked_moves(self, states: States, seat: int, actions: Sequence[int]) -> list[dict[str, Any]]:
        return [
            {"move": self.write(action), "seat": owner, "from": PLACE_TEXTS[origin]}
            for action, owner, origin in movement.blocked_moves(arrays.plain(states), seat, actions)
        ]

    # events

    def report(self, before: Any, seat: int | None, action: int, after: Any) -> list[Event]:
        assert seat is not None
        if action < len(dog.CARDS):
            return self._report_give(seat, action, after)
        joker, value, origin, target = board.parts_of(action)
        owner = board.mover(seat, before["goal"][seat])
        played = {
            "type": "played",
            "seat": seat,
            "move": self.write(action),
            "card": None if before["left"] else "X" if joker else dog.VALUES[value],
            "value": dog.VALUES[value],
            "owner": owner,
            "from": PLACE_TEXTS[origin],
            "to": PLACE_TEXTS[target],
            "left": after["left"],
        }
        if value == dog.JACK:
            played["swap"] = next(at for at in range(dog.SEATS) if before["track"][at] >> (target - 1) & 1)
        events = [Event(played)]
        hit = board.fields_hit(owner, value, origin, target)
        for other in range(dog.SEATS):
            for field in _bits(before["track"][other] & hit, TRACK_TEXTS):
                events.append(Event({"type": "sent_home", "seat": seat, "owner": other, "field": field}))
        return events

    def _report_give(self, seat: int, card: int, after: Any) -> list[Event]:
        partner = seat ^ 2
        events = [Event({"type": "gave", "seat": seat, "to": partner}, {seat: {"card": dog.CARDS[card]}})]
        if after["given"][partner]:
            seats = sorted((seat, partner))
            seen = {at: {"card": dog.CARDS[after["given"][at ^ 2] - 1]} for at in seats}
            events.append(Event({"type": "looked", "seats": seats}, seen))
        return events

    def report_step(self, before: Any, step: int, after: Any) -> list[Event]:
        if step == rules.SHUFFLE:
            return [Event({"type": "shuffled"})]
        hands = {seat: {"hand": _hand(after, seat)} for seat in range(dog.SEATS)}
        if step == rules.DEAL:
            public = {"type": "dealt", "round": after["round"], "cards": after["cards"][0], "starter": after["starter"]}
            return [Event(public, hands)]
        if step == rules.EXCHANGE:
            return [Event({"type": "exchanged", "starter": after["starter"]}, hands)]
        if step == rules.FOLD:
            seat = before["turn"]
            return [Event({"type": "folded", "seat": seat, "cards": _hand(before, seat)})]
        return []

    # words

    def describe(self, view: dict[str, Any], lang: str) -> str:
        def listed(texts: Sequence[str]) -> str:
            return " ".join(texts) or self.label("none", lang)

        head = {key: view[key] for key in ("round", "starter", "stock")}
        lines = [self.label("round" if _begun(view) else "begins", lang, **head)]
        for seat, places in enumerate(view["pieces"]):
            home = places.count("h")
            goal = [place for place in places if place in GOAL_TEXTS]
            track = places[home : dog.PIECES - len(goal)]
            line = self.label(
                "seat", lang, seat=seat, home=home, track=listed(track), goal=listed(goal), cards=view["cards"][seat]
            )
            lines.append(line + self._doing(view, seat, lang))
        if view["left"]:
            lines.append(self.label("left", lang, left=view["left"], moved=listed(view["moved"])))
        own = view["seat"]
        if own is not None:
            lines.append(self.label("hand", lang, cards=listed(view["hands"][own])))
            for key, giver in (("gave", own), ("got", own ^ 2)):
                if view["given"][giver] is not None:
                    lines.append(self.label(key, lang, seat=own ^ 2, card=view["given"][giver]))
        away = [f"{count}×{card}" for card, count in view["put_away"].items() if count]
        lines.append(self.label("put_away", lang, cards=listed(away)))
        return "\n".join(lines)

    def _doing(self, view: dict[str, Any], seat: int, lang: str) -> str:
        if view["result"] is not None:
            return ""
        if view["phase"] == "give":
            if view["has_given"][seat]:
                return self.label("has_given", lang)
            return self.label("to_give", lang) if view["cards"][seat] else ""
        return self.label("on_turn", lang) if seat == view["turn"] else ""


@lru_cache(maxsize=20_000)
def _text(action: int) -> str:
    if action < len(dog.CARDS):
        return f"give {dog.CARDS[action]}"
    joker, value, origin, target = board.parts_of(action)
    sign = "x" if value == dog.JACK else ">"
    return f"{'X=' if joker else ''}{dog.VALUES[value]} {PLACE_TEXTS[origin]}{sign}{PLACE_TEXTS[target]}"


def _begun(view: dict[str, Any]) -> bool:
    """Whether somebody has played a card in this round."""
    dealt = int(dog.DEALS[(view["round"] - 1) % len(dog.DEALS)])
    return view["phase"] != "give" and any(cards < dealt for cards in view["cards"])


def _bits(word: int, texts: Sequence[str]) -> list[str]:
    found = []
    while word:
        found.append(texts[(word & -word).bit_length() - 1])
        word &= word - 1
    return found


def _pieces(state: Any, seat: int) -> list[str]:
    """Home first, then by track field, then by goal field."""
    track, goal = _bits(state["track"][seat], TRACK_TEXTS), _bits(state["goal"][seat], GOAL_TEXTS)
    start = TRACK_TEXTS[dog.START[seat]]
    if state["guarded"] >> seat & 1:
        track[track.index(start)] += "*"
    return ["h"] * (dog.PIECES - len(track) - len(goal)) + track + goal


def _hand(state: Any, seat: int) -> list[str]:
    held = state["hand"][seat]
    return [card for card, count in zip(dog.CARDS, held, strict=True) if count for _ in range(count)]


def _given(state: Any) -> list[str | None]:
    return [dog.CARDS[given - 1] if given else None for given in state["given"]]


GAME = Dog

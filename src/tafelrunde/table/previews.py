"""Previews: what a seat could do after moves it has not made yet, and what could be done in any position."""

import json
from collections import OrderedDict
from typing import Any

import tafelrunde as tr
from tafelrunde.bots import Seat
from tafelrunde.kernel.errors import BadOption, BadPosition, shown
from tafelrunde.kernel.languages import LANGUAGES
from tafelrunde.kernel.match import Match
from tafelrunde.table import visibility, wishes
from tafelrunde.table.wishes import Refusal, by_rule, refuse

SEED = 0
"""What the seat cannot know is drawn with it: whoever sees the same is told the same."""

DEAL = frozenset(("game", "options", "seed"))
"""What is known of a game before it is dealt."""
KEPT = 64
Moves = list[tuple[int | None, str]]

Preview = tuple[list[str], dict[str, object] | None, list[visibility.Effect], list[visibility.Blocked]]
"""The moves of a seat, its view, what its moves do to pieces, and what does not go; empty if others are to act."""


def preview_after(seat: Seat, moves: list[str]) -> Preview | Refusal:
    """What follows these moves, in a match that could be this one."""
    match = seat.sample(SEED)
    for move in moves:
        if seat.number not in match.actors():
            return refuse("not-your-turn")
        refusal = match.explain(seat.number, move)
        if refusal is not None:
            return by_rule(refusal)
        match.play(seat.number, move)
    if seat.number not in match.actors():
        return [], None, [], []
    number = seat.number
    effects, blocked = visibility.effects(match, number), visibility.blocked(match, number)
    return match.moves(number), match.view(number), effects, blocked


def practise(position: dict[str, Any], seat: int | None, moves: Moves) -> dict[str, Any] | Refusal:
    """What a seat (None: an onlooker) sees and may do after moves in a position; ValueError for moves that are none."""
    try:
        match = tr.from_position(position)
    except (BadOption, BadPosition) as error:
        return _impossible(error)
    if seat is not None and not 0 <= seat < match.game.players:
        return wishes.refuse("no-such-place")
    try:
        for by, move in moves:
            match.play(by, move)
    except tr.IllegalMove as refusal:
        return by_rule(refusal)
    except (TypeError, IndexError) as error:
        raise ValueError(str(error)) from None
    return _seen(match, seat)


def _seen(match: Match, seat: int | None) -> dict[str, Any]:
    """What a seat or an onlooker sees, and what may be done."""
    view = match.view(seat)
    return {
        "view": view,
        "moves": [] if seat is None else match.moves(seat),
        "events": match.events(0, seat),
        "actors": visibility.actors(match, view),
        "effects": visibility.effects(match, seat),
        "blocked": [] if seat is None else visibility.blocked(match, seat),
    }


def _impossible(error: BadOption | BadPosition) -> Refusal:
    return Refusal("bad-position", {lang: error.text(lang) for lang in LANGUAGES})


class Analysis:
    """Positions with the moves made in them. The latest are kept, so that the next move is not played from the start.

    A start is a position, or a game with options and a seed that is dealt. Seeds are texts: JavaScript cannot read
    whole numbers of so many digits.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[Match, int]] = OrderedDict()

    def match(self, start: dict[str, Any], moves: Moves) -> Match | Refusal:
        """The match after these moves; ValueError for what are no moves."""
        found = self._after(start, moves)
        return found if isinstance(found, Refusal) else found[0]

    def look(self, start: dict[str, Any], moves: Moves, eyes: int | None, follow: bool) -> dict[str, Any] | Refusal:
        """What is to be seen after these moves, and the whole position, with everything that is hidden.

        With `follow` it is seen by whoever may act, if the seat may not. `since` is the first event of the last move.
        """
        found = self._after(start, moves)
        if isinstance(found, Refusal):
            return found
        match, since = found
        acting = match.actors()
        if follow and acting and eyes not in acting:
            eyes = acting[0]
        if eyes is not None and not 0 <= eyes < match.game.players:
            return wishes.refuse("no-such-place")
        position = match.position()
        return _seen(match, eyes) | {
            "seat": eyes,
            "since": since,
            "acting": acting,
            "table": match.moves(None),
            "position": position | {"seed": str(position["seed"])},
        }

    def _after(self, start: dict[str, Any], moves: Moves) -> tuple[Match, int] | Refusal:
        """The match, and how many events there were before the last move."""
        known = self._kept.get(_key(start, moves)) or self._kept.get(_key(start, moves[:-1]))
        done = len(moves) if _key(start, moves) in self._kept else max(len(moves) - 1, 0)
        try:
            if known is None:
                known, done = (_begun(start), 0), 0
            match, since = known[0].copy(), known[1]
            for seat, move in moves[done:]:
                since = match.event_count
                match.play(seat, move)
        except (BadOption, BadPosition) as error:
            return _impossible(error)
        except tr.IllegalMove as refusal:
            return by_rule(refusal)
        except (TypeError, IndexError) as error:
            raise ValueError(str(error)) from None
        self._kept[_key(start, moves)] = match, since
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return match, since


def _key(start: dict[str, Any], moves: Moves) -> str:
    return json.dumps([start, moves], sort_keys=True)


def _begun(start: dict[str, Any]) -> Match:
    if not isinstance(start, dict):
        raise BadPosition("not-an-object", "start", value=shown(start))
    seed = start.get("seed", 0)
    number = int(seed) if isinstance(seed, str) and seed.isdecimal() and len(seed) < 40 else seed
    if start.keys() <= DEAL:
        return tr.load(start.get("game", ""), **(start.get("options") or {})).new(number)
    return tr.from_position(start | {"seed": number})

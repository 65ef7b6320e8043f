"""Dog: the greedy player. It compares where the pieces of both sides stand after a move, and the card that it costs."""

from functools import partial
from random import Random
from typing import Any

from tafelrunde.bots.player import best, total
from tafelrunde.bots.seat import Seat
from tafelrunde.games.dog import state as dog

SEATS: int = dog.SEATS
TRACK: int = dog.TRACK
PIECES: int = dog.PIECES
SEVEN: int = dog.WHOLE_SEVEN
START = [TRACK // SEATS * seat for seat in range(SEATS)]
REACH: int = dog.FARTHEST
LARGEST_HAND: int = dog.LARGEST_HAND
STARTERS = ("A", "K", "X")
HOME = "h"

# Values, in fields of the track.
OUT = 30.0
"""A piece that is out of home."""
GUARDED = 14.0
"""It is protected, and a four backwards leads to the goal."""
INSIDE = 130.0
DEPTH = 3.0
"""A piece in the goal, and each field further in, where it does not block the others."""
DANGER = 0.1
"""How likely an opponent behind a piece sends it home."""
FOREIGN_START = 0.15
"""The same for a piece on the start of an opponent who has pieces at home."""
TRAPPED = 20.0
"""To be left with a rest of a seven that no single piece can move without sending home a piece of its own side."""
OPPONENTS = 1.0
"""What the opponents' pieces count, beside those of one's own side."""
KEEP = {"X": 30.0, "A": 14.0, "K": 12.0, "7": 6.0, "4": 6.0, "J": 4.0}
"""The value of a card in hand."""

Pieces = list[list[str]]


def choose(seat: Seat, chance: Random) -> str:
    """The move after which the seat's side stands best."""
    if seat.view["phase"] == "give":
        return best(seat.moves, partial(_giving_value, seat.view, seat.number), chance)
    return best(seat.moves, Outlook(seat.view, seat.number, seat.effects()).value_of, chance)


# giving


def _giving_value(view: dict[str, Any], seat: int, move: str) -> float:
    """The value of a card to the partner, less its value in this hand."""
    card, hand = move.split()[1], list(view["hands"][seat])
    hand.remove(card)
    return _use(card, view["pieces"][seat ^ 2], []) - _use(card, view["pieces"][seat], hand)


def _use(card: str, pieces: list[str], others: list[str]) -> float:
    """What a card is good for: to start, above all with no piece out and no other card that starts."""
    if card in STARTERS and HOME in pieces:
        needed = pieces.count(HOME) + sum(place[0] == "g" for place in pieces) == PIECES
        spare = any(other in STARTERS for other in others)
        return KEEP[card] + (OUT if needed else OUT / 4) / (4 if spare else 1)
    return KEEP.get(card, 0.0)


# playing


class Outlook:
    """The position, and its value after each of the seat's moves."""

    def __init__(self, view: dict[str, Any], seat: int, effects: list[dict[str, Any]]) -> None:
        self.seat = seat
        self.left: int = view["left"]
        self.moved: list[str] = view["moved"]
        self.pieces: Pieces = [[*places] for places in view["pieces"]]
        self.hand: list[str] = view["hands"][seat]
        self.effects = {effect["move"]: effect for effect in effects}

    def value_of(self, move: str) -> float:
        """The value of the position after a move; what is left of a seven counts as already moved."""
        after = self.after(move)
        sides = (_side_value(after, self.seat), _side_value(after, self.seat ^ 1))
        return sides[0] - OPPONENTS * sides[1] + self._rest(move, after) - self._price(move)

    def _rest(self, move: str, after: Pieces) -> float:
        """What the rest of a seven will bring, or cost if it meets pieces of one's own side."""
        if move.removeprefix("X=").split()[0] != "7":
            return 0.0
        effect = self.effects[move]
        left = (self.left or SEVEN) - int(effect["steps"])
        mates = {place.rstrip("*") for at in (self.seat, self.seat ^ 2) for place in after[at]}
        others = self._may_go(after[effect["seat"]], effect["to"])
        free = [field for field in others if not mates & set(_ahead(field, left))]
        return left if free or not left else left - TRAPPED

    def _may_go(self, places: list[str], moved: str) -> list[str]:
        """The pieces on the track that have not yet taken a part of the seven."""
        fields = (place.rstrip("*") for place in places if place[0] not in "gh")
        return [field for field in fields if field != moved and field not in self.moved]

    def _price(self, move: str) -> float:
        """What the card would be worth later: the fewer turns left in this round, the less."""
        if self.left:
            return 0.0
        card = "X" if move.startswith("X=") else move.split()[0]
        value = KEEP.get(card, 0.0)
        if card in STARTERS and card != "X" and HOME not in self.pieces[self.effects[move]["seat"]]:
            value /= 3
        return value * (len(self.hand) - 1) / LARGEST_HAND

    def after(self, move: str) -> Pieces:
        """Where all pieces stand after a move."""
        effect = self.effects[move]
        pieces = [[*places] for places in self.pieces]
        origin, target, own = effect["from"], effect["to"], pieces[effect["seat"]]
        if "swap" in effect:
            _replace(pieces[effect["swap"]], target, origin)
            _replace(own, origin, target)
            return pieces
        own.remove(origin if origin in own else origin + "*")
        for at, field in effect.get("hits", ()):
            _replace(pieces[at], field, HOME)
        own.append(target + "*" if origin == HOME else target)
        return pieces


def _replace(places: list[str], before: str, after: str) -> None:
    places[places.index(before)] = after


def _ahead(field: str, steps: int) -> list[str]:
    """The next fields of the track."""
    return [str((int(field) + step) % TRACK) for step in range(1, steps + 1)]


# the value of a position


def _side_value(pieces: Pieces, seat: int) -> float:
    """The pieces of a seat and of its partner, with the danger from the others."""
    foes = [(at, places) for at, places in enumerate(pieces) if at % 2 != seat % 2]
    hunters = [int(place.rstrip("*")) for _, places in foes for place in places if place[0] not in "gh"]
    starts = {START[at] for at, places in foes if HOME in places}
    return total(_piece_value(place, at, hunters, starts) for at in (seat, seat ^ 2) for place in pieces[at])


def _piece_value(place: str, owner: int, hunters: list[int], starts: set[int]) -> float:
    """A piece by how far it has come, less the risk of losing it."""
    if place == HOME:
        return 0.0
    if place[0] == "g":
        return INSIDE + DEPTH * int(place[1])
    if place[-1] == "*":
        return OUT + GUARDED
    field = int(place)
    value = OUT + ((field - START[owner]) % TRACK or TRACK)
    behind = sum(0 < (field - hunter) % TRACK <= REACH for hunter in hunters)
    return value * (1.0 - min(DANGER * behind + FOREIGN_START * (field in starts), 0.9))

"""Dog: why a move is good, from what it does on the board, who stands behind a piece, and what stays in the hand."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tafelrunde.bots.dog.greedy import HOME, KEEP, PIECES, REACH, START, STARTERS, TRACK, Outlook, Pieces
from tafelrunde.bots.reasons import Flaw, Gain, Reason, Reasons, Risk, Word
from tafelrunde.bots.seat import Seat
from tafelrunde.kernel.languages import Texts

RESOLUTION = 0.01
"""By how much a move's chance to win varies with the deals that it is tried on."""
NEAR = 6
"""So many fields before the goal are near."""


def find(seat: Seat, moves: Sequence[str]) -> list[list[Reason]]:
    """The reasons for each of these moves."""
    if seat.view["phase"] == "give":
        return [_giving(seat.view, seat.number, move.split()[1]) for move in moves]
    outlook = Outlook(seat.view, seat.number, seat.effects())
    return [[*_Step(outlook, move).reasons()] for move in moves]


REASONS = Reasons(find, Texts(Path(__file__).parent), RESOLUTION)


def _giving(view: dict[str, Any], seat: int, card: str) -> list[Reason]:
    """What the card can do for the partner, and what stays in the hand."""
    hand, own, partner = list(view["hands"][seat]), view["pieces"][seat], view["pieces"][seat ^ 2]
    hand.remove(card)
    found: list[Reason] = []
    if card in STARTERS and HOME in partner:
        found.append(Gain("gives_start" if _any_on_track(partner) else "gives_first_start", {}))
    if any(other in STARTERS for other in hand) and HOME in own:
        found.append(Gain("keeps_start_too" if found else "keeps_start", {}))
    elif card in STARTERS and HOME in own:
        found.append(Risk("no_start_left", {}))
    elif hand and (best := max(hand, key=_keep)) and _keep(best) > _keep(card):
        found.append(Gain("keeps", {"card": Word(best)}))
    return found


def _keep(card: str) -> float:
    return KEEP.get(card, 0.0)


def _any_on_track(places: list[str]) -> bool:
    return any(place[0] not in "gh" for place in places)


class _Step:
    """A move of a piece, and the board after it."""

    def __init__(self, outlook: Outlook, move: str) -> None:
        self.outlook, self.move, self.effect = outlook, move, outlook.effects[move]
        self.owner: int = self.effect["seat"]
        self.origin, self.target = str(self.effect["from"]), str(self.effect["to"])
        self.before, self.after = outlook.pieces, outlook.after(move)

    def reasons(self) -> list[Reason]:
        """All of them; what is told first comes first."""
        if all(place[0] == "g" for at in (self.owner, self.owner ^ 2) for place in self.after[at]):
            return [Gain("wins", {})]
        gains = [*self._goal(), *self._hits(), *self._out(), *self._swap(), *self._way(), *self._safety()]
        kept = self._kept()
        gains = [*gains[:1], *kept, *gains[1:]] or self._plain()
        return [*gains, *self._losses(), *self._waste(), *self._passing(), *self._danger()]

    # what it brings

    def _goal(self) -> list[Reason]:
        if self.target[0] != "g":
            return []
        if self.origin[0] == "g":
            return [Gain("deeper", {})]
        inside = sum(place[0] == "g" for place in self.after[self.owner])
        return [Gain("goal_full", {}) if inside == PIECES else Gain("goal", {"inside": inside, "all": PIECES})]

    def _hits(self) -> list[Reason]:
        hit = sum(at % 2 != self.owner % 2 for at, _ in self.effect.get("hits", ()))
        return [Gain("hits", {"count": hit})] if hit else []

    def _out(self) -> list[Reason]:
        if self.origin != HOME:
            return []
        return [Gain("out", {}) if _any_on_track(self.before[self.owner]) else Gain("out_first", {})]

    def _swap(self) -> list[Reason]:
        """How far both pieces get by a jack."""
        if "swap" not in self.effect:
            return []
        other: int = self.effect["swap"]
        won = _way(self.target, self.owner) - _way(self.origin, self.owner)
        its = _way(self.origin, other) - _way(self.target, other)
        found: list[Reason] = [Gain("swap_ahead", {"count": won})] if won > 0 else []
        if other % 2 == self.owner % 2:
            told: Reason = Gain("swap_partner", {"count": its}) if its > 0 else Risk("swap_hurts", {"count": -its})
        else:
            told = Risk("swap_helps", {"count": its}) if its > 0 else Gain("swap_back", {"count": -its})
        return [*found, told] if its else found

    def _way(self) -> list[Reason]:
        """A four back from the start saves a whole round; a piece may come near its goal."""
        if not self._stays_on_track():
            return []
        before, after = self._ways()
        if self._is_back():
            return [Gain("shortcut", {})] if after > before else []
        left = TRACK - after + 1
        return [Gain("near", {"count": left})] if 1 <= left <= NEAR and after > before else []

    def _safety(self) -> list[Reason]:
        if self.origin[0] in "gh" or self._at_origin().endswith("*"):
            return []
        chased = _chasers(self.before, self.origin, self.owner)
        return [Gain("escapes", {"count": chased})] if chased and not self._chasers_after() else []

    def _kept(self) -> list[Reason]:
        """A card that is worth more and would have done the same."""
        if self.outlook.left:
            return []
        kept = max((_card(move) for move in self._twins()), key=_keep, default=_card(self.move))
        return [Gain("keeps", {"card": Word(kept)})] if _keep(kept) > _keep(_card(self.move)) else []

    def _plain(self) -> list[Reason]:
        """Nothing special: how far the piece goes."""
        if "swap" in self.effect:
            return []
        return [Gain("back" if self._is_back() else "forward", {"count": abs(int(self.effect["steps"]))})]

    # what it costs

    def _losses(self) -> list[Reason]:
        hits = [at for at, _ in self.effect.get("hits", ())]
        own, partner = hits.count(self.outlook.seat), hits.count(self.outlook.seat ^ 2)
        return [
            *([Risk("hits_own", {"count": own})] if own else []),
            *([Risk("hits_partner", {"count": partner})] if partner else []),
        ]

    def _waste(self) -> list[Reason]:
        if not self.move.startswith("X="):
            return []
        return [Flaw("joker_wasted", {})] if any(_card(move) != "X" for move in self._twins()) else [Risk("joker", {})]

    def _passing(self) -> list[Reason]:
        """A piece that goes past its goal has another round before it."""
        if not self._stays_on_track() or self._is_back():
            return []
        before, after = self._ways()
        return [Risk("past_goal", {})] if after < before else []

    def _danger(self) -> list[Reason]:
        if self.target[0] == "g" or self.origin == HOME:
            return []
        chased = self._chasers_after()
        starts = {START[at] for at in (self.owner ^ 1, self.owner ^ 3) if HOME in self.after[at]}
        if int(self.target) in starts:
            return [Risk("foreign_start", {})]
        return [Risk("chased", {"count": chased})] if chased else []

    # helpers

    def _stays_on_track(self) -> bool:
        return self.origin[0] not in "gh" and self.target[0] != "g" and "swap" not in self.effect

    def _ways(self) -> tuple[int, int]:
        """How far the piece has come before and after the move."""
        return _way(self._at_origin(), self.owner), _way(self.target, self.owner)

    def _chasers_after(self) -> int:
        return 0 if self.target[0] == "g" else _chasers(self.after, self.target, self.owner)

    def _at_origin(self) -> str:
        """The place as it is written in the view: a protected piece has a star."""
        return self.origin if self.origin in self.before[self.owner] else self.origin + "*"

    def _is_back(self) -> bool:
        return self.target == str((int(self.origin) - abs(int(self.effect["steps"]))) % TRACK)

    def _twins(self) -> list[str]:
        """The other moves that lead to the same board."""
        same = _deed(self.effect)
        return [move for move, effect in self.outlook.effects.items() if move != self.move and _deed(effect) == same]


def _card(move: str) -> str:
    return "X" if move.startswith("X=") else move.split()[0]


def _deed(effect: dict[str, Any]) -> tuple[Any, ...]:
    """What a move does to the board, with whatever card."""
    return effect["from"], effect["to"], effect.get("swap"), str(effect.get("hits"))


def _way(place: str, owner: int) -> int:
    """How far a piece has come; a protected one has just come out."""
    if place.endswith("*"):
        return 0
    return (int(place) - START[owner]) % TRACK or TRACK


def _chasers(pieces: Pieces, field: str, owner: int) -> int:
    """How many opposing pieces behind a field can reach it with one card; none passes a protected piece."""
    guarded = [int(place[:-1]) for places in pieces for place in places if place.endswith("*")]
    hunters = [int(place.rstrip("*")) for at in (owner ^ 1, owner ^ 3) for place in pieces[at] if place[0] not in "gh"]
    here = int(field)
    return sum(
        0 < (here - hunter) % TRACK <= REACH
        and not any(0 < (start - hunter) % TRACK < (here - hunter) % TRACK for start in guarded)
        for hunter in hunters
    )

"""Biesti Boys, slowly and plainly: a second opinion for the tests.

Works on the positions of docs/positions.md (`lifts`, `hands`, `piles`, `boards`; piles and boards top first) and
knows nothing of the package `tafelrunde`. With `referee` "honour" a position also has

    laid         for each lift None or {"seat": who laid the top card, "on": what it lies on}, while it can be called
    false_calls  a number for each seat
    claims       the seats that have laid all their cards, the last one wrongly or while somebody waited; they wait
                 while one of their wrong cards can be called or somebody before them waits, first in line first

All functions expect a settled position (no dead end, draw or claim that the table would still have to resolve);
`settled` makes one. `winner` is the seat that has won, None before; where it is not given, it is the seat without any
card that is not in `claims`.
"""

from typing import Any

Position = dict[str, Any]

STOP, GO = "S", "G"
CARDS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", STOP, GO]
LIFTS = [0, 1, 2, 3]  # written 1 top, 2 right, 3 bottom, 4 left
LAYS = {f"lay {card} {lift + 1}": (card, lift) for card in CARDS for lift in LIFTS}
HALTS = {f"halt {lift + 1}": lift for lift in LIFTS}


# --- the public functions ---------------------------------------------------------------------------------------------


def moves(position: Position, seat: int | None) -> list[str]:
    """Every legal move of that seat: lays by card and lift, then draw, then halts. Seat None is the table."""
    if _over(position):
        return []
    if seat is None:
        return ["window"] if _something_waits(position) else []
    found = []
    for card in CARDS:
        if card in position["hands"][seat]:
            for lift, shown in enumerate(position["lifts"]):
                if _honour(position) or broken_rule(card, shown) is None:
                    found.append(f"lay {card} {lift + 1}")
    if _may_draw(position, seat):
        found.append("draw")
    for lift in LIFTS:
        if _may_call(position, seat, lift):
            found.append(f"halt {lift + 1}")
    return found


def refusal(position: Position, seat: int | None, move: str) -> str | None:
    """The first rule that forbids this move, in the order of the list "Refusals"; None if it is legal."""
    if not (move in LAYS or move in HALTS or move in ("draw", "window")):
        raise ValueError(f"not a move of Biesti Boys: {move!r}")
    if _over(position):
        return "BB-17"
    if move in LAYS:
        card, lift = LAYS[move]
        if seat is None or card not in position["hands"][seat]:
            return "BB-05"
        return None if _honour(position) else broken_rule(card, position["lifts"][lift])
    if move == "draw":
        if _option(position, "draw") == "auto":
            return "BB-19"
        return None if seat is not None and _may_draw(position, seat) else "BB-08"
    if move == "window":
        return None if seat is None and _something_waits(position) else "BB-16"
    return None if seat is not None and _may_call(position, seat, HALTS[move]) else "BB-16"


def after(position: Position, seat: int | None, move: str) -> Position:
    """The position after this legal move and the steps that follow by themselves.

    "pending" is set to "shuffle boards" where a new board is needed and none is left (BB-14). Hands come out sorted.
    """
    new = _copy(position)
    if seat is None:
        new["laid"] = [None] * 4  # "window": every card that lies there is final
    elif move in LAYS:
        _lay(new, seat, *LAYS[move])
    elif move == "draw":
        _draw(new, seat)
    else:
        _halt(new, seat, HALTS[move])
    return settled(new)


def dead_end(position: Position) -> bool:
    """BB-12, BB-13: nobody holds a card that is right on some lift, and nobody can draw.

    That alone: with "honour" the dead end may still have to wait for the table's call window.
    """
    seats = range(len(position["hands"]))
    return _nobody_can_lay(position) and not any(_room_to_draw(position, seat) for seat in seats)


def settled(position: Position) -> Position:
    """The position once the table has taken every step that needs no chance."""
    new = _copy(position)
    _settle_claims(new)
    if not _over(new) and _option(new, "draw") == "auto":
        _fill_hands(new)
    while not _over(new) and dead_end(new) and not _wrong_lifts(new):
        if not new["boards"]:
            new["pending"] = "shuffle boards"  # BB-14: all eight
            break
        new["lifts"] = new["boards"].pop(0)  # BB-12: the cards in the middle never come back
        if _honour(new):
            new["laid"] = [None] * 4
    for hand in new["hands"]:
        hand.sort(key=CARDS.index)
    return new


def broken_rule(card: str, shown: str) -> str | None:
    """Which rule a card breaks on a lift that shows `shown`, printed or laid (BB-11); None if the card is right."""
    if shown == STOP:
        return None if card == GO else "BB-09"
    if card == GO:
        return "BB-10"
    if card == STOP or shown == GO:
        return None  # BB-09: Stop on anything but a Stop; BB-10: any number on a Go
    return None if abs(int(card) - int(shown)) == 1 else "BB-07"


# --- what may be done -------------------------------------------------------------------------------------------------


def _option(position: Position, name: str) -> Any:
    return position["options"].get(name, {"players": 2, "draw": "auto", "referee": "strict"}[name])


def _honour(position: Position) -> bool:
    return bool(_option(position, "referee") == "honour")


def _limit(position: Position) -> int:
    return 2 if _option(position, "players") == 4 else 3  # BB-05, BB-08


def _room_to_draw(position: Position, seat: int) -> bool:
    return len(position["hands"][seat]) < _limit(position) and bool(position["piles"][seat])  # BB-08


def _nobody_can_lay(position: Position) -> bool:
    held = [card for hand in position["hands"] for card in hand]
    return all(broken_rule(card, shown) is not None for card in held for shown in position["lifts"])


def _may_draw(position: Position, seat: int) -> bool:
    return _option(position, "draw") == "hand" and _room_to_draw(position, seat)  # BB-19


def _laid(position: Position) -> list[dict[str, Any] | None]:
    return position.get("laid") or [None] * 4


def _may_call(position: Position, seat: int, lift: int) -> bool:
    top = _laid(position)[lift]
    return _honour(position) and top is not None and top["seat"] != seat  # BB-16: any other player


def _wrong_lifts(position: Position) -> list[int]:
    """The lifts whose top card is wrong and can still be called."""
    if not _honour(position):
        return []
    tops = enumerate(zip(position["lifts"], _laid(position), strict=True))
    return [lift for lift, (card, top) in tops if top and broken_rule(card, top["on"])]


def _out_of_cards(position: Position, seat: int) -> bool:
    return not position["hands"][seat] and not position["piles"][seat]


def _claims(position: Position) -> list[int]:
    return position.get("claims") or []


def _over(position: Position) -> bool:
    """BB-17: a seat has laid all its cards and need not wait."""
    if position.get("winner") is not None:
        return True
    seats = range(len(position["hands"]))
    return any(_out_of_cards(position, seat) and seat not in _claims(position) for seat in seats)


def _something_waits(position: Position) -> bool:
    """A claim, or a dead end while a wrong card can be called."""
    return bool(_claims(position)) or (bool(_wrong_lifts(position)) and dead_end(position))


# --- what is done (these change the position they are given) ----------------------------------------------------------


def _copy(position: Position) -> Position:
    """The known fields, all of them filled in; others (`excluded`, `pending`) are left out."""
    new: Position = {
        "game": "biesti-boys",
        "options": dict(position["options"]),
        "lifts": list(position["lifts"]),
        "hands": [list(hand) for hand in position["hands"]],
        "piles": [list(pile) for pile in position["piles"]],
        "boards": [list(board) for board in position["boards"]],
    }
    if _honour(position):
        new["laid"] = [dict(top) if top else None for top in _laid(position)]
        new["false_calls"] = list(position.get("false_calls") or [0] * len(new["hands"]))
    new["winner"] = position.get("winner")
    in_line = [*_claims(position), new["winner"]]
    first = [seat for seat in range(len(new["hands"])) if _out_of_cards(new, seat) and seat not in in_line]
    new["claims"] = first + _claims(position)
    return new


def _lay(position: Position, seat: int, card: str, lift: int) -> None:
    on = position["lifts"][lift]
    position["hands"][seat].remove(card)
    position["lifts"][lift] = card
    if _honour(position):
        position["laid"][lift] = {"seat": seat, "on": on}
    if _option(position, "draw") == "auto" and _room_to_draw(position, seat):
        _draw(position, seat)  # BB-19: one card for one
    if _out_of_cards(position, seat):
        if broken_rule(card, on) is None and not position["claims"]:
            position["winner"] = seat  # BB-16: only a wrong last card has to wait
        else:
            position["claims"].append(seat)  # whoever comes later, even with right cards, stands behind


def _draw(position: Position, seat: int) -> None:
    position["hands"][seat].append(position["piles"][seat].pop(0))  # BB-08: from the top


def _fill_hands(position: Position) -> None:
    """With "auto", where a position has small hands: first the empty ones, then, while nobody can lay, the fullest."""
    seats = range(len(position["hands"]))
    for seat in seats:
        if not position["hands"][seat]:
            _fill(position, seat)
    fullest_first = sorted(seats, key=lambda seat: -len(position["hands"][seat]))
    for seat in fullest_first:
        if _nobody_can_lay(position):  # BB-13
            _fill(position, seat)


def _fill(position: Position, seat: int) -> None:
    while _room_to_draw(position, seat):
        _draw(position, seat)


def _halt(position: Position, caller: int, lift: int) -> None:
    if lift not in _wrong_lifts(position):
        position["false_calls"][caller] += 1  # that is all: the card can be called again
        return
    top = position["laid"][lift]
    position["laid"][lift] = None  # what lies beneath cannot be called any more
    owner = top["seat"]
    position["hands"][owner].append(position["lifts"][lift])  # BB-15, BB-16
    position["lifts"][lift] = top["on"]
    if owner in position["claims"]:
        position["claims"].remove(owner)


def _settle_claims(position: Position) -> None:
    """BB-16: the first in line has won once none of its wrong cards can be called any more: it leaves the line."""
    if _over(position) or not _claims(position):
        return
    first = position["claims"][0]
    if all(position["laid"][lift]["seat"] != first for lift in _wrong_lifts(position)):
        position["winner"] = position["claims"].pop(0)

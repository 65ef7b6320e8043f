"""Whether a record is true: the deal follows from what everybody had committed to, and the moves lead to the result.

Then nobody could choose the deal unless all who contributed to it, and the server, had agreed on it. A record alone
cannot prove that its lock is the one that was shown before the deal, or that your own part is in it: if you kept them,
pass them in. Nor can it prove that it is complete if it has no result, or that you were shown these cards: `tafelrunde
replay` with your seat tells what you must have seen. For names, for who really made a move, and for who looked at the
cards you have to trust the server. If it was played on one device without a server, the device has dealt: then it is
only proved that the record agrees with itself.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import tafelrunde as tr
from tafelrunde.kernel.errors import BadOption, BadPosition, IllegalMove, shown
from tafelrunde.kernel.fields import Fields, Value
from tafelrunde.kernel.match import Match
from tafelrunde.kernel.seeds import MAX_SEED
from tafelrunde.table import fair_deal
from tafelrunde.table.fair_deal import Contribution, Round, Terms

MOST = 1000
"""The longest list in a record apart from its moves."""
PLAYED = ("version", "game", "options", "seed", "moves")
"""The fields of a record that say what was played."""
ADDED = ("table", "deal", "names", "result")
"""The fields that a server adds to them."""


@dataclass(frozen=True)
class Finding:
    """What was checked, whether it holds, and the values needed to report it."""

    check: str
    holds: bool
    values: dict[str, Any] = field(default_factory=dict)
    error: BadOption | BadPosition | IllegalMove | None = None


class _Broken(Exception):
    """Stops reading a record and carries what is wrong with it."""

    def __init__(self, check: str, value: Value) -> None:
        self.finding = Finding(check, False, {"field": value.name, "value": shown(value.raw)})
        super().__init__(check)


@dataclass(frozen=True)
class _Stated:
    """What a record states besides the moves. The commitments of the server are those of the rounds, in order."""

    terms: Terms
    rounds: list[Round]
    commitments: list[str]
    seed: int
    names: list[Value]
    result: dict[str, list[int]] | None

    @property
    def digest(self) -> str:
        """The digest of the last lock."""
        return fair_deal.digest(self.rounds[-1].lock(self.terms))

    def named(self, seats: list[int]) -> str:
        """Who had these seats."""
        names = [self.names[seat].raw if seat < len(self.names) else None for seat in seats]
        return ", ".join(str(name or seat + 1) for name, seat in zip(names, seats, strict=True))


def verify(record: object, lock: str | None = None, part: str | None = None) -> list[Finding]:
    """Everything that can be checked; `lock` is the digest of the lock shown before the deal, `part` your own part."""
    try:
        stated = _read(record)
    except BadPosition as error:
        return [Finding("form", False, error=error)]
    except _Broken as broken:
        return [broken.finding]
    assert isinstance(record, dict)
    findings = [_secrets(stated), _parts(stated), _rounds(stated)]
    if lock is not None:
        findings.append(Finding("lock", lock == stated.digest, {"stated": stated.digest, "seen": shown(lock)}))
    if not stated.rounds[-1].missing:
        findings.append(_seed(stated))
    if part is not None:
        findings.append(Finding("part", part in stated.rounds[-1].parts.values(), {"part": shown(part)}))
    return findings + _played({key: record[key] for key in PLAYED}, stated)


def limits(record: object) -> list[tuple[str, dict[str, Any]]]:
    """What a true record does not prove: names of texts, with their values."""
    stated = _read(record)
    last, failed = stated.rounds[-1], [each.seat for round in stated.rounds for each in round.missing]
    names = stated.named([each.seat for each in last.contributions])
    if stated.terms.is_on_device:
        return [("device", {}), ("trusted", {})]
    found: list[tuple[str, dict[str, Any]]] = [("together" if names else "alone", {"names": names})]
    if failed:
        found.append(("repeated", {"names": stated.named(failed), "count": len(stated.rounds) - 1}))
    return [*found, ("trusted", {})]


def _secrets(stated: _Stated) -> Finding:
    """Every secret is the one that the server had committed to."""
    found = [fair_deal.secret_commitment(each.secret) for each in stated.rounds]
    wrong = [pair for pair in zip(stated.commitments, found, strict=True) if pair[0] != pair[1]]
    said, is_so = wrong[0] if wrong else (found[-1], found[-1])
    return Finding("commitment", not wrong, {"stated": said, "found": is_so})


def _parts(stated: _Stated) -> Finding:
    """Every part is the one that its person had committed to."""
    wrong = [
        each.seat
        for round in stated.rounds
        for each in round.contributions
        if each.seat in round.parts and fair_deal.part_commitment(round.parts[each.seat]) != each.commitment
    ]
    names = stated.named(wrong or [each.seat for each in stated.rounds[-1].contributions])
    return Finding("parts", not wrong, {"names": names, "count": len(stated.rounds[-1].contributions)})


def _rounds(stated: _Stated) -> Finding:
    """Only a round in which a part was missing was repeated, with everybody else, and with everything fresh."""
    everything = [each for round in stated.rounds for each in round.contributions]
    fine = not stated.rounds[-1].missing and all(each.seat < len(stated.names) for each in everything)
    fine &= _are_distinct(each.secret for each in stated.rounds)
    fine &= _are_distinct(each.commitment for each in everything)
    for before, after in pairwise(stated.rounds):
        fine &= bool(before.missing) and before.parts.keys() == {each.seat for each in after.contributions}
    return Finding("rounds", fine, {"count": len(stated.rounds) - 1})


def _are_distinct(values: Iterable[str]) -> bool:
    """Whether nothing was used twice: in whichever round, a commitment stands for a part that nobody knew yet."""
    found = list(values)
    return len(set(found)) == len(found)


def _seed(stated: _Stated) -> Finding:
    found = stated.rounds[-1].seed(stated.terms)
    values = {"stated": stated.seed, "found": found, "parts": len(stated.rounds[-1].parts)}
    return Finding("seed", found == stated.seed, values)


def _played(played: dict[str, Any], stated: _Stated) -> list[Finding]:
    """The moves, played again, and the result they lead to."""
    try:
        match = tr.replay(played)
    except (BadOption, BadPosition, IllegalMove) as error:
        return [Finding("moves", False, error=error)]
    wrong = _reworded(match, played) or ("names" if len(stated.names) != match.game.players else None)
    if wrong is not None:
        return [Finding("wording", False, {"field": wrong})]
    moves, found = Finding("moves", True, {"count": len(played["moves"])}), match.result
    if found is None:
        return [moves, Finding("end", stated.result is None)]
    return [moves, Finding("result", found == stated.result, {"stated": shown(stated.result), "found": shown(found)})]


def _reworded(match: Match, played: dict[str, Any]) -> str | None:
    """The first field not written as a server writes it: an option left out, a move in another notation."""
    written = match.record()
    return next((key for key in PLAYED if written[key] != played[key]), None)


# reading


def _read(record: object) -> _Stated:
    """What a record states. BadPosition or _Broken name the field that is wrong."""
    fields = Fields(record, "record")
    game, options = (fields.get(key) for key in ("game", "options"))
    for key in PLAYED:
        fields.get(key)
    table, names = _text(fields.get("table")), fields.get("names").items(0, MOST)
    for name in names:
        if name.raw is not None:
            _text(name)
    deal, result, seed = fields.get("deal").fields(), fields.get("result"), fields.get("seed")
    fields.done()
    rounds = deal.get("rounds").items(1, MOST)
    deal.done()
    read = [_round(value.fields(), number) for number, value in enumerate(rounds, 1)]
    return _Stated(
        terms=Terms(table, game.raw, options.raw),  # type: ignore[arg-type]  # `replay` looks at them
        rounds=[round for round, _ in read],
        commitments=[commitment for _, commitment in read],
        seed=seed.integer(0, MAX_SEED),
        names=names,
        result=None if result.raw is None else _result(result.fields()),
    )


def _round(fields: Fields, number: int) -> tuple[Round, str]:
    """A round, and what the server had committed to."""
    secret, commitment = _hex(fields.get("secret"), fair_deal.SECRET), _hex(fields.get("commitment"), fair_deal.HASH)
    found = Round(number, secret, [])
    for value in fields.get("contributors").items(0, MOST):
        each = value.fields()
        seat, part = each.get("seat"), each.get("part")
        if seat.integer(0, MOST) in (other.seat for other in found.contributions):
            raise seat.bad("too-many", value=shown(seat.raw), limit=1)
        contribution = Contribution("", seat.integer(0, MOST), _hex(each.get("commitment"), fair_deal.HASH))
        each.done()
        found.contributions.append(contribution)
        if part.raw is not None:
            found.parts[contribution.seat] = _hex(part, fair_deal.SECRET)
    fields.done()
    return found, commitment


def _result(fields: Fields) -> dict[str, list[int]]:
    found = {key: _numbers(fields.get(key)) for key in ("winners", "scores")}
    fields.done()
    return found


def _numbers(value: Value) -> list[int]:
    return [number.integer(-(2**31), 2**31) for number in value.items(0, MOST)]


def _text(value: Value) -> str:
    if not isinstance(value.raw, str):
        raise _Broken("text", value)
    return value.raw


def _hex(value: Value, form: re.Pattern[str]) -> str:
    if not form.fullmatch(_text(value)):
        raise _Broken("hex", value)
    return _text(value)

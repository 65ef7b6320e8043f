"""Whether a record is true: the deal follows from the commitment published before it, and the moves lead to the result.

A record alone cannot prove that its commitment is the one that was shown before the deal, or that it contains your own
part: if you kept them, pass them in. For names, the table's id and who really made a move you have to trust the server.
"""

import re
from dataclasses import dataclass, field
from typing import Any

import tafelrunde as tr
from tafelrunde.kernel.errors import BadOption, BadPosition, IllegalMove, shown
from tafelrunde.kernel.fields import Fields, Value
from tafelrunde.kernel.match import Match
from tafelrunde.kernel.seeds import MAX_SEED
from tafelrunde.table import fair_deal

SECRET, COMMITMENT = re.compile("[0-9a-f]{32}"), re.compile("[0-9a-f]{64}")
MOST_PARTS = 1000
"""The longest list in a record apart from its moves."""
PLAYED = ("game", "options", "seed", "moves")
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
    """What a record states besides the moves."""

    secret: str
    commitment: str
    parts: list[str]
    seed: int
    names: list[Value]
    result: dict[str, list[int]] | None


def verify(record: object, seen: str | None = None, part: str | None = None) -> list[Finding]:
    """Everything that can be checked; `seen` is the commitment shown before the deal, `part` your own part of it."""
    try:
        stated = _read(record)
    except BadPosition as error:
        return [Finding("form", False, error=error)]
    except _Broken as broken:
        return [broken.finding]
    assert isinstance(record, dict)
    findings = [_commitment(stated)]
    if seen is not None:
        findings.append(Finding("seen", seen == stated.commitment, {"stated": stated.commitment, "seen": shown(seen)}))
    findings.append(_seed(stated))
    if part is not None:
        findings.append(Finding("part", part in stated.parts, {"part": shown(part)}))
    return findings + _played({key: record[key] for key in PLAYED}, stated)


def _commitment(stated: _Stated) -> Finding:
    found = fair_deal.commitment(stated.secret)
    return Finding("commitment", found == stated.commitment, {"stated": stated.commitment, "found": found})


def _seed(stated: _Stated) -> Finding:
    found = fair_deal.seed(stated.secret, stated.parts)
    values = {"stated": stated.seed, "found": found, "parts": len(stated.parts)}
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
    for key in PLAYED:
        fields.get(key)
    _text(fields.get("table"))
    names = fields.get("names").items(0, MOST_PARTS)
    for name in names:
        if name.raw is not None:
            _text(name)
    deal, result, seed = fields.get("deal").fields(), fields.get("result"), fields.get("seed")
    fields.done()
    stated = _Stated(
        secret=_hex(deal.get("secret"), SECRET),
        commitment=_hex(deal.get("commitment"), COMMITMENT),
        parts=[_line(part) for part in deal.get("parts").items(0, MOST_PARTS)],
        seed=seed.integer(0, MAX_SEED),
        names=names,
        result=None if result.raw is None else _result(result.fields()),
    )
    deal.done()
    return stated


def _result(fields: Fields) -> dict[str, list[int]]:
    found = {key: _numbers(fields.get(key)) for key in ("winners", "scores")}
    fields.done()
    return found


def _numbers(value: Value) -> list[int]:
    return [number.integer(-(2**31), 2**31) for number in value.items(0, MOST_PARTS)]


def _text(value: Value) -> str:
    if not isinstance(value.raw, str):
        raise _Broken("text", value)
    return value.raw


def _line(value: Value) -> str:
    """A text on one line: with line breaks, two parts could pass for one."""
    if not _text(value).isprintable():
        raise _Broken("text", value)
    return _text(value)


def _hex(value: Value, form: re.Pattern[str]) -> str:
    if not form.fullmatch(_text(value)):
        raise _Broken("hex", value)
    return _text(value)

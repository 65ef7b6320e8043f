"""The log of a game that was sent: made anew from what is wanted of it, and from nothing that is not true.

The record is verified first, as anybody can; then a table is played from the start with the acts that it needs. What
was said is not sent, and would not be taken.
"""

import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

import msgspec

import tafelrunde as tr
from tafelrunde.kernel.errors import BadOption, BadPosition, IllegalMove
from tafelrunde.kernel.languages import LANGUAGES
from tafelrunde.server.refusals import TEXTS, refuse
from tafelrunde.server.sent.bodies import SentGame
from tafelrunde.table import acts, permissions, records
from tafelrunde.table.acts import AnyAct, Place, Settings
from tafelrunde.table.fair_deal import ON_DEVICE, Contribution
from tafelrunde.table.table import Table, place_count
from tafelrunde.table.verify import verify
from tafelrunde.table.wishes import Refusal

WRONG = {"result": "sent-result", "end": "sent-result", "wording": "sent-wording", "text": "sent-wording"}
"""Why a game is not taken, by what does not hold; everything else is about the deal."""
ORIGIN = re.compile(f"{ON_DEVICE}[{acts.ID_LETTERS}]{{{acts.ID_LENGTH}}}")


def rebuilt(sent: SentGame, id: str, person: str, now: float) -> Table | Refusal:
    """The table with its log, as if it had just ended there; or why the game is not taken."""
    record = msgspec.json.decode(msgspec.json.encode(sent.record))
    wrong = _wrong_kind(record) or _untrue(record) or _unfitting(sent)
    if wrong:
        return wrong
    opened = _opened(sent, record, person)
    if isinstance(opened, Refusal):
        return opened
    began = now - (sent.steps[-1][0] if sent.steps else 0) / 1000
    table = Table.replay(id, [(act, began) for act in (opened, *_dealt(record, person))])
    for (seat, move), (ms, by) in zip(record["moves"], sent.steps, strict=True):
        table.apply(acts.Moved(seat, move, by), began + ms / 1000)
    again = records.parse(records.encode(table.record()))
    return table if again == record | {"names": again["names"]} else refuse("sent-deal")


def _wrong_kind(record: dict[str, Any]) -> Refusal | None:
    """Why such a game is not taken, true or not."""
    if record["game"] not in tr.games():
        return refuse("no-game", allowed=", ".join(tr.games()))
    if not ORIGIN.fullmatch(record["table"]):
        return refuse("sent-elsewhere")
    if record["result"] is None:
        return refuse("sent-unfinished")
    most = tr.load(record["game"]).facts.most_moves
    return refuse("sent-too-long", most=most) if len(record["moves"]) > most else None


def _untrue(record: dict[str, Any]) -> Refusal | None:
    """The first thing in a record that is not true."""
    broken = next((found for found in verify(record) if not found.holds), None)
    if broken is None:
        return None
    if broken.error is not None:
        return _by_rules(broken.error)
    return refuse(WRONG.get(broken.check, "sent-deal"))


def _by_rules(error: BadOption | BadPosition | IllegalMove) -> Refusal:
    texts = {lang: TEXTS.say("refusal", "sent-rules", lang, reason=error.text(lang)) for lang in LANGUAGES}
    return Refusal("sent-rules", texts)


def _unfitting(sent: SentGame) -> Refusal | None:
    """Whether people, bots and times do not fit the record."""
    record, levels, steps = sent.record, sent.levels, sent.steps
    fits = len(levels) == len(record.names) and len(steps) == len(record.moves)
    fits = fits and all((name is None) != (level is None) for name, level in zip(record.names, levels, strict=True))
    fits = fits and all(_may_make(seat, by, levels) for (seat, _), (_, by) in zip(record.moves, steps, strict=True))
    fits = fits and all(before[0] <= after[0] for before, after in pairwise(steps))
    return None if fits and _is_of_one_device(sent) else refuse("sent-people")


def _may_make(seat: int | None, by: str, levels: list[str | None]) -> bool:
    """Whether a move of a seat can have been made by such a one."""
    if seat is None or by == "table":
        return seat is None and by == "table"
    return by != "person" or levels[seat] is None


def _is_of_one_device(sent: SentGame) -> bool:
    """A device contributes to a deal once, for a seat that a person has."""
    rounds = [each.contributors for each in sent.record.deal.rounds]
    return all(len(each) <= 1 and all(sent.levels[one.seat] is None for one in each) for each in rounds)


def _opened(sent: SentGame, record: dict[str, Any], person: str) -> acts.Created | Refusal:
    """The act that opens the table, checked like that of any new table."""
    options = {name: value for name, value in record["options"].items() if name != "players"}
    settings = Settings(record["game"], options, take_back=False)
    places = [_place(name, level, sent.name) for name, level in zip(record["names"], sent.levels, strict=True)]
    places += [Place("empty")] * (place_count(record["game"]) - len(places))
    first = record["deal"]["rounds"][0]
    commitment = next((each["commitment"] for each in first["contributors"]), "")
    opened = permissions.created(person, sent.name, settings, places, None, commitment)
    if isinstance(opened, Refusal):
        return opened
    return replace(opened, secret=first["secret"], origin=record["table"])


def _place(name: str | None, level: str | None, own: str) -> Place:
    """Who sat there."""
    if level is not None:
        return Place("bot", level=level)
    return Place("person", name=None if name == own.strip() else name)


def _dealt(record: dict[str, Any], person: str) -> list[AnyAct]:
    """The deal, round by round, and the start."""
    rounds, seats = record["deal"]["rounds"], list(range(len(record["names"])))
    found: list[AnyAct] = []
    for number, each in enumerate(rounds):
        parts = each["contributors"]
        locked = [Contribution(person, one["seat"], one["commitment"]) for one in parts]
        found.append(acts.Locked(person, seats, each["secret"], locked))
        after = rounds[number + 1]["contributors"] if number + 1 < len(rounds) else []
        fresh = after[0]["commitment"] if after else ""
        found += [acts.Revealed(person, one["part"], fresh) for one in parts if one["part"] is not None]
    return [*found, acts.Started(person)]

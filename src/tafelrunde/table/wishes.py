"""What people may ask for at a table, and how a wish is refused."""

from pathlib import Path
from typing import Any, Literal

from tafelrunde.kernel.errors import IllegalMove
from tafelrunde.kernel.languages import LANGUAGES, Texts
from tafelrunde.table.acts import Entry, Settings, Tempo
from tafelrunde.table.records import Record

TEXTS = Texts(Path(__file__).parent)
PHRASES = TEXTS.keys("phrase")


class Refusal(Record, omit_defaults=True):
    """Why a wish is refused: a code, the rule if one forbids it, and the reason in every language."""

    code: str
    texts: dict[str, str]
    rule: str | None = None
    late_ms: int | None = None


class Wish(Record, tag_field="wish"):
    """Something a person asks for."""


class Join(Wish):
    """Join the table, or ask the host to be let in, with the commitment to a random part of the deal (empty: to none);
    before the game also to change your name."""

    name: str
    commitment: str


class Leave(Wish):
    """Leave the table, or no longer wait to be let in."""


class Admit(Wish):
    """The host lets somebody in who has asked, or not."""

    person: str
    admit: bool = True


class Remove(Wish):
    """The host removes somebody for good; in a running game a bot gets the seat."""

    person: str


class HandOn(Wish, tag="host"):
    """The host makes somebody else the host."""

    person: str


class Vote(Wish):
    """Let a bot play for somebody who keeps everybody waiting, or take that back."""

    person: str
    out: bool = True


class Sit(Wish):
    """Take an open place; a person may take several, with the names of others who share the device."""

    place: int
    name: str | None = None


class Stand(Wish):
    """Give up a place."""

    place: int


class SetPlace(Wish, tag="place"):
    """The host opens a place, leaves it empty or gives it to a bot."""

    place: int
    kind: Literal["open", "bot", "empty"]
    level: str | None = None


class Seat(Wish):
    """The host gives somebody a place that is open, empty or a bot's; in a running game a bot's."""

    place: int
    person: str


class TakeOver(Wish, tag="take-over"):
    """Take a bot's place, also in a running game; only for people without a place."""

    place: int


class Fill(Wish):
    """The host gives every open place to bots."""

    level: str


class Set(Wish, tag="settings"):
    """The host changes the settings."""

    settings: Settings


class Start(Wish):
    """The host starts the game."""


class Reveal(Wish):
    """Reveal your part of the deal to the lock with this digest; with a fresh commitment for another round."""

    lock: str
    part: str
    commitment: str


class End(Wish):
    """The host ends the running game, without a result."""


class Play(Wish):
    """Make a move with one of your own seats."""

    seat: int
    move: str


class TakeBack(Wish, tag="take-back"):
    """Take back the last move of one of your own seats."""

    seat: int


class SetTempo(Wish, tag="tempo"):
    """The host changes how fast bots move, before or during the game."""

    tempo: Tempo


class SetClock(Wish, tag="clock"):
    """The host changes the time for a move, before or during the game; null: no limit."""

    move_seconds: float | None


class SetEntry(Wish, tag="entry"):
    """The host changes who may join, before or during the game."""

    entry: Entry


class Tap(Wish):
    """Let the bots that wait for a tap make their move."""


class Say(Wish):
    """Say a phrase from the list, or free text."""

    phrase: str | None = None
    text: str | None = None


class Mute(Wish):
    """Hide what somebody says, or show it again; nobody else is told."""

    person: str
    muted: bool = True


class Hush(Wish):
    """The host stops somebody from chatting, or allows it again, before or during the game."""

    person: str
    hushed: bool = True


class Rematch(Wish):
    """Play again with the same people, at a new table."""


HostWish = SetPlace | Fill | Set | Start
AnyWish = (
    Join
    | Leave
    | Sit
    | Stand
    | TakeOver
    | Admit
    | Remove
    | HandOn
    | Vote
    | Seat
    | HostWish
    | Reveal
    | End
    | Play
    | TakeBack
    | SetTempo
    | SetClock
    | SetEntry
    | Tap
    | Say
    | Mute
    | Hush
    | Rematch
)


def refuse(code: str, **values: Any) -> Refusal:
    """A refusal that does not come from a rule of the game."""
    return Refusal(code, TEXTS.say_in_all("refusal", code, **values))


def by_rule(refusal: IllegalMove) -> Refusal:
    """The rulebook's refusal of a move."""
    return Refusal("rule", {lang: refusal.text(lang) for lang in LANGUAGES}, refusal.rule)

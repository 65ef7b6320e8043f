"""Beam me up: the Python face."""

import re
from collections.abc import Sequence
from typing import Any, ClassVar

from tafelrunde.games.beam_me_up import climbing, rules
from tafelrunde.games.beam_me_up import state as beam
from tafelrunde.games.beam_me_up.facts import FACTS
from tafelrunde.kernel.fields import Fields, Option, Value, one_of
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.match import Event
from tafelrunde.kernel.targets import arrays

Parts = tuple[tuple[int, int], ...]

PHASES = ("lift", "roll", "move", "boost")
PART = re.compile(r"([1-6S])\+([1-9])")
COLUMN = beam.COLUMNS


def spoken_parts(parts: Parts) -> str:
    """Columns and steps in notation, in order; but a small straight stands before the pair that goes with it."""
    match parts:
        case ((_, 1), (beam.S, 2)):
            parts = parts[::-1]
    return " ".join(f"{COLUMN[column]}+{steps}" for column, steps in parts)


LIFT_TEXTS = ["lift " + " ".join(COLUMN[c] for c in columns) for columns in [*beam.LIFTS, beam.NEVER_LIFT]]
KEPT = [*beam.DICE[: beam.FULL], beam.NEVER_KEEP]
KEEP_TEXTS = ["keep " + (" ".join(map(str, dice)) or "-") for dice in KEPT]
UP_TEXTS = ["up " + spoken_parts(parts) for parts in beam.UPS]
TEXTS = [*LIFT_TEXTS, *KEEP_TEXTS, "stand", *UP_TEXTS, *(f"boost {column}" for column in COLUMN), "skip"]
ACTION_OF = {text: action for action, text in enumerate(TEXTS)}

# the words of machine code as numbers of Python
LANES: list[int] = beam.LANE.tolist()
ROCKETS: list[int] = beam.ROCKETS.tolist()
BLUE: list[int] = beam.BLUE.tolist()
SPACE = int(beam.SPACE)


class BeamMeUp(Game):
    """Seven stones a player race up their columns, by the pairs and straights of five dice."""

    facts = FACTS
    OPTIONS: ClassVar[Sequence[Option]] = (
        one_of("players", FACTS.players),
        one_of("starter", ("first", "random")),
        one_of("boards", ("in order", "random")),
    )
    STATE = beam.STATE
    ACTIONS = beam.ACTIONS
    MAX_MOVES = beam.MAX_MOVES
    KINDS = ("lift", "keep", "stand", "up-1", "up-2", "boost", "skip")
    NOTATION = "lift 2 5 · keep 2 2 5 · keep - · stand · up 2+1 · up 2+2 4+1 · up S+2 4+1 · boost 3 · skip"

    def fill(self, state: Any) -> None:
        state["random_starter"] = self.options["starter"] == "random"
        state["random_boards"] = self.options["boards"] == "random"

    def parse(self, text: str) -> int | None:
        word, *rest = text.split() or [""]
        if word == "up":
            return self._parse_up(rest)
        known = ACTION_OF.get(" ".join([word, *sorted(rest)]))
        if known is not None:
            return known
        if word == "lift" and 1 <= len(rest) <= len(COLUMN) and all(len(c) == 1 and c in COLUMN for c in rest):
            return beam.LIFT + beam.NEVER_LIFTED
        if word == "keep" and len(rest) == beam.DICE_COUNT and all(len(d) == 1 and d in "123456" for d in rest):
            return beam.NEVER_KEPT
        return None

    def _parse_up(self, words: list[str]) -> int | None:
        """One part or more. What dice never grant, whatever they show, is one of the NEVER actions."""
        found = [PART.fullmatch(word) for word in words]
        parts = sorted((COLUMN.index(part[1]), int(part[2])) for part in found if part)
        if not parts or len(parts) != len(words):
            return None
        if len(parts) > 2:
            return beam.UP + beam.NEVER_UP_THREE
        known = ACTION_OF.get("up " + spoken_parts(tuple(parts)))
        if known is not None:
            return known
        if len(parts) == 1:
            return beam.UP + beam.NEVER_UP + parts[0][0]
        if parts[0][0] == parts[1][0]:
            return beam.UP + beam.NEVER_UP_TWICE
        return beam.UP + beam.NEVER_UP_TWO + (parts[1][0] == beam.S)

    def write(self, action: int) -> str:
        return TEXTS[action]

    def public(self, state: Any) -> dict[str, Any]:
        """Everything lies open. `layouts[seat][row][column]` is what is drawn there, row 0 first."""
        seats = range(self.players)
        return self.position(state) | {
            "layouts": [beam.BOARDS[state["board"][at]][::-1] for at in seats],
            "in_space": [(state["stones"][at] & SPACE).bit_count() for at in seats],
            "needed": int(beam.NEEDED[self.players]),
            "jokers": [bool(state["stones"][at] & BLUE[state["board"][at]]) for at in seats],
        }

    def position(self, state: Any) -> dict[str, Any]:
        return {
            "boards": state["board"][: self.players],
            "stones": [self._rows(state, seat) for seat in range(self.players)],
            "turn": state["turn"],
            "phase": PHASES[state["phase"]],
            "throw": state["throw"],
            "dice": list(beam.DICE[state["dice"]]) or None,
            "boosts": state["boosts"],
            "starter": state["starter"],
        }

    def place(self, fields: Fields, state: Any) -> None:
        self._place_boards(fields.get("boards", list(range(self.players))), state)
        stones = fields.get("stones", [[0] * beam.STONES] * self.players)
        self._place_stones(stones, state)
        starter = fields.get("starter", 0).integer(0, self.players - 1)
        phase = fields.get("phase", PHASES[self._phase_left_out(fields)]).index(PHASES)
        first = (starter + 1) % self.players if phase == beam.LIFTING else starter
        turn = fields.get("turn", first)
        state["starter"], state["turn"], state["phase"] = starter, turn.integer(0, self.players - 1), phase
        if phase == beam.LIFTING:
            if starter == state["turn"]:
                raise turn.bad("impossible")
            self._check_lifted(stones, state)
        self._place_dice(fields, state)
        boosts = fields.get("boosts", int(phase == beam.BOOSTING and not state["winners"]))
        boosting = boosts.integer(0, beam.MOST_BOOSTS) > 0
        if not state["winners"]:  # boosts left lapse when the game is won (BM-19)
            if boosting != (phase == beam.BOOSTING):
                raise boosts.bad("impossible")
            state["boosts"] = boosts.raw

    def _phase_left_out(self, fields: Fields) -> int:
        """The start, unless something is said that is only so in a turn."""
        if not any(fields.has(key) for key in ("stones", "turn", "throw", "dice", "boosts")):
            return beam.LIFTING
        boosts = fields.get("boosts", 0).integer(0, beam.MOST_BOOSTS)
        return beam.BOOSTING if boosts else beam.ROLLING

    def _place_boards(self, value: Value, state: Any) -> None:
        """There is one of each board."""
        boards = [entry.integer(0, len(beam.BOARDS) - 1) for entry in value.items(self.players)]
        if len(set(boards)) < len(boards):
            raise value.bad("impossible")
        state["board"][: self.players] = boards

    def _place_stones(self, value: Value, state: Any) -> None:
        for seat, entry in enumerate(value.items(self.players)):
            rows = [row.integer(0, beam.TOP) for row in entry.items(beam.STONES)]
            state["stones"][seat] = sum(beam.field(column, row) for column, row in enumerate(rows))
        won = [seat for seat in range(self.players) if climbing.wins(arrays.word(state["stones"][seat]), self.players)]
        if len(won) > 1:
            raise value.bad("impossible")
        state["winners"] = sum(1 << seat for seat in won)

    def _check_lifted(self, value: Value, state: Any) -> None:
        """Who came before the one on turn has lifted, one stone or two; all other stones are at the bottom (BM-04)."""
        places = [(seat - state["starter"]) % self.players for seat in range(self.players)]
        for seat, stones in enumerate(value.items(self.players)):
            lifted = places[seat] if places[seat] < places[state["turn"]] else 0
            if sorted(self._rows(state, seat)) != [0] * (beam.STONES - lifted) + [1] * lifted:
                raise stones.bad("impossible")

    def _place_dice(self, fields: Fields, state: Any) -> None:
        """Dice and the throw that showed them belong together; after the third one no die is thrown (BM-05)."""
        dice, phase = fields.get("dice", None), state["phase"]
        if dice.raw is not None:
            numbers = tuple(sorted(entry.integer(1, 6) for entry in dice.items(beam.DICE_COUNT)))
            state["dice"] = beam.DICE_NUMBER[numbers]
        thrown = dice.raw is not None
        if (thrown and phase == beam.LIFTING) or (not thrown and phase == beam.MOVING):
            raise dice.bad("impossible")
        throw = fields.get("throw", int(thrown))
        state["throw"] = throw.integer(0, beam.THROWS)
        if thrown != (throw.raw != 0):
            raise throw.bad("impossible")
        if phase == beam.ROLLING and throw.raw == beam.THROWS:
            state["phase"] = beam.MOVING

    def report(self, before: Any, seat: int | None, action: int, after: Any) -> list[Event]:
        assert seat is not None
        if action < beam.KEEP:
            columns = [COLUMN[column] for column in beam.LIFTS[action - beam.LIFT]]
            return [Event({"type": "lifted", "seat": seat, "columns": columns})]
        if action < beam.STAND:
            return [Event({"type": "kept", "seat": seat, "dice": list(KEPT[action - beam.KEEP])})]
        if action == beam.STAND:
            return [Event({"type": "stood", "seat": seat})]
        if action == beam.SKIP:
            return [Event({"type": "skipped", "seat": seat})]
        if action >= beam.BOOST:
            column = action - beam.BOOST
            moved = [Event({"type": "boosted", "seat": seat, "column": COLUMN[column]})]
            return moved + self._rockets(before, seat, after)
        parts = spoken_parts(beam.UPS[action - beam.UP])
        moved = [Event({"type": "moved_up", "seat": seat, "up": parts, "stones": self._rows(after, seat)})]
        return moved + self._cooled(before, seat, after) + self._rockets(before, seat, after)

    def _cooled(self, before: Any, seat: int, after: Any) -> list[Event]:
        """Who had to move down, column by column (BM-12)."""
        others = [other for other in range(self.players) if other != seat]
        pairs = {other: list(zip(self._rows(before, other), self._rows(after, other), strict=True)) for other in others}
        events = []
        for column, name in enumerate(COLUMN):
            down = [other for other in others if pairs[other][column][0] != pairs[other][column][1]]
            if down:
                events.append(Event({"type": "cooled_down", "seat": seat, "column": name, "seats": down}))
        return events

    def _rockets(self, before: Any, seat: int, after: Any) -> list[Event]:
        """The stones that have just landed on a rocket (BM-15)."""
        landed = after["stones"][seat] & ~before["stones"][seat] & ROCKETS[after["board"][seat]]
        columns = [name for name, lane in zip(COLUMN, LANES, strict=True) if landed & lane]
        return [Event({"type": "rocket", "seat": seat, "column": name}) for name in columns]

    def report_step(self, before: Any, step: int, after: Any) -> list[Event]:
        seat = before["turn"]
        if step == rules.PASS:
            return [Event({"type": "passed", "seat": seat})]
        dice = list(beam.DICE[after["dice"]])
        return [Event({"type": "thrown", "seat": seat, "throw": after["throw"], "dice": dice})]

    def describe(self, view: dict[str, Any], lang: str) -> str:
        boards = [self._drawn(view, seat, lang) for seat in range(len(view["boards"]))]
        width = max(len(line) for board in boards for line in board) + 3
        lines = ["".join(part.ljust(width) for part in row).rstrip() for row in zip(*boards, strict=True)]
        space = ", ".join(map(str, beam.SPACE_ROWS))
        lines += [self.label("legend", lang), self.label("goal", lang, needed=view["needed"], space=space)]
        if view["result"] is None:
            lines.append(self.label(f"phase_{view['phase']}", lang, seat=view["turn"], boosts=view["boosts"]))
            if view["dice"]:
                lines.append(self.label("dice", lang, throw=view["throw"], dice=" ".join(map(str, view["dice"]))))
        return "\n".join(lines)

    def _drawn(self, view: dict[str, Any], seat: int, lang: str) -> list[str]:
        """One board, the top row first; a stone stands to the left of what is drawn on its field."""
        name = self.rulebook.texts.say("board", beam.NAMES[view["boards"][seat]], lang)
        rows = range(beam.TOP, -1, -1)
        return [
            self.label("board", lang, seat=seat, name=name),
            *(
                f"{row} "
                + " ".join(
                    ("●" if stone == row else " ") + thing
                    for stone, thing in zip(view["stones"][seat], view["layouts"][seat][row], strict=True)
                )
                for row in rows
            ),
            "   " + "  ".join(COLUMN),
            self.label("joker" if view["jokers"][seat] else "no_joker", lang, count=view["in_space"][seat]),
        ]

    def _rows(self, state: Any, seat: int) -> list[int]:
        stones = state["stones"][seat]
        return [(stones & lane).bit_length() - 1 - beam.ROWS * column for column, lane in enumerate(LANES)]


GAME = BeamMeUp

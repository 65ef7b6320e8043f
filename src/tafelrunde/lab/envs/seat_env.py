"""One seat of a game as an environment for Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Discrete, Space

import tafelrunde as tr
from tafelrunde.kernel.errors import BadOption
from tafelrunde.kernel.fields import Value
from tafelrunde.kernel.languages import system_language
from tafelrunde.lab.bot_game import Endless
from tafelrunde.lab.envs.course import LOSE, Course, Numbers, largest, paid, read_illegal, seed_from
from tafelrunde.lab.envs.opponents import Opponents

Told = tuple[Numbers, dict[str, Any]]


def spaces_of(game: str, **options: Any) -> tuple[Space[Numbers], Discrete[np.int64]]:
    """What can be observed and chosen in a game."""
    spec = Course.of(tr.load(game, **options).new(seed=0)).spec
    observations: Any = Box(np.zeros(spec.width, np.uint8), largest(spec), dtype=np.uint8)
    return observations, Discrete(spec.actions)


class SeatEnv(gymnasium.Env[Numbers, np.int64]):
    """A seat of a game, made by `gymnasium.make("tafelrunde:tafelrunde/Dog-v0")`. Bots play the others.

    `opponents`: a level of bots, one for each other seat, or "self": the learner plays all seats, and is paid as the
    seat that has chosen last. `seat`: which one is the learner's; None: another one by lot in each game. `illegal`: who
    chooses what is not allowed loses at once ("lose"), or something is chosen by chance ("random"). All others are
    options of the game. Raises BadOption.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        game: str,
        opponents: str | Sequence[str] | None = None,
        seat: int | None = 0,
        illegal: str = LOSE,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = tr.load(game, **options)
        self.opponents = Opponents(self.game, opponents)
        self.seat = Value(seat, "seat", BadOption).maybe(0, self.game.players - 1)
        self.illegal = read_illegal(illegal)
        self.render_mode = render_mode
        self.observation_space, self.action_space = spaces_of(game, **options)
        self._course: Course | None = None
        self._own = 0
        self._done = True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Told:
        """A new game, up to the learner's first decision."""
        super().reset(seed=seed)
        self._done = True
        while self._done:  # others may be so quick that the learner never decides
            self._course = Course.of(self.game.new(seed_from(self.np_random)))
            self._chance = Random(int(self.np_random.integers(2**63)))
            self._own = int(self.np_random.integers(self.game.players)) if self.seat is None else self.seat
            self._go_on()
            self._done = self._course.match.is_over
        return self._told()

    def step(self, action: np.int64 | int) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Make a choice; then the others play, up to the learner's next decision or the end of the game."""
        course, number = self._course, int(action)
        if course is None or self._done:
            raise ResetNeeded("The game is over, or has not begun: call reset().")
        if not course.allows(number):
            if self.illegal == LOSE:
                self._done = True
                observation, info = self._told()
                return observation, -1.0, True, False, info
            number = course.any_choice(self.np_random)
        move = course.choose(number)
        if move is not None:
            course.play(move)
            self._go_on()
        reward = paid(course.match)[self._own]
        self._done = course.match.is_over
        observation, info = self._told()
        return observation, reward, self._done, False, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What can be chosen now, as sb3-contrib asks for it."""
        course = self._course
        mask = np.zeros(int(self.action_space.n)) if course is None else course.mask(self._own)  # type: ignore[attr-defined]
        return mask.astype(np.bool_)

    def render(self) -> str | None:
        """What the learner sees, in words."""
        if self.render_mode != "ansi" or self._course is None:
            return None
        return self.game.describe(self._course.match.view(self._own), system_language())

    def _told(self) -> Told:
        """The observation, and what is told besides."""
        course = self._course
        assert course is not None
        info: dict[str, Any] = {"action_mask": course.mask(self._own), "seat": self._own}
        if course.match.result is not None:
            info["winners"] = course.match.result["winners"]
        return course.observation(self._own), info

    def _go_on(self) -> None:
        """Let the others play until the learner decides, or the game is over. Who waits is asked again after a move."""
        course = self._course
        assert course is not None
        waiting: set[int] = set()
        while not course.match.is_over:
            asked = [seat for seat in course.asked() if seat not in waiting]
            if not asked:
                self._table_moves(course)
                waiting.clear()
                continue
            seat = asked[int(self.np_random.integers(len(asked)))] if len(asked) > 1 else asked[0]
            if self.opponents.learner_plays_all:
                self._own = seat
            if seat == self._own:
                course.ask(seat)
                return
            move = self.opponents.choose(course.match, seat, self._own, self._chance)
            if move is None:
                waiting.add(seat)
            else:
                course.match.play(seat, move)
                waiting.clear()
        course.ask(None)

    @staticmethod
    def _table_moves(course: Course) -> None:
        moves = course.match.moves(None)
        if not moves:
            raise Endless(f"{course.match}: everybody waits")
        course.match.play(None, moves[0])

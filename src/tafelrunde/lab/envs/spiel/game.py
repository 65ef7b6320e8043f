"""What is registered with OpenSpiel."""

from __future__ import annotations

from typing import Any, ClassVar

import pyspiel

import tafelrunde as tr
from tafelrunde.kernel.batch.batch import encoding_of
from tafelrunde.kernel.batch.spec import Spec, spec_of
from tafelrunde.kernel.errors import BadOption
from tafelrunde.kernel.fields import Option, Value
from tafelrunde.kernel.game import Game as OurGame
from tafelrunde.lab.envs.spiel.node import DEALS, OUTCOMES, Node
from tafelrunde.lab.envs.spiel.observer import Observer
from tafelrunde.lab.envs.spiel.state import State

CUT = "max_decisions"
OWN = ("name", CUT)
"""The parameters that are no options of the game."""
BETWEEN = " "
"""Between the entries of an option that is a list, as OpenSpiel has none; with a dash it would read a number."""


class Game(pyspiel.Game):
    """A game with its options, which are OpenSpiel's parameters; what is registered is a subclass. Raises BadOption.

    After `max_decisions` the game ends with 0 for all.
    """

    NAME: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        offered = {option.name: option for option in tr.load(self.NAME).OPTIONS}
        given = {key: _read(offered.get(key), value) for key, value in (params or {}).items() if key not in OWN}
        self.tafelrunde = tr.load(self.NAME, **given)
        self.spec = _spec(self.tafelrunde)
        most = _most_decisions(self.tafelrunde)
        self.most_decisions = Value((params or {}).get(CUT, most), CUT, BadOption).integer(1, most)
        super().__init__(_type_of(self.tafelrunde, _is_zero_sum(self.tafelrunde)), self._info(), params or {})

    def new_initial_state(self) -> State:
        """Before the deal."""
        return State(self)

    def first_node(self) -> Node:
        """The root of the tree."""
        return Node(self.tafelrunde, self.most_decisions)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """Somebody who observes; OpenSpiel leaves the kind out where it wants the usual one."""
        if params:
            raise ValueError(f"there are no parameters for observers: {params}")
        return Observer(self.spec, kind or pyspiel.IIGObservationType(perfect_recall=False))

    def max_chance_nodes_in_history(self) -> int:
        """The deal, and for each decision who is quickest and what chance brings."""
        return DEALS + 2 * self.most_decisions

    def _info(self) -> pyspiel.GameInfo:
        return pyspiel.GameInfo(
            num_distinct_actions=self.spec.actions,
            max_chance_outcomes=OUTCOMES,
            num_players=self.tafelrunde.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if _is_zero_sum(self.tafelrunde) else None,
            max_game_length=self.most_decisions,
        )


def name_of(game: str) -> str:
    """What a game is called there."""
    return f"python_tafelrunde_{game.replace('-', '_')}"


def register_all() -> None:
    """Register the games that are not registered yet."""
    known = set(pyspiel.registered_names())
    for game in tr.games():
        if name_of(game) not in known:
            pyspiel.register_game(_type_of(tr.load(game), False), _class_for(game))


def _class_for(game: str) -> type[Game]:
    """OpenSpiel keeps it beyond Python's end, where anything but a class would bring the process down."""

    class Named(Game):
        NAME = game

    return Named


def _spec(game: OurGame) -> Spec:
    return spec_of(game.name, game.options, game.players, 1, encoding_of(game))


def _most_decisions(game: OurGame) -> int:
    """More than any game takes."""
    return game.facts.most_moves * len(encoding_of(game).choices)


def _is_zero_sum(game: OurGame) -> bool:
    return game.players == 2 or bool(game.facts.sides)


def _has_secrets(game: OurGame) -> bool:
    """Whether seats see different things."""
    return type(game).private is not OurGame.private


def _type_of(game: OurGame, zero_sum: bool) -> pyspiel.GameType:
    kinds = pyspiel.GameType
    information, utility = kinds.Information, kinds.Utility
    return kinds(
        short_name=name_of(game.name),
        long_name=f"Tafelrunde: {game.name}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if _has_secrets(game) else information.PERFECT_INFORMATION,
        utility=utility.ZERO_SUM if zero_sum else utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(game.facts.players),
        min_num_players=min(game.facts.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={option.name: _written(option.default) for option in game.OPTIONS}
        | {CUT: _most_decisions(game)},
    )


def _written(value: Any) -> Any:
    """A value of an option as a parameter."""
    return BETWEEN.join(map(str, value)) if isinstance(value, list | tuple) else value


def _read(option: Option | None, value: Any) -> Any:
    """A parameter as the value of an option."""
    if option is not None and isinstance(option.default, list | tuple) and isinstance(value, str):
        return [int(entry) if entry.isdecimal() else entry for entry in value.split(BETWEEN)]
    return value

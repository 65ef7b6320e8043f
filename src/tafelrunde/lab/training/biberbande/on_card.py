"""Biberbande: the games of the training on a graphics card; nothing but what has ended leaves its memory."""

from functools import cache
from typing import Any

import numpy as np

from tafelrunde.games.biberbande.game import Biberbande
from tafelrunde.kernel.targets.gpu.build import ptx
from tafelrunde.kernel.targets.gpu.cuda import Cuda
from tafelrunde.lab.training.biberbande import card_kernels
from tafelrunde.lab.training.biberbande.games import A_MATCH, NOTHING, TABLE, Games
from tafelrunde.lab.training.biberbande.opponents import MOST_MOVES

FOLDERS = ("kernel", "games/biberbande", "bots/biberbande", "lab/training", "lab/training/biberbande")


@cache
def card() -> Cuda:
    """The card with the kernels."""
    return Cuda(Biberbande(), ptx(Biberbande(), FOLDERS, card_kernels.kernels))


class CardGames(Games):
    """Games at many tables, whose arrays are the card's; a thread of it for each table."""

    def __init__(
        self, players: Any, kinds: Any, width: int, actions: int, seed: int, match_value: Any, on: Any = None
    ) -> None:
        self._card = on or card()
        super().__init__(players, kinds, width, actions, seed, match_value)

    def _begin(self) -> None:
        super()._begin()
        for name in ("facts", "legal", "branches", "ended"):
            setattr(self, name, self._card.put(getattr(self, name)))
        records = (self.states, self.blanks, self.memories, self.tables)
        self._records = tuple(map(self._card.put_records, records))
        after = (self._card.put_records(each) for each in (self.states, self.memories, self.tables))
        options, counts = ((len(self.tables), MOST_MOVES), np.int32), ((len(self.tables),), np.int64)
        self._after = (*after, self._card.zeros(*options), self._card.zeros(*counts))
        self._numbers = self._card.put(np.arange(len(self.tables)))

    def start(self, chosen: Any, every: bool = True) -> None:
        """Play on as was chosen."""
        card, chosen = self._card, self._card.put(chosen)
        of_table, of_option = (each.copy() for each in self.legal.nonzero()) if every else (self._numbers, chosen)
        self._make_room(len(of_table) if every else 0)
        states, _, memories, tables = self._records
        values = [card.put(array) for array in self.match_value.arrays]
        told = of_table, of_option, chosen, np.int32(every), self.branches, self.ended
        card.run("tries", len(of_table), states, memories, tables, *values, *told, *self._after)
        card.run("go", len(tables), *self._records, *values, *self._after, self.facts, self.legal)

    def _zeros(self, shape: tuple[int, int], kind: Any) -> Any:
        rows, columns = shape
        return self._card.zeros((columns, rows), kind).T

    def wait(self) -> None:
        """Whoever reads what the card has written waits by itself."""

    def _column(self, name: str) -> Any:
        """A field of all tables, as the card has it."""
        fields: Any = TABLE.fields
        kind, place = fields[name][:2]
        return self._records[3].bytes[:, place : place + kind.itemsize].copy().view(kind.base)

    def count_rounds(self) -> None:
        """Count the rounds that ended with the last decision."""
        ended = self._column("over")[:, 0] != NOTHING
        told = self._card.get(self._records[3].bytes[ended])
        self.match_value.count(told.view(TABLE)[:, 0])

    def notes(self) -> Any:
        """The same as everywhere, as arrays of the card's."""
        acts, viewpoint, over, won = (self._column(name)[:, 0] for name in ("acts", "viewpoint", "over", "won"))
        return acts != viewpoint, over != NOTHING, won

    def ended_matches(self) -> Any:
        """At which tables a match is over."""
        return self._card.get(self._column("over")[:, 0]) == A_MATCH

    def shares(self) -> Any:
        """The learning player's shares of the matches that are over."""
        return self._card.get(self._column("share")[:, 0])

"""Complete random games on a graphics card: the same as `kernel/targets/playouts.py` plays."""

from typing import Any

import numpy as np
import numpy.typing as npt

from tafelrunde.kernel.game import Game
from tafelrunde.kernel.targets.gpu.cuda import Cuda
from tafelrunde.kernel.targets.gpu.kernels import SEATS
from tafelrunde.kernel.targets.playouts import Playouts

GAMES_AT_ONCE = 1 << 24
"""So many are played before anybody looks again, so that Ctrl-C works, and the card's memory is enough."""


def play(
    game: Game, games: int, seed: int, kinds: bool, first: int, finals: bool = False, card: Any = None
) -> tuple[Playouts, npt.NDArray[np.uint8]]:
    """Complete random games, numbered from `first`; with `finals` also the bytes of their last states."""
    card = card or Cuda(game)
    longs = {name: card.zeros((size,), np.int64) for name, size in (("wins", SEATS), ("totals", SEATS))}
    counts = card.zeros((len(game.KINDS) if kinds else 0,), np.int64)
    options, lengths, ended, seconds = card.put_records(game.blank()), [], [], 0.0
    for begin in range(first, first + games, GAMES_AT_ONCE):
        count = min(GAMES_AT_ONCE, first + games - begin)
        taken, here = card.put(np.zeros(1, np.int64)), card.zeros((count,), np.int32)
        last = card.put_records(np.zeros(count if finals else 0, game.STATE))
        began = card.clock()
        arguments = (options, taken, np.uint64(seed), np.int64(begin), here, last, *longs.values(), counts)
        card.run("random_games", count, *arguments)
        seconds += card.seconds(began, card.clock())
        lengths.append(card.get(here).astype(np.int64))
        ended.append(card.get(last.bytes))
    whole = np.concatenate(lengths)
    numbers = {name: card.get(array).tolist()[: game.players] for name, array in longs.items()}
    played = Playouts(
        games=games,
        decisions=int(whole.sum()),
        seconds=seconds,
        wins=numbers["wins"],
        scores=[total / games for total in numbers["totals"]],
        lengths=whole,
        kinds=dict(zip(game.KINDS, card.get(counts).tolist(), strict=True)) if kinds else {},
    )
    return played, np.concatenate(ended)

"""Learning from self-play on a graphics card: a hundred times as many games as on a processor, in less time.

A kernel `play_on` goes on in many games side by side; whenever one ends, its positions become samples, with what they
were worth. The network is corrected once for thousands of them, by Adam, and a running average of the weights is kept.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

SIDE_BY_SIDE = 1 << 15
POSITIONS = 1 << 22
"""What is learned from in an iteration, at most."""
STEPS = 128
"""Corrections in an iteration, each by as many positions."""
FIRST_RATE, LAST_RATE = 3e-3, 2e-5
AVERAGING = 0.98
"""What is left of older weights in the average, as soon as there are enough of them."""
REPORTS = 10
"""Iterations between two reports."""
BETWEEN = -1
"""In place of the number of moves: the next game has not begun."""
GAMES, MOVES = range(2)
"""What is counted."""

Arrays = tuple[Any, ...]


class SelfPlay:
    """Games that go on side by side: their states, what is kept beside them, and samples."""

    def __init__(self, card: Any, options: Any, count: int, beside: Arrays, samples: Arrays) -> None:
        self._card, self._count, self._beside, self._samples = card, count, beside, samples
        self._options, self._states = card.put_records(options), card.put_records(np.repeat(options, count))
        self._played = card.zeros((2,), np.int64)

    def play(self, turns: int, *how: Any) -> Arrays:
        """Go on for so many turns; returns features, their numbers and the worth of positions to learn from."""
        *whole, kept = self._samples
        kept[:] = 0
        given = (np.int64(turns), self._options, self._states, *self._beside, *how, *self._samples, self._played)
        self._card.run("play_on", self._count, *given)
        count = min(int(kept[0]), len(whole[0]))
        return tuple(each[:count] for each in whole)

    @property
    def played(self) -> tuple[int, int]:
        """Games that have ended, and their moves."""
        counts = self._card.get(self._played)
        return int(counts[GAMES]), int(counts[MOVES])


def samples(positions: int, features: int, zeros: Any) -> Arrays:
    """Arrays for positions to learn from: features, how many there are, what it was worth; and how many positions."""
    kinds = (((positions, features), np.int16), (positions, np.uint8), (positions, np.float32), (1, np.int64))
    return tuple(zeros(shape, kind) for shape, kind in kinds)


class Learner:
    """A network that learns by Adam, with arrays of NumPy or of CuPy (`xp`).

    It has one hidden layer, with a row for each feature: `net` is rows, bias, weights of the output, and its bias.
    """

    def __init__(self, net: Arrays, xp: Any) -> None:
        self.net, self._xp, self._steps, self._averaged = net, xp, 0, 0
        self._means = [(xp.zeros_like(part), xp.zeros_like(part)) for part in net]
        self.kept = tuple(part.copy() for part in net)

    def learn(self, batch: Arrays, rate: float, together: int) -> float:
        """Learn from positions once, in random order; returns the mean log loss."""
        order, loss = self._xp.argsort(self._xp.random.random(len(batch[0]))), self._xp.zeros(())
        for at in range(0, len(order), together):
            rows = order[at : at + together]
            found, slopes = self.slopes(*(part[rows] for part in batch))
            loss += found * len(rows)
            self._correct(slopes, rate)
        self._averaged += 1
        for kept, new in zip(self.kept, self.net, strict=True):
            kept += max(1 - AVERAGING, 1 / self._averaged) * (new - kept)
        return float(loss) / max(len(order), 1)

    def slopes(self, features: Any, counts: Any, targets: Any) -> tuple[Any, Arrays]:
        """The mean log loss of some positions, and how it changes with each weight."""
        xp, (rows, bias, out, out_bias) = self._xp, self.net
        present = xp.zeros((len(targets), len(rows) + 1), np.float32)
        columns = xp.where(xp.arange(features.shape[1]) < counts[:, None], features, len(rows)).astype(np.int64)
        xp.add.at(present, (xp.arange(len(targets))[:, None], columns), np.float32(1))
        present = present[:, :-1]
        hidden = xp.maximum(present @ rows + bias, 0)
        guess = 1 / (1 + xp.exp(-(hidden @ out + out_bias)))
        loss = -(targets * xp.log(guess + 1e-9) + (1 - targets) * xp.log(1 - guess + 1e-9)).mean()
        error = (guess - targets) / len(targets)
        back = error[:, None] * out * (hidden > 0)
        return loss, (present.T @ back, back.sum(0), hidden.T @ error, error.sum(keepdims=True))

    def _correct(self, slopes: Arrays, rate: float) -> None:
        self._steps += 1
        first, second = 0.9, 0.999
        size = rate * float((1 - second**self._steps) ** 0.5 / (1 - first**self._steps))
        for part, slope, (mean, square) in zip(self.net, slopes, self._means, strict=True):
            mean += (1 - first) * (slope - mean)
            square += (1 - second) * (slope * slope - square)
            part -= (size * mean / (square**0.5 + 1e-8)).astype(np.float32)


def learn(
    table: SelfPlay, play: Callable[[int, Arrays], Arrays], learner: Learner, games: int, minutes: float | None
) -> Iterator[str]:
    """Play and learn, in smaller and smaller steps, for so many games or minutes; a line on progress now and then."""
    part, number, began = 0.0, 0, time.monotonic()
    while part < 1:
        batch = play(number, learner.net)
        rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** part
        loss = learner.learn(batch, rate, max(len(batch[0]) // STEPS, 1))
        ended, moves = table.played
        part, number = (time.monotonic() - began) / 60 / minutes if minutes else ended / games, number + 1
        if number % REPORTS == 0 or part >= 1:
            yield f"{ended} games, {moves / max(ended, 1):.0f} moves each, {len(batch[0])} positions, loss {loss:.4f}"

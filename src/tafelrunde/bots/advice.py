"""What a player who thinks ahead can tell: how good each move is."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Advice:
    """A move, how likely the seat (or its side) wins with it, and how often the player would choose it."""

    move: str
    win: float
    share: float


@dataclass(frozen=True)
class Budget:
    """How long to think: so many simulations, which gives the same answer everywhere, and at most so many seconds."""

    simulations: int
    seconds: float | None = None

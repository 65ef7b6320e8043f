"""One game between bots, in turn or by the clock."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from tafelrunde.bots import Bot, Seat
from tafelrunde.kernel.match import Match

MOST_MOVES = 100_000
RACING = ("biesti-boys",)
"""Games in which whoever is quickest acts."""
EQUAL_SPEED = (0.9, 1.2)
"""Seconds to react for all alike, if speed is not to count."""
NEW_BOARD_PAUSE = 1.5
CALL_WINDOW = 3.0
"""Seconds as at a table: moves wait after a new board, and a win stands if nobody calls."""
TABLE = -1
"""Whose plan the end of the call window is."""


class Endless(RuntimeError):
    """A game between bots that does not end."""


@dataclass
class Player:
    """A bot at a seat, with its own chance, and how long it thought each time."""

    bot: Bot
    chance: Random
    seconds: list[float] = field(default_factory=list)

    def choose(self, seat: Seat) -> str | None:
        """What the bot does."""
        began = time.perf_counter()
        move = self.bot.choose(seat, self.chance)
        self.seconds.append(time.perf_counter() - began)
        return move


@dataclass(frozen=True)
class Plan:
    """What somebody will do, and when."""

    at: float
    move: str


def play(match: Match, players: Sequence[Player], equal_speed: bool = False) -> None:
    """Play a game to its end, one player a seat."""
    if match.game.name in RACING:
        Race(match, players, equal_speed).run()
    else:
        take_turns(match, players)


def take_turns(match: Match, players: Sequence[Player]) -> None:
    """Nobody has to hurry; who acts at the same time as others does not see what they do."""
    for _ in range(MOST_MOVES):
        actors = match.actors()
        if not actors:
            return
        seat = actors[0]
        match.play(seat, players[seat].choose(Seat.of(match, seat)) or "")
    raise Endless(f"{match}: no end")


class Race:
    """A game by the clock, as a table holds it: each bot has a move in mind, and makes it when its pause is over."""

    def __init__(self, match: Match, players: Sequence[Player], equal_speed: bool) -> None:
        self.match, self.players, self.equal_speed = match, players, equal_speed
        self.now = self.opens = 0.0
        self.plans: dict[int, Plan] = {}

    def run(self) -> None:
        """Until the game is over."""
        for _ in range(MOST_MOVES):
            if not self.match.actors():
                return
            self._make_plans()
            if not self.plans:
                raise Endless(f"{self.match}: everybody waits")
            who = min(self.plans, key=lambda seat: (self.plans[seat].at, seat))
            self._carry_out(who, self.plans.pop(who))
        raise Endless(f"{self.match}: no end")

    def _make_plans(self) -> None:
        actors, claims = self.match.actors(), self.match.moves(None)
        kept = (*actors, TABLE) if claims else actors
        self.plans = {who: plan for who, plan in self.plans.items() if who in kept and plan.at >= self.opens}
        if claims and TABLE not in self.plans:
            self.plans[TABLE] = Plan(self.now + CALL_WINDOW, claims[0])
        for seat in actors:
            if seat not in self.plans:
                self._plan(seat)

    def _plan(self, at: int) -> None:
        """Have a move in mind; without a sensible one, wait until something changes."""
        seat, player = Seat.of(self.match, at), self.players[at]
        move = player.choose(seat) if seat.moves else None
        if move is not None:
            self.plans[at] = Plan(max(self.now, self.opens) + self._pause(seat, player), move)

    def _pause(self, seat: Seat, player: Player) -> float:
        return player.chance.uniform(*EQUAL_SPEED) if self.equal_speed else player.bot.pause(seat, player.chance)

    def _carry_out(self, who: int, plan: Plan) -> None:
        """Make the planned move if it is still right; who thinks again has lost the time."""
        self.now = plan.at
        before = self.match.event_count
        if who == TABLE:
            self.match.play(None, plan.move)
        else:
            seat = Seat.of(self.match, who)
            seat.moves = [move for move in seat.moves if move == plan.move]
            move = self.players[who].bot.choose(seat, self.players[who].chance) if seat.moves else None
            if move is None:
                self._plan(who)
                return
            self.match.play(who, move)
        if any(event["type"] == "new_board" for event in self.match.events(before)):
            self.opens = self.now + NEW_BOARD_PAUSE

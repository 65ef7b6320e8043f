"""One game between bots, in turn or in real time."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from tafelrunde.bots import Bot, Seat
from tafelrunde.bots.player import EQUAL_SPEED
from tafelrunde.kernel.match import TABLE, Match

MOST_MOVES = 100_000


class Endless(RuntimeError):
    """A game between bots that does not end."""


@dataclass
class SeatedBot:
    """A bot at a seat, with random numbers of its own, and how long it thought each time."""

    bot: Bot
    chance: Random
    seconds: list[float] = field(default_factory=list)

    def choose(self, seat: Seat) -> str | None:
        """The bot's move; None if it waits."""
        began = time.perf_counter()
        move = self.bot.choose(seat, self.chance)
        self.seconds.append(time.perf_counter() - began)
        return move


@dataclass(frozen=True)
class Plan:
    """A move that somebody will make, and when."""

    at: float
    move: str


def play(match: Match, players: Sequence[SeatedBot], equal_speed: bool = False) -> float:
    """Play a game to its end, with a bot on every seat; how many seconds it took by the clock of a race, else 0."""
    if match.game.facts.simultaneous:
        race = RealTimeGame(match, players, equal_speed)
        race.run()
        return race.now
    take_turns(match, players)
    return 0.0


def take_turns(match: Match, players: Sequence[SeatedBot]) -> None:
    """Nobody has to hurry; those who act at the same time do not see what the others do."""
    for _ in range(MOST_MOVES):
        actors = match.actors()
        if not actors:
            return
        seat = actors[0]
        match.play(seat, players[seat].choose(Seat.of(match, seat)) or "")
    raise Endless(f"{match}: no end")


class RealTimeGame:
    """A game in which the quickest acts, timed as at a table: each bot plans a move and makes it after its pause."""

    def __init__(self, match: Match, players: Sequence[SeatedBot], equal_speed: bool) -> None:
        self.match, self.players, self.equal_speed = match, players, equal_speed
        self.now = self.opens = 0.0
        self.plans: dict[int, Plan] = {}

    def run(self) -> None:
        """Play until the game is over."""
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
        actors, table_moves = self.match.actors(), self.match.moves(None)
        kept = (*actors, TABLE) if table_moves else actors
        self.plans = {who: plan for who, plan in self.plans.items() if who in kept and plan.at >= self.opens}
        if table_moves and TABLE not in self.plans:
            self.plans[TABLE] = Plan(self.now + self.match.game.facts.table_move_seconds, table_moves[0])
        for seat in actors:
            if seat not in self.plans:
                self._plan(seat)

    def _plan(self, at: int) -> None:
        """Plan a move; without a sensible one, wait until something changes."""
        seat, player = Seat.of(self.match, at), self.players[at]
        move = player.choose(seat) if seat.moves else None
        if move is not None:
            self.plans[at] = Plan(max(self.now, self.opens) + self._pause(seat, player), move)

    def _pause(self, seat: Seat, player: SeatedBot) -> float:
        return player.chance.uniform(*EQUAL_SPEED) if self.equal_speed else player.bot.pause(seat, player.chance)

    def _carry_out(self, who: int, plan: Plan) -> None:
        """Make the planned move if it is still possible; whoever has to plan again has lost that time."""
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
        pauses = self.match.game.facts.pauses
        for event in self.match.events(before):
            if event["type"] in pauses:
                self.opens = self.now + pauses[event["type"]]

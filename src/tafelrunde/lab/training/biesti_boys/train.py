"""Biesti Boys: learn from millions of games in real time against itself and the simple players.

    python -m tafelrunde.lab.training.biesti_boys.train

needs PyTorch. A critic that sees all cards, and what everybody is about to lay, learns how likely a position is won. At
many decisions every card is tried with the same cards and clocks, and the critic rates where each leads a few cards
later; the player learns to predict that from what its seat can see. There is a network for each number of players. The
weights go to `bots/biesti_boys/weights.npz`.
"""

import argparse
import copy
import importlib
import time
from pathlib import Path
from typing import Any

import numpy as np

from tafelrunde.bots.biesti_boys.features import SIZE
from tafelrunde.bots.biesti_boys.network import BETTER, POSITION, STEP, WEIGHTS
from tafelrunde.lab.training.biesti_boys.critic_features import width
from tafelrunde.lab.training.biesti_boys.games import Games, mind_of, strength
from tafelrunde.lab.training.biesti_boys.opponents import ITSELF, OPPONENTS
from tafelrunde.lab.training.network import Network, between, save, weights

torch: Any = importlib.import_module("torch")
nn: Any = torch.nn

SHARES = {"itself": 0.55, "greedy": 0.2, "random": 0.1, "sight": 0.15}
"""Who sits beside a learning player."""
ITERATIONS = {2: 600, 3: 120, 4: 120}
DEPTH = {2: 3, 3: 4, 4: 5}
"""By the number of players: iterations, and how many cards after a decision the critic is asked."""
TABLES, CARDS, ROWS = 1024, 32, 50_000
"""Games side by side, cards laid at each of them in an iteration, and the most cards that are tried."""
EXAMINED = 0.5
"""The share of decisions in which all cards are tried."""
HIDDEN, CRITIC = 128, (128, 64)
FIRST_RATE, LAST_RATE = 2e-3, 3e-5
FIRST_HEAT, LAST_HEAT = 0.4, 0.05
"""By how many steps a card must be better to be chosen e times as often."""
TRACE = 0.95
"""How much a position learns from what came later rather than from the critic's next estimate."""
BATCH, DECISIONS = 2048, 1024
AVERAGING = 0.98
"""The weights that are kept are a running average."""
STEP_WEIGHT = 0.01
"""The weight of a step squared beside the value of a position."""
WARM_UP = 20
"""Iterations for the critic alone."""


class Trainer:
    """The player for a number of players, its critic and their games."""

    def __init__(self, players, seed):
        torch.manual_seed(seed)
        self.players = players
        self.player, self.critic = Network(SIZE, (HIDDEN,), 2), Network(width(players), CRITIC, 1)
        self.kept = copy.deepcopy(self.player)
        learned = [*self.player.parameters(), *self.critic.parameters()]
        self.optimizer = torch.optim.Adam(learned, lr=FIRST_RATE, eps=1e-5)
        self.games = Games(players, lineups(players, TABLES, seed), seed, CARDS, ROWS, HIDDEN)

    def iterate(self, heat, examined):
        """Play and learn; returns the errors of critic and player."""
        decisions = self.games.play(mind_of(weights(self.player)), heat, examined, DEPTH[self.players])
        error = self.train_critic()
        return [error, *self.train_player(decisions)] if decisions else [error]

    def rated(self, facts):
        """How likely the seat wins, in the eyes of the critic (a logit)."""
        return self.critic(torch.from_numpy(facts)).squeeze(-1)

    def train_critic(self):
        games, size = self.games, width(self.players)
        with torch.no_grad():
            values = self.rated(games.critic_facts).sigmoid()
            returns = look_back(values, torch.from_numpy(games.over), torch.from_numpy(games.won)).flatten()
        facts, losses = torch.from_numpy(games.critic_facts[:-1].reshape(-1, size)), []
        for rows in torch.randperm(len(facts)).split(BATCH):
            losses.append(binary(self.critic(facts[rows]).squeeze(-1), returns[rows]))
            self.improve(losses[-1], self.critic)
        return torch.stack(losses).mean().item()

    def train_player(self, decisions):
        games, counts = self.games, torch.from_numpy(self.games.counts[:decisions])
        starts, rows = counts.cumsum(0) - counts, int(counts.sum())
        ended = torch.from_numpy(games.ended[:rows])
        with torch.no_grad():
            worth = torch.where(ended >= 0, ended, self.rated(games.ends[:rows]).sigmoid())
        seen, noted = torch.from_numpy(games.seen[:rows]), []
        for part in torch.randperm(decisions).split(DECISIONS):
            count = counts[part]
            which = torch.repeat_interleave(torch.arange(len(part)), count)
            at = torch.arange(len(which)) - (count.cumsum(0) - count - starts[part])[which]
            noted.append(self.compare(seen[at], worth[at], which, count))
        with torch.no_grad():
            for kept, new in zip(self.kept.parameters(), self.player.parameters(), strict=True):
                kept.lerp_(new, 1 - AVERAGING)
        return np.mean(noted, 0).tolist()

    def compare(self, seen, worth, which, count):
        """Decisions with several cards show which is better, single rows what the position is worth."""
        found, alone = self.player(seen), (count == 1)[which]
        better, wanted = centered(found[:, BETTER], which, count), centered(worth / STEP, which, count)
        several = (count > 1).sum().clamp(min=1)
        missed = (better - wanted).square().sum() / several
        honest = binary(found[alone, POSITION], worth[alone]) if alone.any() else torch.zeros(())
        self.improve(STEP_WEIGHT * missed + honest, self.player)
        return missed.item(), wanted.square().sum().item() / several.item(), honest.item()

    def improve(self, loss, network):
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        self.optimizer.step()


binary = nn.functional.binary_cross_entropy_with_logits


def lineups(players, count, seed):
    """Who sits where; at every table there is one learning player."""
    chances = [SHARES[name] for name in OPPONENTS]
    kinds = np.random.default_rng(seed).choice(len(OPPONENTS), (count, players), p=chances)
    kinds[np.arange(count), np.arange(count) % players] = ITSELF
    return kinds


def centered(values, which, count):
    """Values minus the mean of their decision."""
    return values - (torch.zeros(len(count)).index_add(0, which, values) / count)[which]


def look_back(values, over, won):
    """From the end: what each position was worth, by the outcome and the critic's estimates on the way."""
    returns, ahead = torch.empty_like(values[:-1]), values[-1]
    for step in range(len(returns) - 1, -1, -1):
        returns[step] = torch.where(over[step] > 0, won[step], ahead)
        ahead = (1 - TRACE) * values[step] + TRACE * returns[step]
    return returns


def train(players, iterations, seed, every, path):
    """Learn for so many players, report progress, and save the weights."""
    trainer, began, notes = Trainer(players, seed), time.monotonic(), []
    for _ in range(WARM_UP):
        trainer.iterate(FIRST_HEAT, 0.0)
    for number in range(iterations):
        for group in trainer.optimizer.param_groups:
            group["lr"] = between(FIRST_RATE, LAST_RATE, number / iterations)
        notes.append(trainer.iterate(between(FIRST_HEAT, LAST_HEAT, number / iterations), EXAMINED))
        if number % every == every - 1:
            noted, notes = np.round(np.mean(notes, 0), 4).tolist(), []
            wins = strength(players, mind_of(weights(trainer.kept)), 4000)
            print(players, number + 1, f"{time.monotonic() - began:.0f} s", noted, wins, flush=True)
    save(path, players, trainer.kept)


def main() -> None:
    """Learn for two, three and four players."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--players", type=int, nargs="*", default=list(ITERATIONS))
    asked.add_argument("--iterations", type=int, help="instead of the default for that many players")
    asked.add_argument("--every", type=int, default=50, help="iterations between two measurements")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--out", type=Path, default=WEIGHTS)
    given = asked.parse_args()
    torch.set_num_threads(1)
    for players in given.players:
        train(players, given.iterations or ITERATIONS[players], given.seed, given.every, given.out)


if __name__ == "__main__":
    main()

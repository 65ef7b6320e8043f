"""Biesti Boys: learn from millions of games by the clock against oneself and the simple players.

    python -m tafelrunde.lab.training.biesti_boys.train

needs PyTorch. A judge who sees all cards, and what everybody has in mind, learns how likely a position is won. At many
decisions every card is tried on the same cards and by the same clocks, and the judge says what each leads to a few
cards later; the player learns what that comes to, by what its seat can see. There is a network for each number of
players. The weights go to `bots/biesti_boys/weights.npz`.
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
from tafelrunde.lab.training.biesti_boys.games import Games, mind_of, strength
from tafelrunde.lab.training.biesti_boys.judge import width
from tafelrunde.lab.training.biesti_boys.opponents import ITSELF, OPPONENTS
from tafelrunde.lab.training.network import Network

torch: Any = importlib.import_module("torch")
nn: Any = torch.nn

SHARES = {"itself": 0.55, "greedy": 0.2, "random": 0.1, "sight": 0.15}
"""Who sits beside a player that learns."""
LESSONS = {2: 600, 3: 120, 4: 120}
DEEP = {2: 3, 3: 4, 4: 5}
"""By the number of players: lessons, and how many cards after a decision the judge is asked."""
TABLES, CARDS, ROWS = 1024, 32, 50_000
"""Games side by side, cards laid at each of them in a lesson, and the most cards that are tried."""
LOOKED_INTO = 0.5
"""Share of the decisions in which all cards are tried."""
HIDDEN, JUDGE = 128, (128, 64)
RATE, SLOW = 2e-3, 3e-5
HOT, COOL = 0.4, 0.05
"""At first and at last: how quickly it learns, and by how many steps a card is better that is e times as frequent."""
MEMORY = 0.95
"""How much a position learns from what came later rather than from what the judge said next."""
BATCH, DECISIONS = 2048, 1024
KEPT = 0.98
"""The player that is kept is a mean of the last ones."""
LESS = 0.01
"""What a step squared counts beside what a position is worth."""
AT_FIRST = 20
"""Lessons for the judge alone."""


class School:
    """The player for a number of players, its judge and their games."""

    def __init__(self, players, seed):
        torch.manual_seed(seed)
        self.players = players
        self.player, self.judge = Network(SIZE, (HIDDEN,), 2), Network(width(players), JUDGE, 1)
        self.kept = copy.deepcopy(self.player)
        self.optimizer = torch.optim.Adam([*self.player.parameters(), *self.judge.parameters()], lr=RATE, eps=1e-5)
        self.games = Games(players, lineups(players, TABLES, seed), seed, CARDS, ROWS, HIDDEN)

    def lesson(self, heat, looked_into):
        """Play and learn; returns by how much judge and player err."""
        decisions = self.games.play(mind_of(weights(self.player)), heat, looked_into, DEEP[self.players])
        judged = self.learn_to_judge()
        return [judged, *self.learn_to_play(decisions)] if decisions else [judged]

    def judged(self, facts):
        return self.judge(torch.from_numpy(facts)).squeeze(-1)

    def learn_to_judge(self):
        games, size = self.games, width(self.players)
        with torch.no_grad():
            values = self.judged(games.judged).sigmoid()
            returns = look_back(values, torch.from_numpy(games.over), torch.from_numpy(games.won)).flatten()
        facts, losses = torch.from_numpy(games.judged[:-1].reshape(-1, size)), []
        for rows in torch.randperm(len(facts)).split(BATCH):
            losses.append(binary(self.judge(facts[rows]).squeeze(-1), returns[rows]))
            self.improve(losses[-1], self.judge)
        return torch.stack(losses).mean().item()

    def learn_to_play(self, decisions):
        games, counts = self.games, torch.from_numpy(self.games.counts[:decisions])
        starts, rows = counts.cumsum(0) - counts, int(counts.sum())
        ended = torch.from_numpy(games.ended[:rows])
        with torch.no_grad():
            worth = torch.where(ended >= 0, ended, self.judged(games.ends[:rows]).sigmoid())
        seen, noted = torch.from_numpy(games.seen[:rows]), []
        for part in torch.randperm(decisions).split(DECISIONS):
            count = counts[part]
            which = torch.repeat_interleave(torch.arange(len(part)), count)
            at = torch.arange(len(which)) - (count.cumsum(0) - count - starts[part])[which]
            noted.append(self.compare(seen[at], worth[at], which, count))
        with torch.no_grad():
            for kept, new in zip(self.kept.parameters(), self.player.parameters(), strict=True):
                kept.lerp_(new, 1 - KEPT)
        return np.mean(noted, 0).tolist()

    def compare(self, seen, worth, which, count):
        """Decisions with several cards tell what is better, those with none what the position is worth."""
        found, alone = self.player(seen), (count == 1)[which]
        better, wanted = centered(found[:, BETTER], which, count), centered(worth / STEP, which, count)
        several = (count > 1).sum().clamp(min=1)
        missed = (better - wanted).square().sum() / several
        honest = binary(found[alone, POSITION], worth[alone]) if alone.any() else torch.zeros(())
        self.improve(LESS * missed + honest, self.player)
        return missed.item(), wanted.square().sum().item() / several.item(), honest.item()

    def improve(self, loss, network):
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        self.optimizer.step()


binary = nn.functional.binary_cross_entropy_with_logits


def lineups(players, count, seed):
    """Who sits where; at every table there is one who learns."""
    chances = [SHARES[name] for name in OPPONENTS]
    kinds = np.random.default_rng(seed).choice(len(OPPONENTS), (count, players), p=chances)
    kinds[np.arange(count), np.arange(count) % players] = ITSELF
    return kinds


def centered(values, which, count):
    """The mean of each decision taken away."""
    return values - (torch.zeros(len(count)).index_add(0, which, values) / count)[which]


def look_back(values, over, won):
    """From the end: what each position was worth by what came of it and what the judge said on the way."""
    returns, ahead = torch.empty_like(values[:-1]), values[-1]
    for step in range(len(returns) - 1, -1, -1):
        returns[step] = torch.where(over[step] > 0, won[step], ahead)
        ahead = (1 - MEMORY) * values[step] + MEMORY * returns[step]
    return returns


def weights(player):
    first, last = player.deep[0], player.deep[-1]
    parts = {"weight0": first.weight.T, "bias0": first.bias, "weight1": last.weight.T, "bias1": last.bias}
    return {name: part.detach().numpy() for name, part in (parts | {"direct": player.direct.weight.T}).items()}


def keep(path, players, player):
    """Put a network's weights beside those of the others."""
    kept = {}
    if path.exists():
        with np.load(path) as data:
            kept = {name: data[name] for name in data.files if not name.startswith(f"{players}.")}
    made = {f"{players}.{name}": part.astype(np.float16) for name, part in weights(player).items()}
    np.savez_compressed(path, **dict(sorted((kept | made).items())))


def between(first, last, part):
    """From first to last, by equal factors."""
    return first * (last / first) ** part


def learn(players, lessons, seed, every, path):
    """Learn for so many players, tell how it goes, and keep the weights."""
    school, began, notes = School(players, seed), time.monotonic(), []
    for _ in range(AT_FIRST):
        school.lesson(HOT, 0.0)
    for number in range(lessons):
        for group in school.optimizer.param_groups:
            group["lr"] = between(RATE, SLOW, number / lessons)
        notes.append(school.lesson(between(HOT, COOL, number / lessons), LOOKED_INTO))
        if number % every == every - 1:
            noted, notes = np.round(np.mean(notes, 0), 4).tolist(), []
            wins = strength(players, mind_of(weights(school.kept)), 4000)
            print(players, number + 1, f"{time.monotonic() - began:.0f} s", noted, wins, flush=True)
    keep(path, players, school.kept)


def main() -> None:
    """Learn for two, three and four players."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--players", type=int, nargs="*", default=list(LESSONS))
    asked.add_argument("--lessons", type=int, help="instead of those that were used")
    asked.add_argument("--every", type=int, default=50, help="lessons between two measurements")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--out", type=Path, default=WEIGHTS)
    given = asked.parse_args()
    torch.set_num_threads(1)
    for players in given.players:
        learn(players, given.lessons or LESSONS[players], given.seed, given.every, given.out)


if __name__ == "__main__":
    main()

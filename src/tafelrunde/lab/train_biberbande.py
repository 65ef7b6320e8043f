"""Biberbande for two: learn from millions of games against oneself and the simple players.

    python -m tafelrunde.lab.train_biberbande

needs PyTorch, better with a GPU, and takes minutes there. What has proved good is done more often (proximal policy
optimisation); what was good is told by a judge who sees all cards. The weights go to `bots/data/biberbande.npz`.
"""
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

import argparse
import copy
import importlib
import os
import time
from pathlib import Path
from typing import Any

import numpy as np

from tafelrunde.bots.biberbande_net import WEIGHTS
from tafelrunde.bots.biberbande_sight import ACTIONS, SIZE
from tafelrunde.bots.biberbande_sight import SCALE as SEEN_SCALE
from tafelrunde.lab.biberbande_games import SCALE as HIDDEN_SCALE
from tafelrunde.lab.biberbande_games import WIDTH, Games
from tafelrunde.lab.biberbande_opponents import OPPONENTS

torch: Any = importlib.import_module("torch")
nn: Any = torch.nn

SHARES = {"itself": 0.30, "greedy": 0.30, "good": 0.12, "gentle": 0.04, "random": 0.14, "quick": 0.10}
"""How often it plays whom."""
ROUNDS, TABLES, STEPS = 600, 16384, 64
"""Lessons, games side by side, and decisions at each of them for a lesson."""
LAYERS, JUDGE = (224, 128), (384, 256)
RATE, SLOW = 8e-4, 2e-5
ENTROPY, CALM = 1e-2, 5e-4
"""At first and at last: how quickly it learns, and how much it likes variety."""
CURIOUS = 0.02
"""How often it does anything at all, so that it knows what that is worth."""
MEMORY = 0.9
"""How much a decision learns from what came later rather than from what the judge said next."""
CLIP, EPOCHS, BATCH = 0.2, 2, 32768
KEPT = 0.97
"""The player that is kept is a mean of the last ones."""
NEVER = -30.0


def network(size, layers, out):
    sizes = [size, *layers]
    parts = [[nn.Linear(a, b), nn.ReLU()] for a, b in zip(sizes[:-1], sizes[1:], strict=True)]
    return nn.Sequential(*sum(parts, []), nn.Linear(sizes[-1], out))


class School:
    """The player, its judge and their games."""

    def __init__(self, tables, steps, seed, threads, device) -> None:
        torch.manual_seed(seed)
        torch.set_float32_matmul_precision("high")
        self.tables, self.steps, self.device, self.threads = tables, steps, device, threads
        self.player = network(SIZE, LAYERS, 2 * ACTIONS).to(device)
        self.judge = network(WIDTH, JUDGE, 1).to(device)
        with torch.no_grad():
            self.player[-1].weight.mul_(0.1)
        self.kept = copy.deepcopy(self.player)
        self.optimizer = torch.optim.Adam([*self.player.parameters(), *self.judge.parameters()], lr=RATE, eps=1e-5)
        scale = np.concatenate([SEEN_SCALE, HIDDEN_SCALE])
        self.scale = torch.tensor(scale, device=device)
        self.games = Games(mixed_kinds(tables), seed, threads)

    def look(self, player, facts, legal):
        """How much the player likes each action, and what it thinks it is worth, as logits."""
        likes, worth = player(facts[..., :SIZE].float() * self.scale[:SIZE]).chunk(2, -1)
        return torch.where(legal, likes, NEVER).log_softmax(-1), worth

    def judged(self, facts):
        return self.judge(facts.float() * self.scale).squeeze(-1).sigmoid()

    def at_tables(self, games):
        return torch.from_numpy(games.facts).to(self.device), torch.from_numpy(games.legal).to(self.device).bool()

    @torch.no_grad()
    def play(self):
        """A lesson's games: what was seen, what was done and how likely, and what it was worth by what came of it."""
        shape, made = (self.steps, self.tables), {"device": self.device}
        facts = torch.empty((*shape, WIDTH), dtype=torch.uint8, **made)
        legal = torch.empty((*shape, ACTIONS), dtype=torch.bool, **made)
        done, chances, values = torch.empty(shape, dtype=torch.int64, **made), *torch.empty((2, *shape), **made)
        notes = np.empty((3, *shape), np.float32)
        for step in range(self.steps):
            facts[step], legal[step] = self.at_tables(self.games)
            likes, _ = self.look(self.player, facts[step], legal[step])
            anything = legal[step] / legal[step].sum(-1, keepdim=True)
            chance = (1 - CURIOUS) * likes.exp() + CURIOUS * anything
            done[step] = torch.multinomial(chance, 1).squeeze(-1)
            chances[step] = chance.gather(-1, done[step, :, None]).squeeze(-1).log()
            values[step] = self.judged(facts[step])
            notes[0, step] = self.games.tables["acts"]
            self.games.go(done[step].cpu().numpy())
            notes[1, step], notes[2, step] = self.games.tables["over"], self.games.tables["won"]
        acts, over, won = torch.tensor(notes, device=self.device)
        better, returns = self.look_back(acts.long(), over.bool(), won, values)
        return facts, legal, done, chances, better, returns

    def look_back(self, acts, over, won, values):
        """From the end: by how much each decision was better than expected, and what it was worth."""
        last = self.judged(self.at_tables(self.games)[0])
        seat = torch.tensor(self.games.tables["acts"].astype(np.int64), device=self.device)
        ahead = torch.where(seat == 0, last, 1 - last)
        ahead, gain = torch.stack([ahead, 1 - ahead], -1), torch.zeros((self.tables, 2), device=self.device)
        better = torch.empty_like(values)
        for step in range(self.steps - 1, -1, -1):
            ends = over[step, :, None]
            ahead = torch.where(ends, torch.stack([won[step], 1 - won[step]], -1), ahead)
            gain = torch.where(ends, 0.0, gain)
            who = acts[step, :, None]
            surprise = ahead.gather(-1, who).squeeze(-1) - values[step]
            better[step] = surprise + MEMORY * gain.gather(-1, who).squeeze(-1)
            gain = gain.scatter(-1, who, better[step, :, None])
            ahead = ahead.scatter(-1, who, values[step, :, None])
        return better, better + values

    def learn(self, lesson, entropy):
        """Do more often what was better than expected; returns how much the player varies and the judge errs."""
        flat = [part.flatten(0, 1) for part in lesson]
        better = (flat[4] - flat[4].mean()) / (flat[4].std() + 1e-6)
        noted = []
        for _ in range(EPOCHS):
            for rows in torch.randperm(len(better), device=self.device).split(BATCH):
                facts, legal, done, chances, _, returns = (part[rows] for part in flat)
                noted.append(self.update(facts, legal, done[:, None], chances, better[rows], returns, entropy))
        with torch.no_grad():
            for kept, new in zip(self.kept.parameters(), self.player.parameters(), strict=True):
                kept.lerp_(new, 1 - KEPT)
        return torch.stack(noted).mean(0).tolist()

    def update(self, facts, legal, done, chances, better, returns, entropy):
        likes, worth = self.look(self.player, facts, legal)
        ratio = (likes.gather(-1, done).squeeze(-1) - chances).exp()
        gained = torch.minimum(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
        variety = -(likes.exp() * likes).sum(-1).mean()
        target = returns.clamp(0, 1)
        binary = nn.functional.binary_cross_entropy_with_logits
        honest = binary(worth.gather(-1, done).squeeze(-1), target)
        judged = binary(self.judge(facts.float() * self.scale).squeeze(-1), target)
        self.optimizer.zero_grad(set_to_none=True)
        (judged + 0.5 * honest - gained - entropy * variety).backward()
        nn.utils.clip_grad_norm_([*self.player.parameters(), *self.judge.parameters()], 1.0)
        self.optimizer.step()
        return torch.stack([variety.detach(), judged.detach(), honest.detach()])

    @torch.no_grad()
    def strength(self, name, matches, seed, by_worth=False):
        """How much of one match at each table the kept player wins, and how many rounds of decisions that took."""
        games = Games(np.full(matches, OPPONENTS.index(name)), seed, self.threads)
        won, left = np.zeros(matches), np.ones(matches, bool)
        while left.any():
            facts, legal = self.at_tables(games)
            likes, worth = self.look(self.kept, facts, legal)
            games.go((torch.where(legal, worth, NEVER) if by_worth else likes).argmax(-1).cpu().numpy())
            ended = left & (games.tables["over"] == 1)
            share = np.where(games.tables["seat"] == 0, games.tables["won"], 1 - games.tables["won"])
            won[ended] = share[ended]
            left &= ~ended
        return won.mean()

    def save(self, path):
        layers = [part for part in self.kept if hasattr(part, "weight")]
        arrays = {}
        for number, layer in enumerate(layers):
            arrays[f"weight{number}"] = layer.weight.detach().cpu().numpy().T.astype(np.float16)
            arrays[f"bias{number}"] = layer.bias.detach().cpu().numpy().astype(np.float16)
        np.savez_compressed(path, **arrays)


def mixed_kinds(count):
    shares = np.array([SHARES[name] for name in OPPONENTS])
    kinds = np.searchsorted(np.cumsum(shares / shares.sum()), (np.arange(count) + 0.5) / count)
    return np.random.default_rng(0).permutation(kinds)


def main() -> None:
    """Learn, tell how it goes, and keep the weights."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--rounds", type=int, default=ROUNDS)
    asked.add_argument("--tables", type=int, default=TABLES)
    asked.add_argument("--steps", type=int, default=STEPS)
    asked.add_argument("--minutes", type=float, default=1e9, help="end by then, whatever is left")
    asked.add_argument("--every", type=int, default=50, help="lessons between two measurements")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--out", type=Path, default=WEIGHTS)
    given = asked.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    school = School(given.tables, given.steps, given.seed, os.cpu_count() or 1, device)
    began = time.monotonic()
    for number in range(given.rounds):
        part = max(number / given.rounds, (time.monotonic() - began) / 60 / given.minutes)
        if part >= 1:
            break
        for group in school.optimizer.param_groups:
            group["lr"] = RATE + (SLOW - RATE) * part
        noted = school.learn(school.play(), ENTROPY * (CALM / ENTROPY) ** part)
        if number % given.every == given.every - 1 or number < 3:
            seconds = time.monotonic() - began
            print(number + 1, f"{seconds:.0f} s", np.round(noted, 4).tolist(), measured(school, 4096), flush=True)
            school.save(given.out)
    school.save(given.out)
    print(measured(school, 32768), flush=True)
    print("by worth", measured(school, 32768, True), flush=True)


def measured(school, matches, by_worth=False):
    names = OPPONENTS[1:]
    return {name: round(float(school.strength(name, matches, 10**6 + 7, by_worth)), 4) for name in names}


if __name__ == "__main__":
    main()

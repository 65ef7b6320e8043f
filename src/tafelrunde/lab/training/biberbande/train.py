"""Biberbande: learn from millions of games against itself and the simple players.

    python -m tafelrunde.lab.training.biberbande.train usual
    python -m tafelrunde.lab.training.biberbande.train random
    python -m tafelrunde.lab.training.biberbande.train whom
    python -m tafelrunde.lab.training.biberbande.train many

These need PyTorch; on two cores the first takes an hour. With a graphics card the games are played there, too
(`on_card.py`; `--tables 65536 --together 16384` keeps it busy).

A critic that sees all cards learns how likely a position is won: from the value of the lead after the round, which is
counted. At every decision all actions are tried on the same cards, and the critic rates where each one leads; the
player learns to predict that from what its seat can see. The second player meets only random; the third network learns
to tell which opponent it faces. These are for two; the last player is for three to six, and does not play against
itself (`configs.py`). The weights go to `bots/biberbande/weights.npz`.
"""

import argparse
import copy
import importlib
import os
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from tafelrunde.bots.biberbande.features_two_players import ACTIONS, SCALE, SIZE, ZERO
from tafelrunde.bots.biberbande.network import STEP, WEIGHTS, WHOM, learned
from tafelrunde.games.biberbande import state as biber
from tafelrunde.lab.training.biberbande.configs import CONFIGS
from tafelrunde.lab.training.biberbande.critic_features import TWO
from tafelrunde.lab.training.biberbande.games import Games
from tafelrunde.lab.training.biberbande.match_value import LeadValue
from tafelrunde.lab.training.biberbande.opponents import OPPONENTS
from tafelrunde.lab.training.network import Network, between, save

torch: Any = importlib.import_module("torch")
nn: Any = torch.nn

TABLES, STEPS = 8192, 32
"""Games side by side, and decisions at each of them in an iteration."""
CRITIC = (512, 256)
FIRST_RATE, LAST_RATE = 2e-3, 3e-5
FIRST_HEAT, LAST_HEAT = 0.01, 0.001
"""By how much an action must be better to be chosen e times as often."""
EXPLORE = 0.005
"""How often any action at all is chosen."""
TRACE = 0.9
"""How much a decision learns from what came later rather than from the critic's next estimate."""
BATCH = 4096
"""Decisions that are learned from at once."""
MEASURED = 1 << 16
"""Matches against each opponent in the end."""
AVERAGING = 0.95
"""The weights that are kept are a running average."""
NEVER = -30.0
HALF = torch.bfloat16
MET = {"random": 1.0, "greedy": 1.0, "good": 0.3, "heuristic": 0.3, "gentle": 0.4}
"""The weight of each opponent where the network learns to tell them apart."""
WARM_UP = 3
"""Iterations of play alone, in which the value of a lead is counted."""
RANDOM_WEIGHT = 2.0
"""The weight of a decision against random: less is at stake there, so it would count too little."""


class Half(Network):
    """Half precision in the hidden layers; the outputs differ by too little for it."""

    def forward(self, facts):
        with torch.autocast(facts.device.type, HALF):
            hidden = self.deep[:-1](facts)
        return self.deep[-1](hidden.float()) + self.direct(facts.float())


class Trainer:
    """The player, its critic and their games."""

    def __init__(self, network, tables, steps, together, seed, make, device):
        torch.manual_seed(seed)
        torch.set_float32_matmul_precision("high")
        self.tables, self.steps, self.together, self.device, self.make = tables, steps, together, device, make
        self.config = CONFIGS[network]
        self.size, self.actions = self.config.features.SIZE, self.config.features.ACTIONS
        self.player = Half(self.size, self.config.layers, self.actions + 1).to(device)
        self.critic = Half(self.config.critic.width, CRITIC, 1).to(device)
        self.kept = copy.deepcopy(self.player)
        self.optimizer = torch.optim.Adam(
            [*self.player.parameters(), *self.critic.parameters()], lr=FIRST_RATE, eps=1e-5
        )
        self.scale = torch.tensor(self.config.scale, device=device, dtype=HALF)
        self.zero = torch.tensor(self.config.zero, device=device, dtype=HALF)
        self.match_value = self.config.match_value(len(OPPONENTS))
        self.halves = self.config.tables(tables, self.config.shares, seed, make, self.match_value)

    def look(self, player, facts, legal):
        """By how much each action is better than the mean, in steps, and how likely a mean one wins (a logit)."""
        found = self.answer(player, facts[..., : self.size])
        better = centered(found[..., : self.actions], legal)
        return better, found[..., self.actions]

    def rated(self, facts):
        """How likely the seat on turn wins, in the eyes of the critic."""
        return self.answer(self.critic, facts).squeeze(-1).sigmoid()

    def answer(self, network, facts):
        size = facts.shape[-1]
        return network((facts.to(HALF) - self.zero[:size]) * self.scale[:size])

    def at_tables(self, games):
        return self.tensor(games.facts), self.tensor(games.legal).bool()

    def tensor(self, array):
        """An array as a tensor on the device; one of the device's own is not copied."""
        return torch.as_tensor(array, device=self.device)

    def told(self, chosen):
        """What is chosen, as games want it."""
        return chosen if self.device == "cuda" else chosen.numpy()

    @torch.no_grad()
    def play(self, heat):
        """Play some steps: what was seen, what each action was worth, and what the critic should have said.

        Half of the tables play on while the player thinks about the others.
        """
        shape, made = (self.steps, self.tables), {"device": self.device}
        facts = torch.empty((*shape, self.config.critic.width), dtype=torch.uint8, **made)
        legal = torch.empty((*shape, self.actions), dtype=torch.bool, **made)
        worth, values = torch.zeros((*shape, self.actions), **made), torch.empty(shape, **made)
        notes = torch.empty((3, self.steps + 1, self.tables), **made)
        half = self.tables // len(self.halves)
        spans = [slice(number * half, (number + 1) * half) for number in range(len(self.halves))]
        for step in range(self.steps):
            for games, span in zip(self.halves, spans, strict=True):
                if step > 0:
                    self.compare(games, facts[step - 1, span], legal[step - 1, span], worth[step - 1, span])
                self.note(games, notes[:, step, span])
                facts[step, span], legal[step, span] = self.at_tables(games)
                games.start(self.told(self.decide(facts[step, span], legal[step, span], heat)))
                values[step, span] = self.rated(facts[step, span])
        for games, span in zip(self.halves, spans, strict=True):
            self.compare(games, facts[-1, span], legal[-1, span], worth[-1, span])
            self.note(games, notes[:, self.steps, span])
        self.match_value.update()
        last = self.rated(torch.cat([self.at_tables(games)[0] for games in self.halves]))
        acts, over, won = notes
        returns = look_back(acts.long(), over[1:].bool(), won[1:], values, last)
        mine = acts[:-1, :, None] == 0
        return facts, legal, torch.where(mine, worth, 1 - worth), returns

    def compare(self, games, facts, legal, worth):
        """Write what each action was worth to the viewpoint."""
        games.wait()
        rows = self.tensor(games.branches[: games.count])
        acts, won = self.tensor(games.ended[: games.count]).T
        value = self.rated(rows)
        value = torch.where(acts == 0, value, 1 - value)
        worth[legal] = torch.where(won >= 0, won, value)

    def note(self, games, into):
        games.wait()
        games.count_rounds()
        for part, note in zip(into, games.notes(), strict=True):
            part[:] = self.tensor(note)

    def decide(self, facts, legal, heat):
        """Mostly the best action; the hotter, the more others."""
        better, _ = self.look(self.player, facts, legal)
        chance = torch.where(legal, better * STEP / heat, NEVER).softmax(-1)
        chance = (1 - EXPLORE) * chance + EXPLORE * legal / legal.sum(-1, keepdim=True)
        return torch.multinomial(chance, 1).squeeze(-1)

    def learn(self, played):
        """Learn what each action is worth; returns the errors of player and critic."""
        flat = [part.flatten(0, 1) for part in played]
        noted = []
        for rows in torch.randperm(len(flat[0]), device=self.device).split(self.together):
            noted.append(self.update(*(part[rows] for part in flat)))
        with torch.no_grad():
            for kept, new in zip(self.kept.parameters(), self.player.parameters(), strict=True):
                kept.lerp_(new, 1 - AVERAGING)
        return torch.stack(noted).mean(0).tolist()

    def update(self, facts, legal, worth, returns):
        better, mean = self.look(self.player, facts, legal)
        at = self.config.upweighted
        weight = torch.ones_like(mean) if at is None else torch.where(facts[..., at] == 1, RANDOM_WEIGHT, 1.0)
        missed = (weight * (better - centered(worth / STEP, legal)).square().sum(-1)).sum() / weight.sum()
        usual = (worth * legal).sum(-1) / legal.sum(-1)
        binary = nn.functional.binary_cross_entropy_with_logits
        honest = binary(mean, usual)
        rated = binary(self.answer(self.critic, facts).squeeze(-1), returns.clamp(0, 1))
        self.optimizer.zero_grad(set_to_none=True)
        (rated + 0.3 * honest + 0.1 * missed).backward()
        nn.utils.clip_grad_norm_(self.player.parameters(), 1.0)
        nn.utils.clip_grad_norm_(self.critic.parameters(), 1.0)
        self.optimizer.step()
        return torch.stack([missed.detach(), rated.detach(), honest.detach()])

    @torch.no_grad()
    def strength(self, name, matches, seed):
        """How much of one match at each table the kept player wins."""
        won = []
        for games in self.config.tables(matches, {name: 1.0}, seed, self.make, self.match_value):
            share, going = np.zeros(len(games.tables)), np.ones(len(games.tables), bool)
            while going.any():
                facts, legal = self.at_tables(games)
                better, _ = self.look(self.kept, facts, legal)
                games.start(self.told(torch.where(legal, better, NEVER).argmax(-1)), every=False)
                games.wait()
                ended = going & games.ended_matches()
                share[ended] = games.shares()[ended]
                going &= ~ended
            won.append(share.mean())
        return np.mean(won)

    def parts(self):
        return {"player": self.player, "critic": self.critic, "kept": self.kept, "optimizer": self.optimizer}

    def store(self, path, part):
        saved = {name: part.state_dict() for name, part in self.parts().items()}
        torch.save(saved | {"match_value": torch.from_numpy(self.match_value.counts), "part": part}, path)

    def restore(self, path):
        """Continue from a file; returns which part of the training was done."""
        saved = torch.load(path, map_location=self.device)
        for name, part in self.parts().items():
            part.load_state_dict(saved[name])
        self.match_value.counts[:] = saved["match_value"].cpu().numpy()
        self.match_value.update()
        return saved["part"]


def centered(values, legal):
    """Legal actions minus their mean; 0 for all others."""
    mean = (values * legal).sum(-1, keepdim=True) / legal.sum(-1, keepdim=True)
    return (values - mean) * legal


def look_back(acts, over, won, values, last):
    """From the end: what each decision was worth, by the outcome and the critic's estimates on the way."""
    ahead = torch.where(acts[-1] == 0, last, 1 - last)
    ahead = torch.stack([ahead, 1 - ahead], -1)
    gain, better = torch.zeros_like(ahead), torch.empty_like(values)
    for step in range(len(values) - 1, -1, -1):
        ends = over[step, :, None]
        ahead = torch.where(ends, torch.stack([won[step], 1 - won[step]], -1), ahead)
        gain = torch.where(ends, 0.0, gain)
        who = acts[step, :, None]
        surprise = ahead.gather(-1, who).squeeze(-1) - values[step]
        better[step] = surprise + TRACE * gain.gather(-1, who).squeeze(-1)
        gain = gain.scatter(-1, who, better[step, :, None])
        ahead = ahead.scatter(-1, who, values[step, :, None])
    return better + values


def main() -> None:
    """Learn, report progress, and save the weights."""
    asked = argparse.ArgumentParser()
    asked.add_argument("network", choices=[*CONFIGS, "whom"])
    asked.add_argument("--iterations", type=int)
    asked.add_argument("--minutes", type=float, help="train for so long instead of so many iterations")
    asked.add_argument("--tables", type=int, default=TABLES)
    asked.add_argument("--steps", type=int, default=STEPS)
    asked.add_argument("--together", type=int, default=BATCH, help="decisions that are learned from at once")
    asked.add_argument("--every", type=int, default=20, help="iterations between two measurements")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    asked.add_argument("--start", type=Path, help="go on from here")
    asked.add_argument("--out", type=Path, default=WEIGHTS)
    given = asked.parse_args()
    torch.set_num_threads(given.threads)
    if given.network == "whom":
        save(given.out, "whom", learn_whom(given.tables // 4, given.seed, given.threads))
    else:
        train(given)


def train(given):
    """All iterations, with a measurement now and then."""
    make: Any
    if torch.cuda.is_available():
        from tafelrunde.lab.training.biberbande.on_card import CardGames

        device, make = "cuda", CardGames
    else:
        device, make = "cpu", partial(Games, threads=given.threads)
    trainer = Trainer(given.network, given.tables, given.steps, given.together, given.seed, make, device)
    first = trainer.restore(given.start) if given.start else 0.0
    for _ in range(WARM_UP):
        trainer.play(between(FIRST_HEAT, LAST_HEAT, first))
    iterations, began, number, part = given.iterations or trainer.config.iterations, time.monotonic(), 0, first
    while part < 1:
        for group in trainer.optimizer.param_groups:
            group["lr"] = between(FIRST_RATE, LAST_RATE, part)
        noted = trainer.learn(trainer.play(between(FIRST_HEAT, LAST_HEAT, part)))
        number, took = number + 1, time.monotonic() - began
        part = first + (took / 60 / given.minutes if given.minutes else number / iterations)
        print(number, f"{took:.0f} s", np.round(noted, 4).tolist(), flush=True)
        if number % given.every == 0:
            print(measured(trainer, given.tables), flush=True)
        if number % given.every == 0 or part >= 1:
            trainer.store(given.out.with_suffix(f".{given.network}.pt"), part)
    print(number, "iterations", flush=True)
    save(given.out, given.network, trainer.kept)
    print(measured(trainer, MEASURED), flush=True)


def measured(trainer, matches):
    names = OPPONENTS[1:]
    return {name: round(float(trainer.strength(name, matches, 10**6 + 7)), 4) for name in names}


def learn_whom(tables, seed, threads):
    """Learn whether the opponent plays at random, from games against each kind."""
    facts, at_random, weight = [], [], []
    for name, share in MET.items():
        seen = seen_against(name, tables, seed, threads)
        facts.append(seen)
        at_random.append(torch.full((len(seen),), float(name == "random")))
        weight.append(torch.full((len(seen),), share))
    facts, at_random, weight = torch.cat(facts).float(), torch.cat(at_random), torch.cat(weight)
    network = Half(len(WHOM), (24,), 1)
    optimizer = torch.optim.Adam(network.parameters(), lr=3e-3)
    for rows in (rows for _ in range(4) for rows in torch.randperm(len(facts)).split(2 * BATCH)):
        told = network(facts[rows]).squeeze(-1)
        missed = nn.functional.binary_cross_entropy_with_logits(told, at_random[rows], weight[rows])
        optimizer.zero_grad()
        missed.backward()
        optimizer.step()
    print(f"missed by {float(missed.detach()):.3f}", flush=True)
    return network


def seen_against(name, tables, seed, threads, steps=60):
    """What the usual player sees of how an opponent of this kind plays."""
    kinds = np.full((tables, biber.SEATS), OPPONENTS.index(name))
    games = Games(2, kinds, TWO.width, ACTIONS, seed, LeadValue(len(OPPONENTS)), threads)
    seen = []
    for _ in range(steps):
        seen.append(torch.from_numpy(games.facts[:, WHOM].copy()))
        steps_better = usual((games.facts[:, :SIZE] - ZERO) * SCALE)[:, :ACTIONS]
        games.start(np.where(games.legal, steps_better, NEVER).argmax(-1), every=False)
        games.wait()
    return torch.cat(seen)


def usual(given):
    """What the network in use for opponents with a purpose says, for many positions at once."""
    parts, values = learned()["usual"], given
    for number in range(2):
        values = np.maximum(values @ parts[f"weight{number}"] + parts[f"bias{number}"], 0)
    return values @ parts["weight2"] + parts["bias2"] + given @ parts["direct"]


if __name__ == "__main__":
    main()

"""A small network learns Beam me up by playing against itself (PPO), in about ten minutes on two cores.

    pip install torch
    python -m examples.ppo_beam_me_up

Every line says how often it wins against random moves and against the greedy bot; the agent is in build/beam_me_up.npz
then, and `python -m examples.play_trained` plays with it. Everything about the game comes in arrays from
`tr.load("beam-me-up").batch(…)`: docs/research/batches.md.
"""

import argparse
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

from examples.agent import Agent, Array, scale
from examples.self_play import advantages, bot, collect, win_rate

import tafelrunde as tr
from tafelrunde.kernel.batch.batch import Batch

try:
    import torch
    from torch import nn
except ImportError:
    sys.exit("This example needs PyTorch: pip install torch")

GAMES, STEPS = 512, 64
"""So many games side by side, and decisions in each between two updates."""
LAYERS = (256, 128)
EPOCHS, MINIBATCH = 2, 2048
FIRST_RATE = 1e-3
CLIP, TRACE, ENTROPY = 0.2, 0.97, 0.01
EVALUATIONS = 10


class Player:
    """The network that learns: what it would choose, and what it hopes for."""

    def __init__(self, batch: Batch) -> None:
        sizes = [batch.spec.width, *LAYERS, batch.spec.actions + 1]
        parts = [part for a, b in pairwise(sizes) for part in (nn.Linear(a, b), nn.ReLU())]
        self.network = nn.Sequential(*parts[:-1])
        self.scale = torch.from_numpy(scale(batch.spec))
        with torch.no_grad():  # at first it likes all moves alike
            self.network[-1].weight.mul_(0.01)

    def outputs(self, seen: Any, mask: Any) -> "Choices":
        """How much it likes each action that is allowed, and what it hopes for."""
        found = self.network(seen / self.scale)
        mask[:, 0] |= ~mask.any(1)  # where the game is over anything will do
        return Choices(found[:, :-1], mask, found[:, -1])

    def policy(self, observation: Array, mask: Array) -> tuple[Array, Array, Array]:
        """What it chooses while it learns: by chance, as likely as it likes it."""
        with torch.no_grad():
            choices = self.outputs(torch.from_numpy(observation), torch.from_numpy(mask.copy()))
            action = choices.sample()
            return action.numpy(), choices.likely(action).numpy(), choices.hope.numpy()

    def agent(self) -> Agent:
        """The network as it is now, for NumPy."""
        linear = [part for part in self.network if isinstance(part, nn.Linear)]
        return Agent([(part.weight.detach().numpy().T.copy(), part.bias.detach().numpy().copy()) for part in linear])


class Choices:
    """What is likely to be chosen. Only the few actions that are allowed are looked at, which takes half the time."""

    def __init__(self, liked: Any, mask: Any, hope: Any) -> None:
        self.liked, self.hope = liked, hope
        self.row, self.action = mask.nonzero(as_tuple=True)
        self.open = liked[self.row, self.action]
        self.most = torch.zeros_like(hope).scatter_reduce(0, self.row, self.open.detach(), "amax", include_self=False)
        self.open = self.open - self.most[self.row]
        self.total = self.sums(self.open.exp()).log()

    def sums(self, values: Any) -> Any:
        """The sums of the values of all allowed actions, by row."""
        return torch.zeros_like(self.most).index_add(0, self.row, values)

    def likely(self, action: Any) -> Any:
        """The logarithm of how likely an action is, by row."""
        return self.liked.gather(1, action[:, None])[:, 0] - self.most - self.total

    def entropy(self) -> Any:
        """How undecided it is, by row."""
        likely = self.open - self.total[self.row]
        return -self.sums(likely.exp() * likely)

    def sample(self) -> Any:
        """An action by chance in each row: the first to come, if each comes at a rate as it is liked."""
        come = torch.full_like(self.liked, torch.inf)
        come[self.row, self.action] = torch.empty_like(self.open).exponential_().log() - self.open
        return come.argmin(1)


def learn(player: Player, optimizer: Any, batch: Batch) -> None:
    """Play on a little, and learn from it (Schulman and others 2017: arxiv.org/abs/1707.06347)."""
    found = collect(batch, player.policy, STEPS)
    _, _, hope = player.policy(batch.observation, batch.mask)
    better = advantages(found, batch, hope, TRACE)
    decided = found.actor >= 0
    rows = (found.observation, found.mask, found.action, found.likely, better, better + found.hope)
    seen, mask, action, before, better, target = (torch.from_numpy(each[decided]) for each in rows)
    better = (better - better.mean()) / (better.std() + 1e-8)
    for _ in range(EPOCHS):
        for some in torch.randperm(len(seen)).split(MINIBATCH):
            choices = player.outputs(seen[some], mask[some])
            ratio = (choices.likely(action[some]) - before[some]).exp()
            gain = torch.min(ratio * better[some], ratio.clamp(1 - CLIP, 1 + CLIP) * better[some])
            wrong = (choices.hope - target[some]).square()
            loss = (0.5 * wrong - gain - ENTROPY * choices.entropy()).mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.network.parameters(), 0.5)
            optimizer.step()


def train(updates: int, games: int, seed: int, file: Path) -> None:
    """Learn, say how it goes, and save the agent."""
    torch.manual_seed(seed)
    game = tr.load("beam-me-up")
    batch = game.batch(GAMES, seed)
    player = Player(batch)
    optimizer = torch.optim.Adam(player.network.parameters(), FIRST_RATE)
    began = time.perf_counter()
    for update in range(updates + 1):
        if update % max(1, updates // EVALUATIONS) == 0 or update == updates:
            agent = player.agent()
            won = {level: win_rate(game, agent.play, bot(level), games, seed) for level in ("random", "greedy")}
            minutes, wins = (time.perf_counter() - began) / 60, [f"{won[level]:6.1%} against {level}" for level in won]
            print(f"{minutes:5.1f} min {update * GAMES * STEPS:11,} decisions: wins", *wins, flush=True)
            file.parent.mkdir(parents=True, exist_ok=True)
            agent.save(file)
        if update < updates:
            for group in optimizer.param_groups:
                group["lr"] = FIRST_RATE * (1 - update / updates)
            learn(player, optimizer, batch)
    print(f"The agent is in {file}.")


def main() -> None:
    """Read the options, and train."""
    options = argparse.ArgumentParser(description="Trains a small network for Beam me up.")
    options.add_argument("--updates", type=int, default=200, help="how often it learns")
    options.add_argument("--games", type=int, default=200, help="how many games a win rate is from")
    options.add_argument("--threads", type=int, default=2, help="how many cores PyTorch uses")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--file", type=Path, default=Path("build/beam_me_up.npz"))
    chosen = options.parse_args()
    torch.set_num_threads(chosen.threads)
    train(chosen.updates, chosen.games, chosen.seed, chosen.file)


if __name__ == "__main__":
    main()

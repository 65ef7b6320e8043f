"""What the trainings share: the networks that learn what a move is worth, and their files; needs PyTorch."""

import importlib
from itertools import pairwise
from typing import Any

import numpy as np

nn: Any = importlib.import_module("torch.nn")


class Network(nn.Module):
    """Hidden layers, and beside them a direct linear path from inputs to outputs."""

    def __init__(self, size, layers, out):
        super().__init__()
        parts = [part for a, b in pairwise([size, *layers]) for part in (nn.Linear(a, b), nn.ReLU())]
        self.deep = nn.Sequential(*parts, nn.Linear(layers[-1], out))
        self.direct = nn.Linear(size, out, bias=False)
        nn.init.zeros_(self.direct.weight)

    def forward(self, facts):
        return self.deep(facts) + self.direct(facts)


def weights(network):
    """The weights of a network, as arrays by name."""
    found = {"direct": network.direct.weight.T}
    for number, layer in enumerate(part for part in network.deep if isinstance(part, nn.Linear)):
        found[f"weight{number}"], found[f"bias{number}"] = layer.weight.T, layer.bias
    return {name: part.detach().cpu().numpy() for name, part in found.items()}


def save(path, name, network):
    """Put the weights of a network into a file, beside those of the others."""
    kept = {}
    if path.exists():
        with np.load(path) as data:
            kept = {key: data[key] for key in data.files if not key.startswith(f"{name}.")}
    made = {f"{name}.{key}": array.astype(np.float16) for key, array in weights(network).items()}
    np.savez_compressed(path, **dict(sorted((kept | made).items())))


def between(first, last, part):
    """From first to last, by equal factors."""
    return first * (last / first) ** part

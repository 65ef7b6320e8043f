"""The networks that learn what a move is worth; needs PyTorch."""

import importlib
from itertools import pairwise
from typing import Any

nn: Any = importlib.import_module("torch.nn")


class Network(nn.Module):
    """Hidden layers, and beside them a direct way from what is given to what is asked."""

    def __init__(self, size, layers, out):
        super().__init__()
        parts = [part for a, b in pairwise([size, *layers]) for part in (nn.Linear(a, b), nn.ReLU())]
        self.deep = nn.Sequential(*parts, nn.Linear(layers[-1], out))
        self.direct = nn.Linear(size, out, bias=False)
        nn.init.zeros_(self.direct.weight)

    def forward(self, facts):
        return self.deep(facts) + self.direct(facts)

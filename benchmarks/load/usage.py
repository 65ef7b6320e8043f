"""What processes use: CPU and memory. Not a benchmark itself."""

import os
import resource
from dataclasses import dataclass
from pathlib import Path

from tests.attacks import processes

TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Used:
    """What a process and its children have used so far: seconds of CPU, and the memory that they have now."""

    cpu: float
    memory: int

    @classmethod
    def by(cls, process: int) -> "Used":
        cpu, memory = 0.0, 0
        for each in processes.family(process):
            stat = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
            cpu += (int(stat[11]) + int(stat[12])) / TICKS
            memory += int(Path(f"/proc/{each}/statm").read_text().split()[1]) * resource.getpagesize()
        return cls(cpu, memory)


@dataclass(frozen=True)
class Load:
    """What came of a load: how long each move took, how long all of it, and the CPU seconds of server and clients."""

    waits: list[float]
    seconds: float
    server_cpu: float
    load_cpu: float

    @property
    def rate(self) -> float:
        """Moves per second."""
        return len(self.waits) / self.seconds

    @property
    def cost(self) -> float:
        """Milliseconds of the server's CPU for a move."""
        return self.server_cpu / len(self.waits) * 1e3


def told_in(waits: list[float]) -> str:
    """The usual and the worst of the waits, in milliseconds."""
    waits = sorted(waits)
    parts = {"p50": 0.5, "p99": 0.99, "p99.9": 0.999, "max": 1.0}
    return ", ".join(f"{name} {waits[int((len(waits) - 1) * part)] * 1e3:.1f}" for name, part in parts.items())

"""What honest players notice of attacks: `python -m tests.attacks [NAME …]`; it fails if that is too much."""

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.attacks import expensive, honest


async def main(*names: str) -> bool:
    """Measure these attacks, or all; whether every ratio is fine."""
    is_fine = True
    for name in names or expensive.ATTACKS:
        with tempfile.TemporaryDirectory() as folder:
            found = await expensive.measured(name, Path(folder))
        print(f"{name} ({expensive.ATTACKS[name].number} attackers): {found}", flush=True)
        is_fine &= found.ratio <= honest.MOST_RATIO
    return is_fine


if __name__ == "__main__":
    sys.exit(not asyncio.run(main(*sys.argv[1:])))

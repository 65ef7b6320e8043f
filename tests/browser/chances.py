"""What is drawn at random when a table is made and played."""

import random
import secrets
import time

from tafelrunde.browser.local.table import new_id
from tafelrunde.kernel import seeds


def drawn() -> tuple[str, ...]:
    """An id, a seed of a game, a secret, a number of no importance, and what time it is."""
    numbers = (seeds.random_seed(), secrets.token_hex(16), random.random(), time.time_ns())
    return (new_id(), *map(str, numbers))

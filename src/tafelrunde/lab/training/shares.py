"""How often somebody has won, with an interval from whole deals."""

from typing import Any

import numpy as np


def share_with_interval(won: Any, per_deal: int) -> str:
    """The share of wins in percent, and its 95 % interval; so many games in a row are of one deal."""
    deals = np.asarray(won).reshape(-1, per_deal).mean(1)
    far = 1.96 * deals.std(ddof=1) / np.sqrt(len(deals))
    return f"{100 * deals.mean():.1f} % ± {100 * far:.1f} of {len(won)} games"

"""One game as OpenSpiel writes it down: every text and number that its players are told."""

from pathlib import Path

from absl import flags
from open_spiel.python.algorithms import generate_playthrough

from tafelrunde.lab.envs import openspiel

FILE = Path(__file__).with_name("openspiel-denkste.txt")
GAME = "python_tafelrunde_denkste(players=2,rings=4 4 4)"


def playthrough() -> str:
    """The game, the same every time."""
    openspiel.register()
    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    written: str = generate_playthrough.playthrough(GAME, None, seed=1)
    return written

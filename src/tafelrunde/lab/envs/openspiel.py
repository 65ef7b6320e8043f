"""Every game in OpenSpiel: `python_tafelrunde_denkste` and so on."""

from tafelrunde.kernel.errors import need


def register() -> None:
    """From now on `pyspiel.load_game("python_tafelrunde_denkste(players=2)")` knows the games. Raises Unavailable."""
    need("pyspiel", "OpenSpiel", "openspiel")
    from tafelrunde.lab.envs.spiel.game import register_all

    register_all()

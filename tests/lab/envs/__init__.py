"""The games in other libraries, each with its owner's own tests."""

from tafelrunde.kernel.match import Match


def won(match: Match) -> list[float]:
    """What everybody has won of a game that is over."""
    assert match.result is not None
    winners, seats = match.result["winners"], range(match.game.players)
    return [0.0 if len(winners) == len(seats) else 1.0 if seat in winners else -1.0 for seat in seats]

"""Denkste!: the turn that a seat takes part in, solved: exactly for two, as far as possible for more."""

from tafelrunde.bots.denkste import multiplayer_turn, two_player_estimate
from tafelrunde.bots.denkste.multiplayer_turn import MultiplayerGame
from tafelrunde.bots.denkste.two_player_solution import Turn, TwoPlayerGame
from tafelrunde.bots.seat import Seat


def solved_turn(seat: Seat) -> Turn:
    """How both mix, and what their choices win."""
    return seat.once(_solve)


def _solve(seat: Seat) -> Turn:
    figures, turn = _figures(seat), seat.view["turn"]
    game = _game(seat)
    if isinstance(game, TwoPlayerGame):
        return game.turn(figures[turn], figures[1 - turn])
    return game.turn(figures, turn)


def fields_by_hits(seat: Seat) -> list[list[int]]:
    """By Go number and dials that show it: how many fields the figure on turn gets ahead; less than 0 is back."""
    figures, turn = _figures(seat), seat.view["turn"]
    game = _game(seat)
    if isinstance(game, TwoPlayerGame):
        ends, now = game.ends(figures[turn], figures[1 - turn]), game.place(figures[turn])
    else:
        places = tuple(game.pairs.place(figure) for figure in figures)
        ends, now = game.ends(places, turn), places[turn]
    return [[end - now for end in row] for row in ends.tolist()]


def _game(seat: Seat) -> TwoPlayerGame | MultiplayerGame:
    options = seat.view["options"]
    rings, haste_gedacht = tuple(options["rings"]), options["haste_gedacht"]
    if seat.game.players == 2:
        return two_player_estimate.available(rings, haste_gedacht)
    return multiplayer_turn.multiplayer_game(seat.game.players, rings, haste_gedacht)


def _figures(seat: Seat) -> list[tuple[int, int]]:
    return [(level, steps) for level, steps in seat.view["figures"]]

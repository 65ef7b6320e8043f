"""The deal in responses: what was locked, and what was revealed."""

import msgspec


class Shown(msgspec.Struct, forbid_unknown_fields=True):
    """A part of a response."""


class RevealedPart(Shown):
    """What somebody had committed to, and their part of the deal; null if they did not reveal it."""

    seat: int
    commitment: str
    part: str | None


class Round(Shown):
    """A round of the deal: the server's commitment and secret, and everybody's."""

    commitment: str
    secret: str
    contributors: list[RevealedPart]


class Deal(Shown):
    """How the cards were dealt: every round, of which the last one counts."""

    rounds: list[Round]


class ShownContribution(Shown):
    """What somebody has committed to, the first of their seats, and whether they have revealed their part."""

    person: str
    seat: int
    commitment: str
    revealed: bool


class Lock(Shown):
    """The commitments to the deal that were locked when the game was started, and the digest that binds them."""

    round: int
    digest: str
    contributors: list[ShownContribution]

"""How much may happen at a table beside playing: a log must not grow for ever, and nobody uses up what others need."""

from collections import Counter
from typing import Literal

Role = Literal["host", "player", "onlooker", "coming"]
"""As what somebody does something: what the host does, those with a place, those without; coming and going."""

LIMITS: dict[Role, tuple[int, int]] = {
    "host": (1_000, 10_000),
    "player": (1_000, 10_000),
    "onlooker": (50, 1_000),
    "coming": (100, 2_000),
}
"""How often one person may do something in a role, and all people together."""


class Budget:
    """What has been done at one table, by role and person."""

    def __init__(self) -> None:
        self._by_person: Counter[tuple[Role, str]] = Counter()
        self._by_role: Counter[Role] = Counter()

    def count(self, role: Role, person: str) -> None:
        """Somebody did something."""
        self._by_person[role, person] += 1
        self._by_role[role] += 1

    def is_used_up(self, role: Role, person: str) -> bool:
        """Whether somebody can do no more in a role."""
        of_one, of_all = LIMITS[role]
        return self._by_person[role, person] >= of_one or self._by_role[role] >= of_all

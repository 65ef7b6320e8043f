"""What everything that is found out about a game has in common."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Findings:
    """Figures about a game with these options."""

    game: str
    options: dict[str, Any]

    def plain(self) -> dict[str, Any]:
        """JSON-ready."""
        return asdict(self)

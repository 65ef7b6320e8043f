"""What happened, and who may know what of it."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Event:
    """Something that happened: what everybody may know of it, and what single seats know in addition."""

    public: dict[str, Any]
    private: dict[int, dict[str, Any]] = field(default_factory=dict)

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """The event as that seat may know it (None: an onlooker)."""
        return self.public | self.private.get(-1 if seat is None else seat, {})

"""What happened, and who may know how much of it."""

from dataclasses import dataclass, field
from typing import Any


def fresh(data: Any) -> Any:
    """A deep copy of JSON-ready data, so that whoever gets it may change it."""
    if isinstance(data, dict):
        return {key: fresh(value) for key, value in data.items()}
    return [fresh(value) for value in data] if isinstance(data, list) else data


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: what everybody may know, and what individual seats know in addition."""

    public: dict[str, Any]
    private: dict[int, dict[str, Any]] = field(default_factory=dict)

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """The event as that seat may know it (None: an onlooker)."""
        seen: dict[str, Any] = fresh(self.public | self.private.get(-1 if seat is None else seat, {}))
        return seen

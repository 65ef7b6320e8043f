"""The views and events of all games as JSON Schema: `python -m tafelrunde.games.schema > docs/views.schema.json`.

Each room describes its own in `views.py`; what all views and events have in common is here.
"""

import importlib
import json
from typing import Any, TypedDict, get_args

import msgspec

from tafelrunde.games import SHELF


class Result(TypedDict):
    """How a game ended."""

    winners: list[int]
    scores: list[int]


class AnyView(TypedDict):
    """What is in every view: the game, whose eyes (null: everybody's), and the result when it is over."""

    game: str
    seat: int | None
    result: Result | None


class AnyEvent(TypedDict):
    """What is in every event: its number, counted from 0."""

    n: int


def schema() -> dict[str, Any]:
    """One document for all games; names begin with the game's, such as DogView and DogPlayed."""
    definitions: dict[str, Any] = {}
    roots: list[dict[str, str]] = []
    for game in SHELF:
        room = importlib.import_module(f"tafelrunde.games.{game.replace('-', '_')}.views")
        prefix = "".join(word.capitalize() for word in game.split("-"))
        where = f"#/$defs/{prefix}"
        (_, *events), parts = msgspec.json.schema_components(
            [room.View, *get_args(room.Event)], ref_template=where + "{name}"
        )
        definitions |= {prefix + name: part | {"title": prefix + name} for name, part in parts.items()}
        definitions[f"{prefix}Event"] = {"title": f"{prefix}Event", "anyOf": events}
        roots += [{"$ref": f"{where}View"}, {"$ref": f"{where}Event"}]
    return {"title": "Views and events", "games": SHELF, "anyOf": roots, "$defs": definitions}


def text() -> str:
    """The document as docs/views.schema.json keeps it."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(text(), end="")

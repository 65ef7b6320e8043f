"""Views and events are what docs/views.schema.json says, no more and no less."""

from pathlib import Path
from typing import Any

import jsonschema
import pytest

import tafelrunde as tr
from tafelrunde.games import SHELF, schema
from tests.every import ALL, label, random_match

DOCUMENT = Path(__file__).parents[2] / "docs" / "views.schema.json"


def strict(node: Any) -> Any:
    """The schema that allows no further fields."""
    if isinstance(node, list):
        return [strict(each) for each in node]
    if not isinstance(node, dict):
        return node
    closed = {"additionalProperties": False} if "properties" in node and "additionalProperties" not in node else {}
    return {key: strict(value) for key, value in node.items()} | closed


CLOSED = strict(schema.schema())


def checker(game: str, kind: str) -> Any:
    prefix = "".join(word.capitalize() for word in game.split("-"))
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{prefix}{kind}", "$defs": CLOSED["$defs"]})


def test_the_document_is_up_to_date() -> None:
    assert DOCUMENT.read_text() == schema.text(), "python -m tafelrunde.games.schema > docs/views.schema.json"
    assert sorted(SHELF) == tr.games()


@pytest.mark.parametrize(("name", "options"), ALL, ids=label)
def test_views_and_events_are_as_described(name: str, options: dict[str, Any]) -> None:
    view, event = checker(name, "View"), checker(name, "Event")
    moves = 0
    for match, _, _ in random_match(tr.load(name, **options), seed=3, most=300):
        moves += 1
        if moves % 10 == 1:
            for seat in (None, *range(match.game.players)):
                view.validate(match.view(seat))
    for seat in (None, 0):
        view.validate(match.view(seat))
        for happened in match.events(0, seat):
            event.validate(happened)
    assert moves > 5


def test_what_is_not_described_is_found() -> None:
    view = tr.load("dog").new(seed=1).view(0)
    with pytest.raises(jsonschema.ValidationError):
        checker("dog", "View").validate(view | {"more": 1})

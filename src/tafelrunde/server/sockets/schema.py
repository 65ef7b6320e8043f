"""The protocol as JSON Schema, for programs in any language; `python -m tafelrunde.server.sockets.schema` prints it."""

import json
from typing import Any

import msgspec

from tafelrunde.server.http import bodies
from tafelrunde.server.sockets import messages
from tafelrunde.table.wishes import Refusal

ROOTS = {
    "FromClient": messages.FromClient,
    "FromServer": messages.FromServer,
    "NewSession": bodies.NewSession,
    "Session": bodies.Session,
    "NewTable": bodies.NewTable,
    "Refusal": Refusal,
}
"""The messages in either direction, and the HTTP bodies that a client needs."""


def schema() -> dict[str, Any]:
    """The whole schema; every frame is a FromClient or a FromServer."""
    roots, parts = msgspec.json.schema_components(ROOTS.values(), ref_template="#/$defs/{name}")
    unions = {name: root for name, root in zip(ROOTS, roots, strict=True) if name not in parts}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tafelrunde",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in unions],
        "$defs": unions | dict(sorted(parts.items())),
    }


def text() -> str:
    """The schema as docs/protocol.schema.json keeps it."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(text(), end="")

"""The endpoints as OpenAPI 3.1, for programs in any language."""

import inspect
import json
from collections.abc import Iterable
from typing import Any

import msgspec

from tafelrunde.server.http.routing import ACCEPTED, Endpoint
from tafelrunde.table.wishes import Refusal

VERSION = "1"
"""Of the API, not of the program."""
REFUSED = {
    401: "This needs a session.",
    403: "Not allowed for this person, or from this page.",
    404: "Not found.",
    409: "Not yet: the game has not come this far.",
    413: "Too large.",
    422: "This cannot be understood, or cannot be done.",
    429: "Too much at once: wait a moment.",
    503: "Not right now: the database does not work, or the operator lets nothing be changed.",
}
UNFINISHED = "Not complete yet: ask again."
TEMPLATE = "#/components/schemas/{name}"

Schema = dict[str, Any]


def document(endpoints: Iterable[Endpoint]) -> Schema:
    """The whole document."""
    listed = list(endpoints)
    types = [type for endpoint in listed for type in (endpoint.parameters.get("body"), endpoint.response) if type]
    schemas = msgspec.json.schema_components([Refusal, *types], ref_template=TEMPLATE)[1]
    paths: dict[str, Schema] = {}
    for endpoint in listed:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tafelrunde",
            "version": VERSION,
            "description": "Tables, records and rules. What happens at a table is sent over a WebSocket: protocol.md.",
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": dict(sorted(schemas.items())),
            "securitySchemes": {"session": {"type": "http", "scheme": "bearer"}},
        },
    }


def text(endpoints: Iterable[Endpoint]) -> str:
    """The document as docs/openapi.json keeps it."""
    return json.dumps(document(endpoints), indent=2, ensure_ascii=False) + "\n"


def _operation(endpoint: Endpoint) -> Schema:
    summary, _, description = (inspect.getdoc(endpoint.handler) or "").partition("\n")
    operation: Schema = {"operationId": endpoint.handler.__name__, "summary": summary.rstrip(".")}
    if description.strip():
        operation["description"] = " ".join(description.split())
    operation["parameters"] = [*_path_parameters(endpoint), *_query_parameters(endpoint)]
    if "body" in endpoint.parameters:
        operation["requestBody"] = {"required": True, "content": _content(endpoint.parameters["body"])}
    responses = {endpoint.status: _description(endpoint.response)}
    if endpoint.unfinished is not None:
        responses[ACCEPTED] = UNFINISHED
    operation["responses"] = {
        str(status): {"description": text, "content": _content(endpoint.response)} for status, text in responses.items()
    } | {str(status): {"description": REFUSED[status], "content": _content(Refusal)} for status in endpoint.statuses}
    needed = [endpoint.parameters[name] for name in ("person", "token") if name in endpoint.parameters]
    if needed:
        operation["security"] = [{"session": []}] if needed[0] is str else [{}, {"session": []}]
    return operation


def _path_parameters(endpoint: Endpoint) -> list[Schema]:
    names = [name for name in endpoint.parameters if f"{{{name}}}" in endpoint.path]
    return [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]


def _query_parameters(endpoint: Endpoint) -> list[Schema]:
    query = endpoint.parameters.get("query")
    if query is None:
        return []
    fields = msgspec.json.schema_components([query])[1][query.__name__]["properties"]
    return [
        {"name": name, "in": "query", "description": schema.pop("description", ""), "schema": schema}
        for name, schema in fields.items()
    ]


def _content(kind: Any) -> Schema:
    media = "text/plain" if kind is str else "application/json"
    return {media: {"schema": msgspec.json.schema_components([kind], ref_template=TEMPLATE)[0][0]}}


def _description(kind: Any) -> str:
    is_struct = isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    return (inspect.getdoc(kind) or "").partition("\n")[0] if is_struct else "As text."

"""The OpenAPI description of the HTTP interface, generated from the list of endpoints and the messages."""

import re
from collections.abc import Mapping, Sequence
from typing import cast

import msgspec

from parlour import __version__
from parlour.server.http.endpoints import Endpoint
from parlour.server.http.responses import STATUS
from parlour.server.protocol import messages

Described = dict[str, object]
WORDS = {400: "cannot be read", 401: "no such token", 403: "not allowed", 404: "no such table or page"}


def describe(endpoints: Sequence[Endpoint]) -> Described:
    """An OpenAPI 3.1 description."""
    kinds = [
        kind
        for endpoint in endpoints
        for kind in (endpoint.answers, endpoint.asks)
        if kind is not None and kind is not str
    ]
    kinds += [messages.Refusal, messages.FromTable, messages.ToTable]
    shown, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    schema = {id(kind): described for kind, described in zip(kinds, shown, strict=True)}
    paths: dict[str, Described] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schema)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Parlour",
            "version": __version__,
            "description": "Tables for card games. The same messages go over the WebSocket at "
            "/api/tables/{code}/ws: a client sends ToTable, first hello, and hears FromTable.",
        },
        "paths": paths,
        "components": {
            "schemas": {
                **components,
                "ToTable": schema[id(messages.ToTable)],
                "FromTable": schema[id(messages.FromTable)],
            },
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "parlour_player"},
                "token": {"type": "http", "scheme": "bearer", "description": "`new` asks for a token."},
            },
        },
        "security": [{}, {"cookie": []}, {"token": []}],
    }


def _operation(endpoint: Endpoint, schema: dict[int, Described]) -> Described:
    answer: Described = {"schema": schema[id(endpoint.answers)]} if endpoint.answers else {"schema": {"type": "string"}}
    refused = {"application/json": {"schema": schema[id(messages.Ack if endpoint.acks else messages.Refusal)]}}
    found: Described = {
        "summary": endpoint.summary,
        "operationId": re.sub(r"\W+", "_", f"{endpoint.method.lower()}{endpoint.path}").strip("_"),
        "parameters": [
            *(_path(name) for name in re.findall(r"{(\w+)}", endpoint.path)),
            *_query(endpoint.query),
        ],
        "responses": {
            str(endpoint.status): {"description": "Done.", "content": {endpoint.media: answer}},
            **{
                str(status): {"description": f"Refused: {WORDS.get(status, 'see the code')}.", "content": refused}
                for status in sorted({*STATUS.values(), 500})
            },
        },
    }
    if endpoint.asks is not None:
        asks = {"type": "string"} if endpoint.asks is str else schema[id(endpoint.asks)]
        found["requestBody"] = {"required": True, "content": {endpoint.asks_media: {"schema": asks}}}
    return found


def _path(name: str) -> Described:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def _query(kind: type[msgspec.Struct] | None) -> list[Described]:
    """The parameters of a query."""
    if kind is None:
        return []
    _, components = msgspec.json.schema_components([kind])
    declared = cast(Mapping[str, Described], components[kind.__name__]["properties"])
    return [{"name": name, "in": "query", "required": False, "schema": schema} for name, schema in declared.items()]

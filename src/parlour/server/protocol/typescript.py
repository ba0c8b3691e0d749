"""TypeScript types of the messages: `python -m parlour.server.protocol.typescript > web/src/lib/wire.ts`."""

import sys
from collections.abc import Mapping
from typing import cast

import msgspec

from parlour.server.protocol import http_messages, messages

ROOTS: tuple[tuple[str, object], ...] = (
    ("FromTable", messages.FromTable),
    ("ToTable", messages.ToTable),
    ("Command", messages.Command),
)
"""Unions that get a name of their own."""
OVER_HTTP = (
    http_messages.Catalogue,
    http_messages.Rules,
    http_messages.NewTable,
    http_messages.Join,
    http_messages.Seated,
    http_messages.Me,
    http_messages.Handover,
    http_messages.Arrive,
    http_messages.Replay,
    http_messages.Hint,
    http_messages.ReviewState,
    http_messages.WhatIf,
    messages.Log,
)
HEADER = "// Generated from src/parlour/server/protocol/ by `make types`; do not edit.\n"

Schema = Mapping[str, object]


def typescript() -> str:
    """Every message as a TypeScript type, with its description."""
    shown, components = msgspec.json.schema_components(
        [*(union for _, union in ROOTS), *OVER_HTTP], ref_template="{name}"
    )
    parts = [HEADER, f"export const PROTOCOL = {messages.PROTOCOL};\n"]
    for name, schema in sorted(components.items()):
        parts.append(_interface(name, cast(Schema, schema)))
    for (name, _), schema in zip(ROOTS, shown, strict=False):
        parts.append(f"export type {name} = {_type(cast(Schema, schema))};\n")
    return "\n".join(parts)


def _interface(name: str, schema: Schema) -> str:
    required = set(cast(list[str], schema.get("required", [])))
    lines = [*_comment(schema.get("description"), ""), f"export interface {name} {{"]
    outgoing = name not in _incoming()
    for field, inner in cast(Mapping[str, Schema], schema["properties"]).items():
        # The server sends every field except unset ones, which have no default; a client may leave out those with a
        # default.
        given = outgoing and "default" in inner
        mark = "" if given or field in required or "const" in inner or "enum" in inner else "?"
        lines.append(f"  {field}{mark}: {_type(inner)};")
    return "\n".join([*lines, "}"]) + "\n"


def _incoming() -> set[str]:
    """The names of the messages a client sends."""
    _, components = msgspec.json.schema_components(
        [messages.ToTable, messages.Command, http_messages.NewTable, http_messages.Join, http_messages.Arrive],
        ref_template="{name}",
    )
    return set(components)


def _comment(text: object, indent: str) -> list[str]:
    if not isinstance(text, str):
        return []
    lines = [line.strip() for line in text.strip().splitlines()]
    if len(lines) == 1:
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(value).decode() for value in cast(list[object], schema["enum"]))
    if "const" in schema:
        return msgspec.json.encode(schema["const"]).decode()
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(inner) for inner in cast(list[Schema], schema["anyOf"])))
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(_type(inner) for inner in cast(list[Schema], schema['prefixItems']))}]"
        inner = _type(cast(Schema, schema.get("items", {})))
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if kind == "object":
        return f"Record<string, {_type(cast(Schema, schema.get('additionalProperties', {})))}>"
    names = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
    return names.get(str(kind), "unknown")


if __name__ == "__main__":
    sys.stdout.write(typescript())

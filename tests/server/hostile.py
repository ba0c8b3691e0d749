"""Hostile requests, made from the declared messages and endpoints: every field in turn holds something it must not."""

import copy
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import quote

import msgspec
from hypothesis import strategies as st

from parlour.server.http.endpoints import Endpoint
from parlour.server.protocol import messages

Json = Any  # whatever a client may send
Path = tuple[str | int, ...]

WORDS = (
    "", " ", "\0", "\n", "/etc/passwd", "../" * 20, "%s%n%x", "'; DROP TABLE log; --", "<script>alert(1)</script>",
    "\u202e\u200b", "\ud800", "💥" * 30, "x" * 9_000, "-1", "1e999", "NaN", "true", "__proto__",
    "AAAAAAAA", "st-croix", "normal", "hard", "self", "deck", "seats",
)  # fmt: skip
NUMBERS = (0, -1, 1, 11, 12, 255, 2**31 - 1, 2**31, 2**53, 2**63, 2**64, 10**30, -(10**30), 10**400, 0.5, -0.0, 1e308)

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from(NUMBERS),
    st.sampled_from(WORDS),
    st.integers(-(2**70), 2**70),
    st.text(max_size=40),
)
values = st.one_of(
    scalars,
    st.lists(scalars, max_size=6),
    st.dictionaries(st.sampled_from(WORDS), scalars, max_size=4),
    st.integers(1, 3_000).map(lambda depth: Nested(depth)),
)


@dataclass(frozen=True)
class Nested:
    """A list in a list in a list …"""

    depth: int


@dataclass(frozen=True)
class Attack:
    """One hostile request; over a socket if `method` is empty."""

    method: str
    path: str
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)


def example(schema: Json, root: Json) -> Json:
    """The smallest value that fits a description."""
    if "$ref" in schema:
        return example(root[schema["$ref"].rsplit("/", 1)[-1]], root)
    if "anyOf" in schema:
        return example(schema["anyOf"][0], root)
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            return {name: example(inner, root) for name, inner in schema.get("properties", {}).items()}
        case "array":
            return []
        case "string":
            return "a" * 32 if "pattern" in schema else "a" * max(1, schema.get("minLength", 1))
        case "integer" | "number":
            return max(0, schema.get("minimum", 0))
    return {"boolean": True, "null": None, None: None}[schema.get("type")]


def examples(kind: object) -> list[Json]:
    """A valid message of a type; of a union, one of each."""
    (shown,), components = msgspec.json.schema_components([kind], ref_template="{name}")
    found = []
    for one in shown.get("anyOf", [shown]):
        whole = example(one, components)
        commands = components[one["$ref"]]["properties"].get("do") if "$ref" in one else None
        choices = commands["anyOf"] if commands else []
        found += [{**whole, "do": example(choice, components)} for choice in choices] or [whole]
    return found


def places(value: Json, at: Path = ()) -> Iterator[Path]:
    """Every place in a value, itself included."""
    yield at
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from places(inner, (*at, name))


def put(value: Json, at: Path, new: Json) -> Json:
    """The value with something else in one place."""
    if not at:
        return new
    whole = copy.deepcopy(value)
    inner = whole
    for step in at[:-1]:
        inner = inner[step]
    inner[at[-1]] = new
    return whole


def encode(value: Json) -> bytes:
    """JSON as an attacker writes it: deep, with lone surrogates and numbers that are none."""
    nested: list[int] = []

    def mark(one: object) -> object:
        assert isinstance(one, Nested)
        nested.append(one.depth)
        return "@@nested@@"

    text = json.dumps(value, default=mark)
    for depth in nested:
        text = text.replace('"@@nested@@"', "[" * depth + "]" * depth, 1)
    return text.encode()


def attacks(endpoints: list[Endpoint]) -> st.SearchStrategy[Attack]:
    """Hostile requests to these endpoints and over the socket; `{code}` stands for a table."""
    kinds: list[st.SearchStrategy[Attack]] = []
    for endpoint in endpoints:
        if endpoint.asks is not None and endpoint.asks is not str:
            kinds.append(_bodies(endpoint.method, endpoint.path, examples(endpoint.asks)))
        if endpoint.asks is str:
            texts = st.one_of(st.binary(max_size=200), values.map(encode))
            kinds.append(texts.map(partial(Attack, endpoint.method, endpoint.path)))
        kinds.append(_addresses(endpoint))
    kinds.append(_bodies("", "{code}", examples(messages.ToTable)))
    return st.one_of(kinds)


def _bodies(method: str, path: str, valid: list[Json]) -> st.SearchStrategy[Attack]:
    spots = [(whole, at) for whole in valid for at in places(whole)]
    changed = st.tuples(st.sampled_from(spots), values).map(lambda one: encode(put(*one[0], one[1])))
    cut = st.tuples(st.sampled_from(valid), st.integers(0, 200)).map(lambda one: encode(one[0])[: one[1]])
    noise = st.binary(max_size=60)
    return st.one_of(changed, changed, changed, cut, noise).map(lambda body: Attack(method, path, body))


def _addresses(endpoint: Endpoint) -> st.SearchStrategy[Attack]:
    """Hostile values in the path, the query and the headers."""
    queries = list(endpoint.query.__struct_encode_fields__) if endpoint.query else ["x"]
    texts = scalars.map(str)

    def make(parts: tuple[bool, str, str, str, str, str]) -> Attack:
        hostile_path, word, name, value, header, told = parts
        path = re.sub(r"{\w+}", lambda found: _quoted(word)[:600], endpoint.path) if hostile_path else endpoint.path
        headers = {header: re.sub(r"[^\x20-\x7e]", "?", told)[:3000]} if header else {}
        return Attack(endpoint.method, f"{path}?{name}={_quoted(value)}", b"{}", headers)

    headers = st.sampled_from(("", "", "host", "origin", "cookie", "authorization", "content-type", "accept-encoding"))
    return st.tuples(st.booleans(), texts, st.sampled_from(queries), texts, headers, texts).map(make)


def _quoted(text: str) -> str:
    return quote(text, safe="", errors="surrogatepass")

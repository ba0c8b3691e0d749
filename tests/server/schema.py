"""Does JSON fit its description? Supports as much of JSON Schema as our descriptions use; an unknown keyword fails."""

from collections.abc import Mapping
from typing import Any

KNOWN = {
    "$ref", "type", "enum", "const", "anyOf", "properties", "required", "items", "prefixItems", "additionalProperties",
    "title", "description", "default", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems",
    "discriminator",
}  # fmt: skip
TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def misfit(value: Any, schema: Any, root: Any, where: str = "$") -> str:
    """Where and why a value does not fit; "" if it does."""
    if unknown := set(schema) - KNOWN:
        return f"{where}: the description uses {unknown}"
    if "$ref" in schema:
        parts = schema["$ref"].removeprefix("#/").split("/")
        found = root
        for part in parts:
            found = found[part]
        return misfit(value, found, root, where)
    if "anyOf" in schema:
        tries = [misfit(value, inner, root, where) for inner in schema["anyOf"]]
        return "" if "" in tries else " or ".join(tries)
    if "const" in schema and value != schema["const"]:
        return f"{where}: {value!r} is not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{where}: {value!r} is none of {schema['enum']}"
    kind = schema.get("type")
    if kind and (not isinstance(value, TYPES[kind]) or (isinstance(value, bool) and kind != "boolean")):
        return f"{where}: {value!r} is no {kind}"
    if isinstance(value, dict):
        return _object(value, schema, root, where)
    if isinstance(value, list):
        first = schema.get("prefixItems", [])
        for number, inner in enumerate(value):
            expected = first[number] if number < len(first) else schema.get("items", {})
            if expected is False:
                return f"{where}: too many"
            if problem := misfit(inner, expected, root, f"{where}[{number}]"):
                return problem
    return ""


def _object(value: dict[str, Any], schema: Any, root: Any, where: str) -> str:
    properties = schema.get("properties", {})
    for name in schema.get("required", []):
        if name not in value:
            return f"{where}: {name} is missing"
    for name, inner in value.items():
        expected = properties.get(name, schema.get("additionalProperties", {}))
        if expected is False or (properties and name not in properties):
            return f"{where}: {name} is not described"
        if expected is not True and (problem := misfit(inner, expected, root, f"{where}.{name}")):
            return problem
    return ""

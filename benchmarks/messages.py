"""What a client under load reads of our server's messages: only what it needs to go on."""

import msgspec


class Choice(msgspec.Struct):
    """Of a choice, only what is needed to make it."""

    action: int


class Prompt(msgspec.Struct):
    """Of a prompt, only its choices."""

    choices: list[Choice]


class Scene(msgspec.Struct):
    """Of a scene, only the prompt, for how many the game waits and whether it is over. A step holds these, too."""

    prompt: Prompt | None
    waiting: list[msgspec.Raw]
    result: dict[str, object] | None = None


class View(msgspec.Struct):
    """Of a view, what a choice needs."""

    scene: Scene | None
    prompt: str | None


class Heard(msgspec.Struct):
    """Any message of the server."""

    t: str
    id: str = ""
    seq: int = 0
    view: View | None = None
    """Of an update."""
    scene: Scene | None = None
    prompt: str | None = None
    """Of a step."""
    ok: bool = True


DECODER = msgspec.json.Decoder(Heard)

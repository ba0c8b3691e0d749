"""`parlour agent`: a seat for a script or a language model, in lines of JSON.

Each line written is an object with a `type`: hello, turn, error, rules, hint or over. Each line read is an answer: a
number or text from the turn's list, as `{"action": 3}` or alone, or a request such as `{"ask": "hint"}`. The seed comes
with `over`: before the end it would tell every hidden card.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

import parlour
from parlour.agents.table import TextTable
from parlour.bots.coach import hint
from parlour.core.errors import ParlourError
from parlour.games import find

LONGEST_LINE = 10_000
ASKS = ("turn", "rules", "hint")


def run_lines(table: TextTable, read: TextIO, write: TextIO, save: Path | None = None) -> int:
    """Play until the game is over or nobody answers any more; the exit code."""
    match = table.match

    def say(message: Mapping[str, object]) -> None:
        write.write(json.dumps(message, ensure_ascii=False) + "\n")
        write.flush()

    say(
        {
            "type": "hello",
            "parlour": parlour.__version__,
            "game": table.game.slug,
            "title": table.game.title,
            "version": table.game.version,
            "seat": table.seat,
            "names": match.names,
            "players": match.record.players,
            "answers": f'{{"action": number or text}}, or {{"ask": one of {", ".join(ASKS)}}}',
        }
    )
    say(table.as_json())
    try:
        while not table.over:
            line = read.readline(LONGEST_LINE)
            if not line:
                return 0
            try:
                say(_answer(table, line, read))
            except ParlourError as error:
                say({"type": "error", "error": str(error)})
    finally:
        if save is not None:
            match.save(save)
    return 0


def _answer(table: TextTable, line: str, read: TextIO) -> Mapping[str, object]:
    if len(line) >= LONGEST_LINE and not line.endswith("\n"):
        while (rest := read.readline(LONGEST_LINE)) and not rest.endswith("\n"):
            pass
        raise ParlourError(f"An answer is one line of at most {LONGEST_LINE} letters.")
    said = _read(line)
    if isinstance(said, dict):
        if set(said) == {"ask"}:
            return _ask(table, said["ask"])
        if set(said) != {"action"}:
            raise ParlourError('An answer is {"action": number or text} or {"ask": "turn"}, and holds nothing else.')
        said = said["action"]
    table.act(said)
    return table.as_json()


def _read(line: str) -> object:
    """Parse JSON; anything else is the text of an action."""
    try:
        said: object = json.loads(line)
    except (ValueError, RecursionError):
        return line.strip()
    return said


def _ask(table: TextTable, wish: object) -> Mapping[str, object]:
    if wish == "turn":
        return table.as_json()
    if wish == "rules":
        return {"type": "rules", "rules": find(table.game.slug).rules()}
    if wish == "hint":
        advice = hint(table.game, table.match.view(table.seat), table.match.names)
        return {"type": "hint", **advice.as_json()}
    raise ParlourError(f"One can ask for {', '.join(ASKS)}, not {wish!r}.")

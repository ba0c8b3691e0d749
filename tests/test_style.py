"""The sentences players read: no slip of grammar in the log, the prompts, the buttons and the reasons of random games.

`PARLOUR_STYLE_GAMES=1000` plays as many games of each; the suite plays a few.
"""

import os
import re
from collections.abc import Iterator, Mapping

import pytest

from parlour.core.match import Match
from parlour.core.rng import Rng
from parlour.core.scene import Scene
from parlour.games import AnyGame, Entry, all_games

GAMES = int(os.environ.get("PARLOUR_STYLE_GAMES", "4"))
LOOKS = 12
"""Scenes looked at in a game: they are the slow part."""
NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay")

# What is wrong with a text; each has a name for the report.
SLIPS: Mapping[str, re.Pattern[str]] = {
    "a double space": re.compile(r"\S  +\S"),
    "a space before a mark": re.compile(r"\w [.,;:!?](\s|$)"),
    "a doubled mark": re.compile(r"[.,;:!?][.,;:]"),
    "one of many": re.compile(
        r"(?<![\w/.,-])1 (?!Fun\b)(more |other )?[a-z]+s\b(?<!across)(?<!less)(?<!bonus)(?<!is)(?<!has)(?<!was)"
    ),
    "many of one": re.compile(r"(?<![\w/.,-])(0|[2-9]|\d\d+) (card|token|point|turn|action|seat|player|discard)\b"),
    "You with another's verb": re.compile(
        r"\bYou (takes|plays|draws|has|is|lays|gives|loses|gains|asks|discards|deals|begins|rolls|turns|leads|crafts|"
        r"mines|keeps|looks|reveals|swaps|pays|scores|passes|sends|observes|picks|stops|uses|chooses|shares|misses)\b"
    ),
    "a name with your verb": re.compile(
        r"(?<!\blets )\b(Ana|Bo|Cy|Dee|Eli|Fay) (take|play|draw|have|are|lay|give|lose|gain|ask|discard|deal|begin|"
        r"roll|turn|lead|craft|mine|keep|look|reveal|swap|pay|score|pass|send|observe|pick|stop|use|choose|share|miss)\b"
    ),
    "You in the middle": re.compile(r"(?<![.!?:“(] )(?<!^)(?<![“(])\bYou\b(?!r)"),
    "a capital in the middle": re.compile(
        r"[a-z,;] (The|An|And|Or|Then|It|They|Nobody|Each|Every|Everybody|Somebody|This|That|But|If|With)\b"
    ),
    "an unfinished sentence": re.compile(r"\b(the|an|and|or|of)[.!?](\s|$)"),
    "an unfilled blank": re.compile(r"[{}]|\bNone\b|\bNOBODY\b|\bFalse\b|\bTrue\b"),
    "a repeated word": re.compile(r"\b([a-z]+) \1\b"),
}
ENDS = re.compile(r"[.!?”)]$")
BEGINS = re.compile(r"^[“'(\dA-Z]")


def slips(text: str) -> list[str]:
    """What is wrong with any text."""
    return [f"{name}: {text!r}" for name, wrong in SLIPS.items() if wrong.search(text)]


def sentence_slips(text: str) -> list[str]:
    """What is wrong with a text that must be whole sentences."""
    found = slips(text)
    if not BEGINS.search(text):
        found.append(f"a small beginning: {text!r}")
    if not ENDS.search(text):
        found.append(f"no end: {text!r}")
    return found


def scene_slips(scene: Scene) -> Iterator[str]:
    """What is wrong with the texts of a scene."""
    prompt = scene.prompt
    if prompt is not None:
        yield from sentence_slips(prompt.text)
        for choice in prompt.choices:
            yield from slips(choice.label)
            yield from slips(choice.preview)
            if choice.confirm:
                yield from sentence_slips(choice.confirm)
            if choice.ends and ("ends the" not in choice.label or not choice.confirm):
                yield f"an ending that does not say so: {choice.label!r}"
        for blocked in prompt.blocked:
            yield from sentence_slips(blocked.why)
    for zone in scene.zones:
        for badge in zone.badges:
            yield from slips(badge.text)
    for player in scene.players:
        for badge in player.badges:
            yield from slips(badge.text)
    if scene.result is not None:
        yield from sentence_slips(scene.result.reason)
        for line in scene.result.lines:
            yield from slips(line)


def names_for(viewer: int, seats: int) -> list[str]:
    """The names as clients say them: the viewer is "You"."""
    return ["You" if seat == viewer else NAMES[seat] for seat in range(seats)]


def tables(entry: Entry) -> Iterator[tuple[AnyGame, str]]:
    """A number of games, over all presets and seat counts in turn."""
    presets = [{}, *(entry.about.presets or {}).values()]
    seats = range(entry.about.min_seats, entry.about.max_seats + 1)
    full = [options for options in presets if "deck" not in options]  # small decks do not serve every number of seats
    for number in range(GAMES):
        options = full[number % len(full)]
        yield entry.make(seats=seats[number % len(seats)], **options), f"style {number}"


def played(game: AnyGame, seed: str) -> Iterator[str]:
    """What is wrong with what is said in one random game."""
    rng = Rng(seed)
    match = Match(game, seed, NAMES[: game.seats])
    look = 1 + rng.below(20)
    looks = 0
    while match.to_act:
        seats = match.may_act
        seat = seats[rng.below(len(seats))]
        look -= 1
        if look == 0 and looks < LOOKS:
            looks += 1
            look = 1 + rng.below(20)
            yield from scene_slips(game.scene(match.view(seat), names_for(seat, game.seats)))
            asked = rng.below(len(game.actions))
            yield from sentence_slips(match.why_not(seat, asked)) if asked not in match.legal(seat) else ()
        legal = match.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
    yield from scene_slips(game.scene(match.view(0), names_for(0, game.seats)))
    for viewer in (0, 1):
        for event in match.seen_by(viewer):
            if line := game.tell(event, names_for(viewer, game.seats)):
                yield from sentence_slips(line)


@pytest.mark.parametrize("entry", all_games(), ids=lambda entry: entry.about.slug)
def test_what_players_read_is_right(entry: Entry) -> None:
    found: dict[str, None] = {}
    for game, seed in tables(entry):
        found.update(dict.fromkeys(played(game, seed)))
    assert list(found)[:12] == []


@pytest.mark.parametrize("entry", all_games(), ids=lambda entry: entry.about.slug)
def test_what_options_say_is_right(entry: Entry) -> None:
    assert [slip for option in entry.about.options for slip in sentence_slips(option.help)] == []


@pytest.mark.parametrize(
    "text",
    [
        "Bo deals; You begin.",
        "Bo gives you 1 cards.",
        "You takes the pile.",
        "Bo take the pile.",
        "Bo takes  the pile.",
        "Bo takes The pile.",
        "Bo takes the pile of.",
        "Bo takes the pile",
        "3 turn left.",
        "bo takes the pile.",
        "Bo takes the the pile.",
    ],
)
def test_a_slip_is_found(text: str) -> None:
    assert sentence_slips(text)

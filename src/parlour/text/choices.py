"""Numbered choices: in a list, in columns, or on the board itself."""

from collections.abc import Mapping, Sequence

from rich.text import Text

from parlour.core.scene import Choice, Piece, Scene
from parlour.text.screen import QUIET, Glyphs, columns, ink, wrapped

WORTH_SHARING = 12
"""Minimum common prefix, in letters, for a short list of choices to get a heading."""
ROOMY = 72
"""Minimum screen width for numbers beside a board's face-up cards."""

Spot = tuple[str, tuple[int, int]]
"""A place of a board: its zone, and row and column."""


def row_name(row: int) -> str:
    """The letter of a grid's row: a, b, c and so on."""
    return chr(ord("a") + row) if row < 26 else str(row + 1)


def cell_name(cell: tuple[int, int]) -> str:
    """The name of a grid cell.

    >>> cell_name((2, 1))
    'c2'
    """
    return f"{row_name(cell[0])}{cell[1] + 1}"


def place_of(piece: Piece) -> tuple[int, int]:
    """Row and column of a piece; in a line the row is 0."""
    return piece.pos if isinstance(piece.pos, tuple) else (0, piece.pos)


def number_choices(scene: Scene) -> dict[int, Choice]:
    """The number to type for each choice.

    They count from 1, dangerous choices last, so that a typing mistake does no harm. Choices that point at numbered
    places of a board ("card 17") keep the number of the place, and the others are counted after them.
    """
    if scene.prompt is None:
        return {}
    choices = sorted(scene.prompt.choices, key=lambda choice: choice.style == "danger")
    spots = _spots(scene)
    on_board = [choice for choice in choices if choice.action in spots]
    places = [choice.number for choice in on_board if choice.number is not None]
    if not on_board or len(set(places)) < len(on_board):
        return dict(enumerate(choices, start=1))
    others = [choice for choice in choices if choice not in on_board]
    return {**dict(sorted(zip(places, on_board, strict=True))), **dict(enumerate(others, start=max(places) + 1))}


def understand(choices: Mapping[int, Choice], answer: str) -> Choice | None:
    """The choice a player means by a number or by words."""
    if answer.isascii() and answer.isdigit() and len(answer) < 6:
        return choices.get(int(answer))
    plain = " ".join(answer.lower().split())
    said = [one for one in choices.values() if plain in (one.text.lower(), one.label.lower())]
    said += [one for one in choices.values() if plain and plain in (one.option.lower(), *map(cell_name, one.cells))]
    return said[0] if said else None


def _spots(scene: Scene) -> dict[int, Spot]:
    """The place of a board each choice points at: a cell of a grid, or where its only piece lies."""
    boards = {zone.id: zone.layout for zone in scene.zones if zone.layout in ("grid", "ring")}
    lying = {piece.id: (piece.zone, place_of(piece)) for piece in scene.pieces if piece.zone in boards}
    spots: dict[int, Spot] = {}
    for choice in scene.prompt.choices if scene.prompt else ():
        grid = next((zone for zone in choice.zones if boards.get(zone) == "grid"), "")
        if grid and choice.cells:
            spots[choice.action] = (grid, choice.cells[0])
        elif len(choice.pieces) == 1 and choice.pieces[0] in lying:
            spots[choice.action] = lying[choice.pieces[0]]
    return spots


def numbers_on_board(scene: Scene, width: int) -> dict[Spot, int]:
    """The choices whose numbers are written on the board itself: each is the only one to point at its place.

    A face-up card has its number beside it if the choice names its cell and there is room; otherwise it is listed.
    """
    spots = _spots(scene)
    pointed = list(spots.values())
    faces = {(piece.zone, place_of(piece)) for piece in scene.pieces if piece.type is not None}
    return {
        spots[choice.action]: number
        for number, choice in number_choices(scene).items()
        if pointed.count(spots.get(choice.action, ("", (0, 0)))) == 1
        and (spots[choice.action] not in faces or (width >= ROOMY and choice.cells))
    }


def draw_choices(scene: Scene, glyphs: Glyphs, width: int = 80) -> list[Text]:
    """The numbered choices: a few in a list, many in columns under their common words."""
    choices = number_choices(scene)
    if not choices:
        return []
    on_board = set(numbers_on_board(scene, width).values())
    if len(on_board) == 1:
        on_board = set()  # a single one is clearer in words
    digits = len(str(max(choices)))

    def cell(number: int, label: str) -> Text:
        choice = choices[number]
        text = ink(f"{number:>{digits}} ", "bold").append(label, "red" if choice.style == "danger" else "")
        return text.append(f"  {choice.preview}", QUIET) if choice.preview else text

    if len(choices) <= 9 and not on_board:
        before, _, after = shared_words([choice.label for choice in choices.values()])
        if len(choices) <= 4 or len(f"{before} {after}") < WORTH_SHARING:
            cells = [cell(number, choice.label) for number, choice in choices.items()]
            return columns(cells, width, most=1 + len(choices) // 5)
    groups: dict[tuple[object, ...], list[int]] = {}
    for number, choice in choices.items():
        key = (number in on_board, choice.style == "danger", choice.seats, choice.label.split()[0])
        groups.setdefault(key, []).append(number)
    lines: list[Text] = []
    loose: list[Text] = []
    for (board, *_), numbers in sorted(groups.items(), key=lambda group: not group[0][0]):
        labels = [choices[number].label for number in numbers]
        before, rests, after = shared_words(labels)
        title = " ".join(part for part in (before, glyphs.dots, after) if part)
        said_twice = all(rest.split()[0] == str(number) for rest, number in zip(rests, numbers, strict=True))
        if board:
            lines += wrapped(f"{title} {glyphs.dash} the numbers on the board", width, "", "  ")
        elif len(numbers) >= 4 and before and not said_twice:
            lines.append(ink(f"  {title}", "italic"))
            lines += columns([cell(*pair) for pair in zip(numbers, rests, strict=True)], width, "    ")
        else:
            loose += [cell(*pair) for pair in zip(numbers, labels, strict=True)]
    return lines + (columns(loose, width) if loose else [])


def shared_words(labels: Sequence[str]) -> tuple[str, list[str], str]:
    """The common first words of all labels, what is left of each, and the common last words.

    >>> shared_words(["Lay Cane Bay on the table", "Lay Moko on the table"])
    ('Lay', ['Cane Bay', 'Moko'], 'on the table')
    >>> shared_words(["Craft a Hoe (2 wood)", "Craft an Axe (4 wood)"])
    ('Craft', ['a Hoe (2 wood)', 'an Axe (4 wood)'], '')
    """
    words = [label.split() for label in labels]
    least = min(len(each) for each in words) - 1
    start = 0
    while start < least and len({each[start] for each in words}) == 1:
        start += 1
    end = 0
    while end < least - start and len({each[-1 - end] for each in words}) == 1:
        end += 1
    after = " ".join(words[0][len(words[0]) - end :])
    if after.count("(") != after.count(")"):  # keep brackets together
        end, after = 0, ""
    rests = [" ".join(each[start : len(each) - end]) for each in words]
    return " ".join(words[0][:start]), rests, after

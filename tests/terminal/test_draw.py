"""Any scene of the vocabulary is drawn within 80 columns, and can be read."""

import io

import pytest
from rich.console import Console

from parlour.core.scene import Badge, Blocked, Choice, Piece, PieceType, Player, Prompt, Result, Scene, Waiting, Zone
from parlour.text.choices import draw_choices, number_choices
from parlour.text.draw import draw, draw_news, draw_result
from parlour.text.screen import ASCII, Glyphs

GLYPHS = Glyphs()


def table(
    zones: tuple[Zone, ...] = (),
    pieces: tuple[Piece, ...] = (),
    choices: tuple[Choice, ...] = (),
    blocked: tuple[Blocked, ...] = (),
    result: Result | None = None,
    players: tuple[Player, ...] = (Player(0, "You", {"cards": 3}), Player(1, "Bo", {"cards": 2})),
) -> Scene:
    types = {
        "fort": PieceType("The Fort", "fort"),
        "fudge": PieceType("Fudge", "fudge"),
        "die": PieceType("Die", "d6"),
        "pawn": PieceType("Pawn", "@"),
    }
    prompt = Prompt(0, "turn", "What now?", choices, blocked) if choices else None
    return Scene("game", "A Game", 0, "Playing", players, types, zones, pieces, prompt, (Waiting(0, "move"),), result)


def shown(scene: Scene, width: int = 80) -> list[str]:
    lines = [line.plain for line in [*draw(scene, GLYPHS, width), *draw_choices(scene, GLYPHS, width)]]
    assert max(len(line) for line in lines) <= width
    return lines


def grid(choosable: bool) -> Scene:
    cells = [(row, col) for row in range(7) for col in range(8) if not (row in (0, 6) and col in (0, 7))]
    pieces = tuple(
        Piece(f"c{n}", "grid", cell, "fort" if n == 5 else None, number=n)
        for n, cell in enumerate(cells, start=1)
        if n != 30
    )
    looks = tuple(
        Choice(n, f"card {p.number}", f"Look at card {p.number}", pieces=(p.id,), number=p.number)
        for n, p in enumerate(pieces)
    )
    stop = Choice(99, "stop", "Stop here")
    zone = Zone("grid", "The grid", "grid", "table", len(pieces), "order", shape=(7, 8))
    return table((zone,), pieces, (stop, *looks) if choosable else ())


def test_a_grid_is_a_grid_with_its_gaps() -> None:
    lines = shown(grid(choosable=False))
    start = next(n for n, line in enumerate(lines) if line.strip().startswith("a "))
    assert [line.split()[0] for line in lines[start : start + 7]] == list("abcdefg")
    assert lines[start].split() == ["a", "·", *["▒"] * 4, "fort", "▒", "·"]


def test_choices_on_a_board_are_numbered_as_the_places_and_not_listed_again() -> None:
    scene = grid(choosable=True)
    numbers = number_choices(scene)
    assert numbers[17].text == "card 17" and numbers[53].text == "stop" and 30 not in numbers
    lines = shown(scene)
    assert "  Look at card … — the numbers on the board" in lines
    assert any("5 Look at card 5" in line and "53 Stop here" in line for line in lines)
    assert not any("Look at card 17" in line for line in lines)


def test_a_cell_named_by_a_choice_has_its_number_beside_what_lies_there() -> None:
    """Where a choice says its cell: on faces and on gaps too, if there is room."""
    types = ("fort", None)
    pieces = tuple(Piece(f"c{n}", "grid", (0, n), kind) for n, kind in enumerate(types))
    choices = (
        Choice(0, "card 1", "Take 1", pieces=("c0",), cells=((0, 0),), number=1),
        Choice(1, "card 2", "Take 2", pieces=("c1",), cells=((0, 1),), number=2),
        Choice(2, "card 3", "Take 3", zones=("grid",), cells=((0, 2),), number=3),
        Choice(3, "stop", "Stop here"),
    )
    scene = table((Zone("grid", "The grid", "grid", "table", 2, "order", shape=(1, 3)),), pieces, choices)
    assert {number: choice.action for number, choice in number_choices(scene).items()} == {1: 0, 2: 1, 3: 2, 4: 3}
    lines = shown(scene)
    assert any(line.split() == ["a", "1:fort", "2", "·3"] for line in lines)
    assert lines[-2:] == ["  Take … — the numbers on the board", "  4 Stop here"]
    narrow = shown(scene, 50)
    assert any(line.split() == ["a", "fort", "2", "·3"] for line in narrow)
    assert any("1 Take 1" in line for line in narrow)


def test_marks_go_around_backs_too() -> None:
    zone = Zone("grid", "The grid", "grid", "table", 1, "order", shape=(1, 1))
    assert "   a [▒]" in shown(table((zone,), (Piece("c0", "grid", (0, 0), None, ("selected",)),)))


def test_a_ring_is_a_row_with_positions_and_the_pawn_on_it() -> None:
    zones = (
        Zone("ring", "Circle", "ring", "table", 14, "order"),
        Zone("pawn", "Pawn", "ring", "table", 1, under="ring"),
    )
    cards = tuple(Piece(f"r{n}", "ring", n, "fudge" if n == 2 else None) for n in range(14))
    text = "\n".join(shown(table(zones, (*cards, Piece("pawn", "pawn", 2, "pawn")))))
    assert "3 fudge+@" in text and "14 ▒" in text and "Pawn" not in text


def test_pools_are_counts() -> None:
    zones = (
        Zone("center", "Center", "pool", "table", 28, badges=(Badge("all paid", "warn"),)),
        Zone("mine", "Fun", "pool", "self", 3, owner=0),
        Zone("theirs", "Fun", "pool", "seat", 5, owner=1),
    )
    pieces = tuple(Piece(f"{zone.id}:chips", zone.id, 0, "die", value=zone.count) for zone in zones)
    lines = shown(table(zones, pieces))
    assert "  Center 28 — all paid" in lines and "  Your Fun 3" in lines
    assert any(line.startswith("  Bo") and "Fun 5" in line for line in lines)


def test_the_top_of_a_spread_pile_is_marked() -> None:
    zone = Zone("discard", "Discard pile", "spread", "table", 2)
    pieces = (Piece("a", "discard", 0, "fort"), Piece("b", "discard", 1, "fudge"))
    assert any("fort  [fudge]" in line for line in shown(table((zone,), pieces)))


def test_equal_cards_are_counted_together_also_if_one_can_be_chosen() -> None:
    zone = Zone("hand", "hand", "fan", "self", 13, owner=0)
    pieces = tuple(Piece(f"p{n}", "hand", n, "fort") for n in range(13))
    lines = shown(table((zone,), pieces, (Choice(0, "play", "Play the Fort", pieces=("p0",)),)))
    assert any(f"fort{GLYPHS.times}13" in line for line in lines)


def test_several_piles_share_lines() -> None:
    zones = tuple(Zone(f"p{n}", "Pile", "pile", "table", 15, number=n) for n in range(1, 6))
    lines = shown(table(zones, tuple(Piece(zone.id, zone.id, 14, "fort") for zone in zones)))
    assert any("Pile 1 (15)  [fort]" in line and "Pile 3 (15)  [fort]" in line for line in lines)


def test_what_nobody_else_has_and_what_a_counter_says_is_left_out() -> None:
    players = (Player(0, "You", {"tokens": 4}), Player(1, "Bo", {"tokens": 20}), Player(2, "Cy", {"tokens": 7}))
    zones = (
        Zone("t1", "tokens", "pool", "seat", 20, owner=1),
        Zone("t2", "tokens", "pool", "seat", 7, owner=2),
        Zone("k1", "pairs", "row", "seat", 0, owner=1),
        Zone("k2", "pairs", "row", "seat", 0, owner=2),
        Zone("h1", "hand", "fan", "seat", 0, "len", owner=1),
        Zone("h2", "hand", "fan", "seat", 3, "len", owner=2),
        Zone("t0", "tokens", "pool", "self", 4, owner=0),
    )
    lines = shown(table(zones, players=players))
    assert [line for line in lines if line[2:3] in ("B", "C", "Y")] == [
        "  Bo  tokens 20 · hand 0",
        "  Cy  tokens 7  · hand 3",
        "▸ You  tokens 4",
    ]


def test_dice_tags_badges_and_reasons() -> None:
    zones = (
        Zone("die", "Die", "slots", "table", 1, badges=(Badge("six wins", "rule"),)),
        Zone("hand", "hand", "fan", "self", 3, owner=0, dim="after the roll"),
    )
    pieces = (
        Piece("d", "die", 0, "die", value=4),
        Piece("a", "hand", 0, "fort", ("selected",)),
        Piece("b", "hand", 1, "fort", ("peeked",)),
        Piece("c", "hand", 2, None),
    )
    text = "\n".join(shown(table(zones, pieces)))
    assert "d6:4  — six wins" in text
    assert "[fort]  (fort)  ▒  — after the roll" in text


def asks(count: int) -> tuple[Choice, ...]:
    people = ("Bo", "Cy", "Dee", "Eli", "Fay")
    kinds = [f"Kind of things number {n}" for n in range(count // 5)]
    pairs = [(seat, who, kind) for seat, who in enumerate(people, start=1) for kind in kinds]
    return tuple(
        Choice(n, f"ask {who} {kind}", f"Ask {who} for {kind}", seats=(seat,))
        for n, (seat, who, kind) in enumerate(pairs)
    )


def test_a_hundred_choices_stay_readable() -> None:
    stop = Choice(500, "stop", "Stop asking", "danger")
    scene = table(choices=(stop, *asks(100)))
    lines = [line.plain for line in draw_choices(scene, GLYPHS)]
    assert len(lines) < 50
    assert [line for line in lines if line.startswith("  Ask")] == [
        f"  Ask {who} for Kind of things number …" for who in ("Bo", "Cy", "Dee", "Eli", "Fay")
    ]
    assert "101 Stop asking" in lines[-1], "what is dangerous comes last"


@pytest.mark.parametrize("width", [40, 60, 80, 100])
@pytest.mark.parametrize("count", [5, 25, 100])
def test_every_line_fits_however_long_the_words(width: int, count: int) -> None:
    long = "word " * 40
    zones = (
        Zone("pile", "A pile with quite a long name of its own", "pile", "table", 20, badges=(Badge(long.strip()),)),
        Zone("hand", "hand", "fan", "self", 30, owner=0, dim=long.strip()),
        Zone("theirs", "things", "row", "seat", 30, owner=1),
    )
    pieces = tuple(
        Piece(f"{zone.id}{n}", zone.id, n, ("fort", "fudge")[n % 2]) for zone in zones for n in range(zone.count)
    )
    wordy = Choice(900, "wordy", long.strip(), preview="and more")
    endless = Choice(901, "endless", "x" * 130)
    scene = table(zones, pieces, (*asks(count), wordy, endless))
    shown(scene, width)
    for line in draw_news([(None, long.strip()), (0, "Bo plays."), (0, "Bo draws.")], ["Bo"], GLYPHS, width):
        assert len(line.plain) <= width


def test_sentences_about_one_player_share_a_line() -> None:
    news = [(0, "Bo Li plays 7."), (0, "Bo Li draws 1."), (1, "Cy passes."), (None, "The round is over.")]
    lines = draw_news(news, ["Bo Li", "Cy"], GLYPHS)
    assert [line.plain for line in lines] == ["» Bo Li plays 7. Bo Li draws 1.", "» Cy passes.", "» The round is over."]
    assert [line.plain[span.start : span.end] for line in lines for span in line.spans if span.style == "bold"] == [
        "Bo Li",
        "Cy",
    ]


def test_the_result_shows_ranks_scores_reason_and_lines() -> None:
    result = Result((1,), (2, 1), (3, 12), "The deck is used up.", ("one pair", "four pairs"))
    assert [line.plain for line in draw_result(table(result=result))] == [
        "Bo wins!",
        "The deck is used up.",
        "  1.  Bo   12  four pairs",
        "  2.  You   3  one pair",
    ]


def test_team_members_are_named() -> None:
    players = (Player(0, "You", members=("You", "Bo")), Player(1, "Cy & Dee", members=("Cy", "Dee")))
    lines = shown(table(players=players))
    assert "▸ You  You + Bo" in lines and "  Cy & Dee" in lines


def test_ascii_streams_get_ascii() -> None:
    scene = grid(choosable=True)
    drawn = [line.plain for line in [*draw(scene, ASCII), *draw_choices(scene, ASCII)]]
    assert all(line.isascii() for line in drawn)


def test_styles_do_not_change_the_words() -> None:
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, color_system="standard", width=80)
    for line in draw(grid(choosable=True), GLYPHS):
        console.print(line, soft_wrap=True)
    assert "\x1b[" in out.getvalue()

"""What a step leaves out of a scene, whatever changed."""

from hypothesis import given
from hypothesis import strategies as some

from parlour.core.scene import Piece, Player
from parlour.server.log.projection import without_kept
from parlour.server.protocol.messages import Kept
from server.people import spelled

PIECE = some.builds(Piece, some.sampled_from("abcdef"), some.just("hand"), some.integers(0, 2), some.just(None))
PIECES = some.lists(PIECE, unique_by=lambda piece: piece.id).map(tuple)
IN_ORDER = PIECES.map(lambda pieces: tuple(sorted(pieces, key=lambda piece: piece.id)))


def heard(before: tuple[Piece, ...], told: list[Piece | Kept]) -> list[Piece]:
    """What a client makes of it."""
    return spelled(list(before), [list(part) if isinstance(part, tuple) else part for part in told])


@given(PIECES, PIECES)
def test_a_list_without_what_was_kept_spells_the_whole_list(before: tuple[Piece, ...], now: tuple[Piece, ...]) -> None:
    assert heard(before, without_kept(before, now)) == list(now)


@given(IN_ORDER, IN_ORDER)
def test_of_things_that_keep_their_order_only_the_new_ones_are_sent(
    before: tuple[Piece, ...], now: tuple[Piece, ...]
) -> None:
    told = without_kept(before, now)
    assert [part for part in told if isinstance(part, Piece)] == [piece for piece in now if piece not in before]


@given(PIECES, PIECES)
def test_what_is_left_out_depends_on_what_was_shown_alone(before: tuple[Piece, ...], now: tuple[Piece, ...]) -> None:
    """Equal scenes give equal steps, whether they were drawn again or cached: sharing a drawing reveals nothing."""
    copies = tuple(Piece(piece.id, piece.zone, piece.pos, piece.type) for piece in now)
    assert without_kept(before, copies) == without_kept(before, now)


def test_nothing_new_is_one_pair_and_an_empty_list_is_empty() -> None:
    seated = (Player(0, "Ana"), Player(1, "Bo"))
    assert without_kept(seated, seated) == [(0, 2)]
    assert without_kept(seated, ()) == []
    assert without_kept((), seated) == list(seated)

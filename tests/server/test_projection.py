"""What a step leaves out of a scene, whatever changed."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from msgspec import UNSET

from parlour.core.scene import Piece, Player
from parlour.server.log import entries
from parlour.server.log.projection import PresenceState, Projection, Viewer, without_kept
from parlour.server.log.undo import undo_for
from parlour.server.protocol import messages as say
from parlour.server.protocol.messages import Kept
from server.desk import Desk
from server.people import spelled

PIECE = some.builds(Piece, some.sampled_from("abcdef"), some.just("hand"), some.integers(0, 2), some.just(None))
PIECES = some.lists(PIECE, unique_by=lambda piece: piece.id).map(tuple)
IN_ORDER = PIECES.map(lambda pieces: tuple(sorted(pieces, key=lambda piece: piece.id)))


def heard(before: tuple[Piece, ...], told: list[Piece | Kept]) -> list[Piece]:
    """What a client makes of it."""
    return spelled(list(before), [list(part) if isinstance(part, tuple) else part for part in told])


@settings(deadline=None)  # a busy machine may take its time
@given(PIECES, PIECES)
def test_a_list_without_what_was_kept_spells_the_whole_list(before: tuple[Piece, ...], now: tuple[Piece, ...]) -> None:
    assert heard(before, without_kept(before, now)) == list(now)


@settings(deadline=None)  # a busy machine may take its time
@given(IN_ORDER, IN_ORDER)
def test_of_things_that_keep_their_order_only_the_new_ones_are_sent(
    before: tuple[Piece, ...], now: tuple[Piece, ...]
) -> None:
    told = without_kept(before, now)
    assert [part for part in told if isinstance(part, Piece)] == [piece for piece in now if piece not in before]


@settings(deadline=None)  # a busy machine may take its time
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


@pytest.mark.parametrize("slug", ["st-croix", "follow-me"])
def test_a_step_is_much_shorter_than_the_whole(slug: str) -> None:
    """How much depends on the cards, so the deal is the same in every run."""
    desk, luck = Desk(slug, seats=2), random.Random(slug)
    desk.join("bo", 1)
    desk.do(say.Start(), new_seed=lambda: "projected")
    projection, presence, viewer = Projection(desk.table), PresenceState([True, True], [None, None]), Viewer(0, True)
    view = projection.view(viewer, presence)
    whole = len(msgspec.json.encode(say.Update(desk.table.seq, [], view)))
    sent = projection.sent(view)
    sizes: list[int] = []
    while (match := desk.table.match) and match.to_act and len(sizes) < 100:
        seat = luck.choice(match.to_act)
        projection.table = desk.play(seat, luck.choice(match.legal(seat)))
        stepped = projection.step(viewer, presence, sent)
        assert stepped is not None
        step, sent = stepped
        sizes.append(len(msgspec.json.encode(step)))
    assert len(sizes) > 30 and sum(sizes) / len(sizes) < whole / 3


def test_after_taking_back_every_viewer_gets_a_snapshot_and_no_cached_event() -> None:
    """The numbers of the lines and events of the action are used again, for other ones."""
    desk = Desk("follow-me", seats=2)
    desk.do(say.Start(), new_seed=lambda: "projected")
    projection, presence = Projection(desk.table), PresenceState([True, True], [None, None])
    viewers = [Viewer(0, True), Viewer(1, False), Viewer(-1, False)]
    while not undo_for(desk.table, 0):
        assert desk.table.match is not None
        seat = desk.table.match.to_act[0]
        projection.table = desk.play(seat, bot=bool(desk.table.played_by_bot(seat)))
    sent = [projection.sent(projection.view(viewer, presence)) for viewer in viewers]
    projection.table = desk.do(say.Undo())
    for viewer, before in zip(viewers, sent, strict=True):
        assert projection.step(viewer, presence, before) is None, "a step cannot take back lines of the log"
        assert projection.events(viewer.seat, 1) == Projection(desk.table).events(viewer.seat, 1)
        assert projection.view(viewer, presence).log == Projection(desk.table).view(viewer, presence).log
    assert desk.table.match is not None
    projection.table = desk.play(0, desk.table.match.legal(0)[-1])
    for viewer in viewers:
        assert projection.events(viewer.seat, 1) == Projection(desk.table).events(viewer.seat, 1)


def test_a_viewer_has_acted_after_a_choice_of_their_own() -> None:
    """Not after those of the others, nor after what a bot chose for somebody."""
    desk = Desk("st-croix", seats=2)
    desk.do(say.Start(), new_seed=lambda: "projected")
    projection, presence = Projection(desk.table), PresenceState([True, True], [None, None])
    viewers = [Viewer(0, True), Viewer(1, False), Viewer(-1, False)]

    def after(seat: int, bot: bool) -> list[bool]:
        """What a step and a snapshot tell each viewer after that seat has acted."""
        sent = [projection.sent(projection.view(viewer, presence)) for viewer in viewers]
        projection.table = desk.play(seat, bot=bot)
        told = []
        for viewer, before in zip(viewers, sent, strict=True):
            stepped = projection.step(viewer, presence, before)
            assert stepped is not None
            step, now = stepped
            assert now.you == projection.view(viewer, presence).you
            assert (step.you is UNSET) == (now.you == before.you)
            told.append(now.you.acted)
        return told

    assert after(0, bot=True) == [False, False, False]
    assert after(0, bot=False) == [True, False, False]
    assert after(1, bot=True) == [True, False, False]
    assert after(0, bot=False) == [True, False, False]


def test_a_table_that_cannot_continue_here_keeps_its_secrets() -> None:
    """Another server, with the version that wrote the row, may go on with the game."""
    desk = Desk(seats=2, secret="the server's part")
    desk.join("bo", 1)
    desk.do(say.Start())
    table = desk.add(entries.Acted(0, 0, "hide the Queen", []))
    info = Projection(table).info(PresenceState())
    assert info.status == "closed" and "cannot continue" in info.note and "Queen" not in info.note
    assert (info.seed, info.secret) == ("", "") and table.match is not None and table.match.seed

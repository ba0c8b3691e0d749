"""Episodes: the same game as a match, one call a decision."""

import pytest

import parlour
from parlour.core.chance import Sampled, Scripted
from parlour.core.episode import Episode
from parlour.core.rng import Rng
from parlour.core.worlds import random_match

EVERY = [about.slug for about in parlour.games()]


@pytest.mark.parametrize("slug", EVERY)
def test_an_episode_goes_like_the_match_with_the_same_luck_and_actions(slug: str) -> None:
    match = parlour.Match(parlour.game(slug), seed="episode")
    rng = Rng("episode", slug)
    while match.to_act:
        legal = match.legal(match.to_act[0])
        match.play(match.to_act[0], legal[rng.below(len(legal))])
    record = match.record
    luck = Scripted([*record.deal, *[outcome for entry in record.entries for outcome in entry.luck]])
    episode = Episode(match.game, luck)
    for entry in record.entries:
        assert episode.seat == entry.seat
        assert entry.action in episode.legal
        assert episode.play(entry.action) == episode.legal
    assert episode.legal == []
    assert episode.seat == parlour.NOBODY
    assert match.game.dump(episode.state) == match.position()


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    game = parlour.game("st-croix")
    episode = Episode(game, Sampled(Rng(1)))
    before = game.dump(episode.state)
    with pytest.raises(parlour.IllegalAction, match=r"Table Cards|pick up"):
        episode.play(game.actions.id_of("pick up"))
    assert game.dump(episode.state) == before
    random_match(game, "x", 1)  # the game's own buffer is not the episode's
    assert episode.play(episode.legal[0])

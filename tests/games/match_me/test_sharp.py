"""The sharp policy, which expert follows: it keeps its groups secret, feeds nobody, and wins by that."""

from games.match_me.positions import at
from parlour.core.policy import rated
from parlour.games.match_me.policy import MatchMePolicy
from parlour.games.match_me.rules import MatchMeRules
from parlour.games.match_me.sharp import SharpMatchMePolicy
from parlour.games.match_me.state import MatchMeState
from scenario import Scenario, games_won

REST = ["skull-cave", "natural-arch", "glacial-erratic", "paper-birch", "balsam-fir", "sugar-maple"]


def ratings(table: Scenario) -> dict[str, float]:
    """How a sharp player rates its choices."""
    game, state = table.game, table.state
    assert isinstance(game, MatchMeRules) and isinstance(state, MatchMeState)
    moves = rated(SharpMatchMePolicy(game), state, table.actor, table.view(table.actor).legal)
    return {game.actions.texts[moves.ids[place]]: moves.ratings[place] for place in range(moves.count)}


def favourites(table: Scenario) -> set[str]:
    """The choices that a sharp player likes best."""
    found = ratings(table)
    return {action for action, rating in found.items() if rating == max(found.values())}


def test_it_picks_up_what_completes_a_group_and_shows_no_other() -> None:
    secret = ["harebell", "ox-eye-daisy"], ["tamarack"], ["sea-cave"]
    assert favourites(at(*secret, discard_pile=["fringed-gentian"])) == {"take 1"}
    birds = ["bald-eagle", "barred-owl"], ["tamarack"], ["sea-cave"]
    assert ratings(at(*birds, discard_pile=["herring-gull"]))["take 1"] < ratings(at(*birds))["take 1"]


def test_it_asks_where_the_missing_card_may_be() -> None:
    """Two others, and one has said that it has none: the other has the card more often than the draw pile."""
    table = at(["harebell", "ox-eye-daisy", "sugar-loaf"], ["tamarack"], ["sea-cave"], draw_pile=REST)
    before = ratings(table)["ask 3 summer-flowers"]
    table.do("ask 2 summer-flowers").do("discard sugar-loaf")
    table.do("ask 3 coniferous-trees", seat=1).do("discard tamarack", seat=1)
    table.do("ask 1 geological-features", seat=2).do("discard sea-cave", seat=2)
    after = ratings(table)
    assert after["ask 3 summer-flowers"] > before > after["take 1"]


def test_it_parts_with_what_is_no_secret() -> None:
    table = at(["harebell", "bumble-bee"], ["tamarack"], ["sea-cave"], draw_pile=REST).do("ask 2 insects")
    assert favourites(table) == {"discard bumble-bee"}


def test_it_does_not_feed_the_pile() -> None:
    hands = ["harebell", "bumble-bee", "bald-eagle"], ["tamarack"], ["sea-cave"]
    table = at(*hands, draw_pile=REST, discard_pile=["green-darner", "ox-eye-daisy", "arch-rock"]).do("ask 2 birds")
    found = ratings(table)
    assert found["discard harebell"] == found["discard bumble-bee"] < found["discard bald-eagle"]


def test_it_beats_the_rule_of_thumb() -> None:
    """On 100 deals, from all three seats; the share of a longer run is 48 %."""
    game = MatchMeRules(3)
    assert games_won(game, SharpMatchMePolicy(game), MatchMePolicy(game), 300) > 120.0

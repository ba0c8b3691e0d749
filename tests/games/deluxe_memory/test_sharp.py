"""The sharp policy, which expert follows: it keeps cards secret, follows its rivals' looks, and wins by that."""

from games.deluxe_memory.positions import board
from parlour.core.policy import rated
from parlour.games.deluxe_memory.policy import MemoryPolicy
from parlour.games.deluxe_memory.rules import MemoryRules
from parlour.games.deluxe_memory.sharp import SharpMemoryPolicy
from parlour.games.deluxe_memory.state import MemoryState
from scenario import Scenario, games_won

CARDS = "7b qr 9r qb 9b 7r"


def favourites(table: Scenario) -> set[str]:
    """The choices that a sharp player likes best."""
    game, state = table.game, table.state
    assert isinstance(game, MemoryRules) and isinstance(state, MemoryState)
    moves = rated(SharpMemoryPolicy(game), state, table.actor, table.view(table.actor).legal)
    best = max(moves.ratings[place] for place in range(moves.count))
    return {game.actions.texts[moves.ids[place]] for place in range(moves.count) if moves.ratings[place] == best}


def test_it_pays_to_keep_both_cards_secret() -> None:
    table = board(CARDS).do("card 1", "card 2")
    assert favourites(table) == {"hide both"}


def test_it_keeps_its_last_token() -> None:
    assert favourites(board(CARDS, tokens=[1, 20]).do("card 1", "card 2")) == {"both up"}
    assert favourites(board(CARDS, tokens=[2, 20]).do("card 1", "card 2")) == {"hide first", "hide second"}


def test_it_does_not_hide_what_all_rivals_have_seen() -> None:
    table = board(CARDS, players=[{}, {"knows": [2]}]).do("card 1", "card 2")
    assert favourites(table) == {"hide first"}
    three = board(CARDS, tokens=[20, 20, 20], players=[{}, {"knows": [2]}, {}]).do("card 1", "card 2")
    assert favourites(three) == {"hide both"}


def test_it_looks_where_a_rival_has_looked() -> None:
    table = board(CARDS, players=[{}, {"knows": [4]}])
    assert favourites(table) == {"card 4"}
    assert favourites(table.do("card 1")) == {"card 4"}


def test_it_takes_a_pair_it_knows_first() -> None:
    table = board(CARDS, players=[{"knows": [1, 6]}, {"knows": [4]}])
    assert favourites(table) == {"card 1", "card 6"}


def test_it_beats_the_rule_of_thumb() -> None:
    """On 100 deals, from both seats; the share of a longer run is 72 %."""
    game = MemoryRules(2)
    assert games_won(game, SharpMemoryPolicy(game), MemoryPolicy(game), 200) > 120.0

"""How a Match Me table looks to any client."""

from collections.abc import Sequence
from functools import lru_cache

from parlour.core.actions import Action
from parlour.core.bags import members, set_of
from parlour.core.game import NOBODY, TableView
from parlour.core.scene import (
    Area,
    Badge,
    Blocked,
    Choice,
    Piece,
    PieceType,
    Player,
    Prompt,
    Scene,
    Waiting,
    Zone,
    counted,
    ends_game,
    goal_line,
    result_of,
    says,
    whom,
)
from parlour.core.scene import turns_left as end_badge
from parlour.games.match_me.actions import Ask, Discard, GoOut, Lay, StopAsking, Take
from parlour.games.match_me.explain import ASKED_THIS_TURN, JUST_PICKED_UP
from parlour.games.match_me.history import ASKS, DISCARDS
from parlour.games.match_me.rules import AFTER_ASKING, MatchMeRules
from parlour.games.match_me.state import ADD, ASK_AGAIN, MatchMePlayer, MatchMeState, turns_left

PHASES = ("Adding cards", "Asking", "Discarding")
WAITS = ("ask or pick up", "ask again or stop", "discard")


def draw(game: MatchMeRules, view: TableView[MatchMeState], names: Sequence[str]) -> Scene:
    """The scene for one view."""
    table = view.seen
    zones, pieces = _middle(game, view, names)
    for seat in range(view.seats):
        own_zones, own_pieces = _seat_zones(game, view, seat)
        zones += own_zones
        pieces += own_pieces
    return Scene(
        game=game.slug,
        title=game.title,
        seat=view.seat,
        phase="Game over" if view.outcome else PHASES[table.phase],
        players=tuple(Player(seat, names[seat], _counters(game, player)) for seat, player in enumerate(table.players)),
        types=_types(game),
        zones=tuple(zones),
        pieces=tuple(pieces),
        prompt=_prompt(game, view, names),
        waiting=tuple(Waiting(seat, WAITS[table.phase]) for seat in view.to_act),
        result=result_of(view.outcome, _score_lines(game, view)),
        note=game.deck.remark(),
        goal=goal_line(
            f"First to {game.target} points" if game.target else "Most points when somebody goes out",
            game.score(table.players[view.seat]) + table.players[view.seat].banked if view.seat != NOBODY else "",
        ),
    )


def _counters(game: MatchMeRules, player: MatchMePlayer) -> dict[str, int]:
    """What everybody counts of a player."""
    counters: dict[str, int] = {"laid cards": player.laid_cards}
    if game.target:
        counters["earlier deals"] = player.banked
    return counters


@lru_cache(maxsize=64)
def _types(game: MatchMeRules) -> dict[str, PieceType]:
    """How the cards look: a card's category is all that matters."""
    shorts = short_names(game.category_names)
    return {
        card.key: PieceType(
            card.name,
            shorts[card.category],
            {"category": card.category, "group": size, "kind": "Location" if card.location else "Treasure"},
            f"{card.category}: one of {size}.",
        )
        for card, size in zip(game.cards, [len(game.cards_in[kind]) for kind in game.category_of], strict=True)
    }


def short_names(categories: Sequence[str]) -> dict[str, str]:
    """The shortest distinct prefixes of the categories' names.

    >>> short_names(["Birds", "Spring Flowers", "Summer Flowers"])
    {'Birds': 'Bird', 'Spring Flowers': 'Spri', 'Summer Flowers': 'Summ'}
    """
    size = 4
    while len({name[:size] for name in categories}) < len(categories):
        size += 1
    return {name: name[:size].strip() for name in categories}


def _middle(game: MatchMeRules, view: TableView[MatchMeState], names: Sequence[str]) -> tuple[list[Zone], list[Piece]]:
    table = view.seen
    top = len(table.discards) - 1
    zones = [
        Zone("deck", "Draw pile", "pile", "table", table.draw_left, "len", badges=_deck_badges(game, view)),
        Zone("discard", "Discard pile", "spread", "table", len(table.discards)),
    ]
    asked = asked_before(game, view, names)
    if asked:
        title = "Requests of the last round" if game.options["ask_log"] == "last_round" else "Requests so far"
        zones.append(Zone("asked", title, "text", "side", len(asked), badges=tuple(Badge(line) for line in asked)))
    pieces = [
        Piece(f"card:{game.keys[card]}", "discard", place, game.keys[card], ("new",) if place == top else ())
        for place, card in enumerate(table.discards)
    ]
    return zones, pieces


def _deck_badges(game: MatchMeRules, view: TableView[MatchMeState]) -> tuple[Badge, ...]:
    """A warning in the last round before the game ends because nothing moves."""
    left = turns_left(view.seen, game.stale_turns, game.turn_limit)
    return (end_badge(left),) if left <= view.seats and view.outcome is None else ()


def asked_before(game: MatchMeRules, view: TableView[MatchMeState], names: Sequence[str]) -> list[str]:
    """The past requests the table shows as a reminder (MM-G20), oldest first."""
    wanted = game.options["ask_log"]
    lines: list[str] = []
    turns = 0
    note = view.seen.last
    while note is not None and wanted != "off":
        if note.kind == DISCARDS:
            turns += 1
            if wanted == "last_round" and turns > view.seats:
                break
        if note.kind == ASKS:
            got = f"got {note.count}" if note.count else "none"
            asked = f"{says(names[note.seat], 'ask', 'asks')} {whom(names[note.other])}"
            lines.append(f"{asked} for {game.category_names[note.what]}: {got}")
        note = note.before
    lines.reverse()
    return lines


def _seat_zones(game: MatchMeRules, view: TableView[MatchMeState], seat: int) -> tuple[list[Zone], list[Piece]]:
    """A player's hand and laid groups."""
    player = view.seen.players[seat]
    mine = seat == view.seat
    area: Area = "self" if mine else "seat"
    shown = mine or view.outcome is not None
    hand = sorted(members(player.hand), key=lambda card: (game.category_of[card], card)) if shown else []
    groups = [card for kind in members(player.laid) for card in game.cards_in[kind]]
    zones = [
        Zone(
            f"hand:{seat}",
            "hand",
            "fan",
            area,
            player.hand_size,
            "visible" if shown else "len",
            seat,
            badges=tuple(_progress(game, hand)),
        ),
        Zone(
            f"groups:{seat}",
            "groups",
            "row",
            area,
            len(groups),
            owner=seat,
            badges=tuple(Badge(game.category_names[kind], "rule") for kind in members(player.laid)),
        ),
    ]
    pieces = [
        Piece(f"card:{game.keys[card]}", zone, place, game.keys[card])
        for zone, cards in ((f"hand:{seat}", hand), (f"groups:{seat}", groups))
        for place, card in enumerate(cards)
    ]
    return zones, pieces


def _progress(game: MatchMeRules, hand: list[int]) -> list[Badge]:
    """How many cards of each category are in the hand."""
    badges = []
    for kind, name in enumerate(game.category_names):
        held = sum(game.category_of[card] == kind for card in hand)
        if held:
            badges.append(Badge(f"{name} {held}/{len(game.cards_in[kind])}"))
    return badges


def _score_lines(game: MatchMeRules, view: TableView[MatchMeState]) -> list[str]:
    lines: list[str] = []
    for player in view.seen.players:
        if game.target:
            lines.append("over all deals")
            continue
        left = player.laid_cards - game.score(player)
        kinds = "category" if left == 1 else "categories"
        lines.append(f"{counted(player.laid_cards, 'card')} in groups, minus {left} {kinds} in hand")
    return lines


def _prompt(game: MatchMeRules, view: TableView[MatchMeState], names: Sequence[str]) -> Prompt | None:
    if not view.legal:
        return None
    table = view.seen
    choices = tuple(_choice(game, view, action, names) for action in view.legal)
    blocked: list[Blocked] = []
    if table.phase == ADD:
        text = "Ask somebody for a category you hold, or pick up from the discard pile."
        if table.players[view.seat].hand_size == 0:
            text = "Your hand is empty: pick up from the discard pile."
        return Prompt(view.seat, "turn", text, choices, help="adding-cards")
    if table.phase == ASK_AGAIN:
        hidden = tuple(f"card:{game.keys[card]}" for card in table.discards)
        if hidden:
            blocked.append(Blocked(hidden, ASKED_THIS_TURN, ("discard",)))
        return Prompt(view.seat, "turn", "You may ask again, or stop.", choices, tuple(blocked), help="adding-cards")
    may_discard = {piece for choice in choices for piece in choice.pieces}
    fresh = tuple(
        f"card:{game.keys[card]}"
        for card in members(table.players[view.seat].hand)
        if f"card:{game.keys[card]}" not in may_discard
    )
    if fresh:
        blocked.append(Blocked(fresh, JUST_PICKED_UP))
    return Prompt(view.seat, "turn", _discard_text(game, view, names), choices, tuple(blocked), help="discarding")


def _discard_text(game: MatchMeRules, view: TableView[MatchMeState], names: Sequence[str]) -> str:
    """What to do at the end of a turn, after what happened before."""
    table = view.seen
    note = table.last
    refused = ""
    while note is not None and note.kind != DISCARDS:
        if note.kind == ASKS and note.count == 0:
            name = names[note.other]
            refused = f"{says(name, 'have', 'has')} none. "
        note = note.before
    may_lay = any(isinstance(game.actions[action], Lay) for action in view.legal)
    what = "Lay a group if you like, or discard a card" if may_lay else "Choose a card to discard"
    then = "; you then draw one" if _will_draw(game, table) else ""
    return f"{refused}{what}{then}."


def _will_draw(game: MatchMeRules, table: MatchMeState) -> bool:
    """Does the player draw a card after the discard?"""
    # With the discard there are always two, so a reshuffle always yields a card.
    return game.draws_now(table) and (table.draw_left > 0 or game.reshuffle)


def _choice(game: MatchMeRules, view: TableView[MatchMeState], action: int, names: Sequence[str]) -> Choice:
    """One legal action, marked if it surely ends the game."""
    choice = _plain_choice(game, view, action, names)
    deal = "deal" if game.target else "game"
    if _goes_out(game, view, game.actions[action]):
        return ends_game(choice, f"You lay all your cards: this ends the {deal}. Go out?", deal)
    return ends_game(choice, what=deal) if _runs_out(game, view, game.actions[action]) else choice


def _goes_out(game: MatchMeRules, view: TableView[MatchMeState], what: Action) -> bool:
    """Does an action lay the player's whole hand for sure?"""
    table = view.seen
    hand = table.players[view.seat].hand
    if isinstance(what, Take):
        hand |= set_of(table.discards[len(table.discards) - what.count :])
    elif isinstance(what, Ask):
        group = game.group[game.categories.index(what.category)]
        in_vain = hand & group == group or table.players[what.player - 1].hand_size == 0
        if not in_vain or game.draws_when == AFTER_ASKING:
            return False
    elif isinstance(what, Lay):
        return hand == game.group[game.categories.index(what.category)]
    elif not isinstance(what, GoOut) and (not isinstance(what, StopAsking) or game.draws_when == AFTER_ASKING):
        return False
    return not game.lay_optional and game.only_complete(hand)


def _runs_out(game: MatchMeRules, view: TableView[MatchMeState], what: Action) -> bool:
    """Does a discard end the game, because nothing has moved for too long?"""
    table = view.seen
    if not isinstance(what, Discard) or table.idle < 0 or _will_draw(game, table):
        return False
    return turns_left(table, game.stale_turns, game.turn_limit) <= 1


def _plain_choice(game: MatchMeRules, view: TableView[MatchMeState], action: int, names: Sequence[str]) -> Choice:
    what = game.actions[action]
    text = game.actions.texts[action]
    if isinstance(what, StopAsking):
        return Choice(action, text, "Stop asking", "quiet")
    if isinstance(what, GoOut):
        return Choice(action, text, "Lay all your groups")
    if isinstance(what, Take):
        taken = list(reversed(view.seen.discards))[: what.count]
        cards = [game.cards[card] for card in taken]
        last = f"{cards[-1].name} ({cards[-1].category})"
        label = f"Pick up {last}" if len(cards) == 1 else f"Pick up {len(cards)}, down to {last}"
        pieces = tuple(f"card:{card.key}" for card in cards)
        return Choice(action, text, label, pieces=pieces, zones=("discard",), preview=_completed(game, view, taken))
    if isinstance(what, Ask):
        seat = what.player - 1
        category = game.category_names[game.categories.index(what.category)]
        group = game.group[game.categories.index(what.category)]
        in_vain = ""
        if view.seen.players[view.seat].hand & group == group:
            in_vain = "you hold them all"
        elif view.seen.players[seat].hand_size == 0:
            in_vain = "no cards in hand"
        return Choice(
            action,
            text,
            f"Ask {names[seat]} for {category}",
            "optional" if in_vain else "main",
            seats=(seat,),
            option=category,
            preview=in_vain,
        )
    if isinstance(what, Lay):
        kind = game.categories.index(what.category)
        cards_in = tuple(f"card:{game.keys[card]}" for card in game.cards_in[kind])
        return Choice(
            action,
            text,
            f"Lay {game.category_names[kind]}",
            zones=(f"groups:{view.seat}",),
            preview=f"+{len(cards_in)}",
        )
    assert isinstance(what, Discard)
    card = game.cards[game.keys.index(what.card)]
    label = f"Discard {card.name} ({card.category})"
    return Choice(action, text, label, pieces=(f"card:{card.key}",), zones=("discard",))


def _completed(game: MatchMeRules, view: TableView[MatchMeState], taken: list[int]) -> str:
    """The groups that the taken cards complete."""
    hand = view.seen.players[view.seat].hand
    after = hand | set_of(taken)
    whole = [
        name
        for name, group in zip(game.category_names, game.group, strict=True)
        if after & group == group != hand & group
    ]
    return f"completes {' and '.join(whole)}" if whole else ""

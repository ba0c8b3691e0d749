"""How a Follow Me table looks to any client."""

from collections.abc import Sequence
from functools import lru_cache

from parlour.core.bags import count_set, has, members, without_card
from parlour.core.game import NOBODY
from parlour.core.scene import (
    Area,
    Badge,
    Blocked,
    Choice,
    Facet,
    Piece,
    PieceType,
    Player,
    Policy,
    Prompt,
    PromptKind,
    Scene,
    Style,
    Tone,
    Waiting,
    Zone,
    counted,
    ends_game,
    goal_line,
    result_of,
    says,
    whom,
)
from parlour.decks.mackinac.cards import HABITAT_NAMES, HABITATS, MackinacCard
from parlour.games.follow_me.actions import Draw, EndTurn, Follow, Give, Lead, Observe, Place, Send
from parlour.games.follow_me.explain import habitat_here, why_not_any_card, why_not_draw
from parlour.games.follow_me.rules import FollowMeRules
from parlour.games.follow_me.state import (
    AFTER_PLACING,
    FOLLOWING,
    GIVING,
    LEADING,
    MOST_DRAWS,
    NO_CARD,
    OVER,
    SENDING,
    TURN,
    UNSEEN,
    FollowMeView,
)

PHASES = {
    TURN: "Draw and play",
    AFTER_PLACING: "At a new Location",
    SENDING: "Sending a card",
    GIVING: "Passing cards",
    LEADING: "No draw pile: leading",
    FOLLOWING: "Following",
    OVER: "Game over",
}
WAITS = {
    TURN: "draw, play or end the turn",
    AFTER_PLACING: "observe, send a card or end the turn",
    SENDING: "send a card or end the turn",
    GIVING: "choose a card to pass",
    LEADING: "lead a card",
    FOLLOWING: "choose a card to follow with",
}


def draw(game: FollowMeRules, view: FollowMeView, names: Sequence[str]) -> Scene:
    """The scene for one view."""
    table = view.seen
    zones, pieces = _middle(game, view)
    for seat in range(view.seats):
        own_zones, own_pieces = _seat_zones(game, view, seat)
        zones += own_zones
        pieces += own_pieces
    return Scene(
        game=game.slug,
        title=game.title,
        seat=view.seat,
        phase=PHASES[table.phase],
        players=tuple(_player(game, view, seat, names[seat]) for seat in range(view.seats)),
        types=_types(game),
        zones=tuple(zones),
        pieces=tuple(pieces),
        prompt=_prompt(game, view, names, pieces),
        waiting=tuple(Waiting(seat, WAITS[table.phase]) for seat in view.to_act),
        result=result_of(view.outcome, _score_lines(game, view)),
        note=game.deck.remark(),
        goal=goal_line(
            f"First to {game.target} points" if game.target else "Most points when somebody runs out of cards",
            game.scoring.observed(table.players[view.seat]) + table.players[view.seat].banked
            if view.seat != NOBODY
            else "",
        ),
    )


def _player(game: FollowMeRules, view: FollowMeView, seat: int, name: str) -> Player:
    table, player = view.seen, view.seen.players[seat]
    badges = []
    if seat == table.dealer:
        badges.append(Badge("dealer"))
    if table.phase in (GIVING, FOLLOWING):
        if player.offer != NO_CARD:
            badges.append(Badge("ready"))
        elif has(table.choosing, seat):
            badges.append(Badge("choosing"))
    counters = {"points": game.scoring.observed(player)}
    if game.target:
        counters["earlier deals"] = player.banked
    return Player(seat, name, counters, tuple(badges))


@lru_cache(maxsize=64)
def _types(game: FollowMeRules) -> dict[str, PieceType]:
    return {card.key: _piece_type(card) for card in game.cards}


def _piece_type(card: MackinacCard) -> PieceType:
    where = "any Habitat" if card.any_habitat else ", ".join(HABITAT_NAMES[habitat] for habitat in card.habitats)
    facets: dict[str, Facet] = {
        "kind": "location" if card.location else "treasure",
        "habitats": ("any",) if card.any_habitat else tuple(card.habitats),
        "points": card.points,
    }
    what = "Location" if card.location else card.category
    return PieceType(card.name, _short(card), facets, f"{what}: {where}, {counted(card.points, 'point')}.")


def _short(card: MackinacCard) -> str:
    """A card in short: the letters of its Habitats and its points, such as EH2; @W is a Wetland Location."""
    letters = "".join(habitat[0].upper() for habitat in card.habitats)
    if card.location:
        return f"@{letters}"
    return f"{'any' if card.any_habitat else letters}{card.points}"


def _middle(game: FollowMeRules, view: FollowMeView) -> tuple[list[Zone], list[Piece]]:
    table = view.seen
    tone: Tone = "rule" if table.phase < LEADING else "info"
    here = Badge("no Location yet", tone)
    if table.current != NO_CARD:
        here = Badge(habitat_here(game, view), tone, about=game.cards[table.current].name)
    zones = [
        Zone(
            "deck",
            "Draw pile",
            "pile",
            "table",
            table.draw_left,
            "len",
            badges=_deck_badges(game, view),
        ),
        Zone(
            "here",
            "Current Location",
            "pile",
            "table",
            count_set(table.placed),
            badges=(here,),
        ),
    ]
    if table.out_of_play:
        zones.append(Zone("out", "Out of play", "pile", "side", count_set(table.out_of_play), "len"))
    pieces = []
    if table.current != NO_CARD:
        pieces.append(Piece("here:top", "here", 0, game.keys[table.current]))
    if table.lead != NO_CARD:
        named = HABITAT_NAMES[HABITATS[table.named]]
        led = Badge(f"follow with {named}", "rule", about=game.cards[table.lead].name)
        zones.append(Zone("centre", "Led card", "row", "table", 1, badges=(led,)))
        pieces.append(Piece("centre:lead", "centre", 0, game.keys[table.lead], ("new",)))
    return zones, pieces


def _deck_badges(game: FollowMeRules, view: FollowMeView) -> tuple[Badge, ...]:
    """What everybody should know before a guard against endless games acts."""
    table = view.seen
    if table.must_draw:
        return (Badge("every player must draw", "warn"),)
    if table.phase == LEADING and table.declined:
        left = game.decline_turns - table.declined
        return (Badge(f"{left} more without a lead: over", "warn"),)
    return ()


def _seat_zones(game: FollowMeRules, view: FollowMeView, seat: int) -> tuple[list[Zone], list[Piece]]:
    """A player's hand, Observation Area and the card chosen in secret."""
    table, player, keys = view.seen, view.seen.players[seat], game.keys
    mine = seat == view.seat
    area: Area = "self" if mine else "seat"
    chosen = player.offer != NO_CARD
    in_hand = [card for card in members(player.hand) if card != player.offer]
    zones = [
        Zone(f"hand:{seat}", "hand", "fan", area, player.hand_size - chosen, "visible" if mine else "len", seat),
        Zone(f"seen:{seat}", "Observation Area", "row", area, count_set(player.observed), owner=seat),
    ]
    pieces = [Piece(f"card:{keys[card]}", f"hand:{seat}", place, keys[card]) for place, card in enumerate(in_hand)]
    pieces += [
        Piece(f"card:{keys[card]}", f"seen:{seat}", place, keys[card])
        for place, card in enumerate(members(player.observed))
    ]
    if chosen:
        word = "card to pass" if table.phase == GIVING else "card to follow with"
        policy: Policy = "visible" if mine else "order"
        zones.append(Zone(f"pass:{seat}", word, "slots", area, 1, policy, seat))
        if player.offer == UNSEEN:
            pieces.append(Piece(f"pass:{seat}:card", f"pass:{seat}", 0, None))
        else:
            pieces.append(Piece(f"card:{keys[player.offer]}", f"pass:{seat}", 0, keys[player.offer]))
    return zones, pieces


def _prompt(game: FollowMeRules, view: FollowMeView, names: Sequence[str], pieces: list[Piece]) -> Prompt | None:
    if not view.legal:
        return None
    phase = view.seen.phase
    choices = tuple(_choice(game, view, action, names) for action in view.legal)
    text, help_at = _question(game, view, names)
    kind: PromptKind = "commit" if phase in (GIVING, FOLLOWING) else "turn"
    return Prompt(view.seat, kind, text, choices, _blocked(game, view, choices, pieces), help_at)


def _question(game: FollowMeRules, view: FollowMeView, names: Sequence[str]) -> tuple[str, str]:
    table = view.seen
    me = table.players[view.seat]
    kinds = {type(game.actions[action]) for action in view.legal}
    if table.phase == TURN:
        more = f"draw a card ({_draws_left(game, view)} more allowed)"
        if kinds == {Draw}:
            return "Nobody drew or played for a whole round, so you must draw a card.", "drawing"
        if table.first:
            before = f" Before that you may {more}." if Draw in kinds else ""
            return f"You begin: place a Location.{before}", "your-turn"
        parts = [more] if Draw in kinds else []
        if Observe in kinds:
            parts.append(f"observe one {habitat_here(game, view)} card")
        if Place in kinds:
            parts.append("place a new Location")
        parts.append("end your turn")
        text = ", ".join(parts[:-1]) + " or " + parts[-1] if len(parts) > 1 else "You can only end your turn"
        return f"{text[0].upper()}{text[1:]}.", "your-turn"
    if table.phase == AFTER_PLACING:
        place = habitat_here(game, view)
        if Observe in kinds:
            return f"Observe as many {place} cards as you like. Then send a card, or end your turn.", "playing"
        return f"You have no {place} card to observe. Send a card, or end your turn.", "playing"
    if table.phase == SENDING:
        if view.seats == 2:
            return "Send a card? You are given one in return.", "passing-cards"
        return "Send a card to a neighbour? Everyone else sends one the same way.", "passing-cards"
    if table.phase == GIVING:
        way = "pass to" if view.seats == 2 else "pass left to" if table.step == 1 else "pass right to"
        to = whom(names[game.neighbour(view.seat, table.step)])
        ready = view.seats - len(view.to_act)
        chosen = f"{ready} of {view.seats} {'has' if ready == 1 else 'have'} chosen."
        return f"Choose a card to {way} {to}. {chosen}", "passing-cards"
    if table.phase == LEADING:
        last = " It is your last card." if me.hand_size == 1 else ""
        lead = "Lead one card and name one of its Habitats"
        if _declining_ends(game, view) and EndTurn in kinds:
            last += " Last chance: ending your turn now ends the game."
        return (f"{lead}{', or end your turn' if EndTurn in kinds else ''}.{last}"), "without-a-draw-pile"
    named = HABITAT_NAMES[HABITATS[table.named]]
    led = game.cards[table.lead].name
    who = says(names[table.turn], "lead", "leads")
    return f"{who} {led} as {named}: follow with one of your {named} cards.", "without-a-draw-pile"


def _draws_left(game: FollowMeRules, view: FollowMeView) -> int:
    """How many cards the player may still draw in this turn."""
    table = view.seen
    room = game.hand_limit - table.players[view.seat].hand_size if game.hand_limit else MOST_DRAWS
    return min(MOST_DRAWS - table.drawn, table.draw_left, room)


def _declining_ends(game: FollowMeRules, view: FollowMeView) -> bool:
    """Does the game end if the player leads nothing now?"""
    return view.seen.phase == LEADING and view.seen.declined + 1 >= game.decline_turns


def _choice(game: FollowMeRules, view: FollowMeView, action: int, names: Sequence[str]) -> Choice:
    """One legal action, marked if it ends the game: a last card, or the last decline."""
    choice = _plain_choice(game, view, action, names)
    what = game.actions[action]
    deal = "deal" if game.target else "game"
    if isinstance(what, EndTurn) and _declining_ends(game, view):
        return ends_game(choice, f"Nobody leads: ending your turn now ends the {deal}. Go on?", deal)
    goes_out = isinstance(what, (Observe, Lead, Follow)) and view.seen.players[view.seat].hand_size == 1
    return ends_game(choice, f"This is your last card: it ends the {deal}. Go on?", deal) if goes_out else choice


def _plain_choice(game: FollowMeRules, view: FollowMeView, action: int, names: Sequence[str]) -> Choice:
    what = game.actions[action]
    text = game.actions.texts[action]
    table = view.seen
    more = table.phase == AFTER_PLACING and table.players[view.seat].hand & game.here(table) != 0
    sure = "You can still observe cards here. Stop observing?" if more else ""
    if isinstance(what, Draw):
        return Choice(action, text, "Draw a card", zones=("deck",))
    if isinstance(what, EndTurn):
        ways = {TURN: "End turn without playing", LEADING: "Lead nothing and end turn"}
        style: Style = "quiet" if table.phase == TURN else "optional"
        return Choice(action, text, ways.get(table.phase, "Send nothing and end turn"), style, confirm=sure)
    number = game.ids.card_of[action]
    card = game.cards[number]
    piece = (f"card:{card.key}",)
    code = _short(card)
    if isinstance(what, Observe):
        return Choice(action, text, f"Observe {card.name}", pieces=piece, option="observe", preview=code)
    if isinstance(what, Place):
        fitting = count_set(
            without_card(table.players[view.seat].hand, number) & game.of_class[game.habitat_of[number]]
        )
        preview = f"{HABITAT_NAMES[card.habitats[0]]}, {counted(fitting, 'card')} to observe"
        label = f"Place {card.name}"
        return Choice(action, text, label, pieces=piece, zones=("here",), option="place", preview=preview)
    if isinstance(what, Send):
        to = game.neighbour(view.seat, 1 if what.direction == "left" else -1)
        way = f"{what.direction} to {names[to]}" if view.seats > 2 else f"to {names[to]}"
        return Choice(
            action,
            text,
            f"Send {card.name} {way}",
            "optional",
            piece,
            seats=(to,),
            option=what.direction,
            confirm=sure,
            preview=code,
        )
    if isinstance(what, Give):
        return Choice(action, text, f"Pass {card.name}", pieces=piece, preview=code)
    if isinstance(what, Lead):
        habitat = HABITAT_NAMES[what.habitat]
        return Choice(action, text, f"Lead {card.name} as {habitat}", pieces=piece, option=habitat, preview=code)
    assert isinstance(what, Follow)
    return Choice(action, text, f"Follow with {card.name}", pieces=piece, preview=code)


def _blocked(
    game: FollowMeRules, view: FollowMeView, choices: Sequence[Choice], pieces: list[Piece]
) -> tuple[Blocked, ...]:
    table = view.seen
    usable = {piece for choice in choices for piece in choice.pieces}
    idle = [piece for piece in pieces if piece.zone == f"hand:{view.seat}" and piece.id not in usable]
    blocked = []
    if idle and table.phase in (TURN, FOLLOWING):
        ids = tuple(piece.id for piece in idle)
        blocked.append(Blocked(ids, why_not_any_card(game, view)))
    if table.phase == TURN and not any(choice.zones == ("deck",) for choice in choices):
        blocked.append(Blocked((), why_not_draw(game, view), ("deck",)))
    return tuple(blocked)


def _score_lines(game: FollowMeRules, view: FollowMeView) -> tuple[str, ...]:
    if view.outcome is None:
        return ()
    lines = []
    for player, score in zip(view.seen.players, view.outcome.scores, strict=True):
        if game.target:
            lines.append("over all deals")
            continue
        points = game.scoring.observed(player)
        extra = (
            f" + {score - points} for being out of cards"
            if player.hand_size == 0
            else f", {counted(player.hand_size, 'card')} left"
        )
        lines.append(f"{points} observed{extra}")
    return tuple(lines)

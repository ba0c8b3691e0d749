"""Why an action is good, told without knowing any game.

The coach imagines worlds that fit the view, does the action in each, and lets everybody play on by the game's rule
of thumb. It watches what any client could see: the players' counters, who is next and with how many choices,
how the game ends. What sets the best action apart from the runner-up, and goes along with a good end, is the reason.
"""

import math
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from parlour.bots.evaluation import CLEAR, Judged, difference, final_worth
from parlour.bots.levels import NormalBot
from parlour.bots.search import WAIT
from parlour.core.chance import Sampled
from parlour.core.game import State, View
from parlour.core.rng import Rng
from parlour.core.scene import Scene, possessive, says
from parlour.core.sentences import listed
from parlour.games import AnyGame

Clock = Callable[[], float]

WORLDS = 40
"""Worlds imagined for each action."""
FEWEST = 8
"""Minimum worlds, even when time is up: fewer prove nothing."""
APART = 0.45
"""Standard deviations by which a mean must differ to be mentioned."""
TOGETHER = 0.1
"""Correlation with the result that it also needs."""

Mark = tuple[str, str]
"""A quantity to compare: its kind, and for the kinds `mine` and `theirs` the name of a counter."""

DIRECTIONS = {"won": 1.0, "lost": -1.0, "my choices": 0.2, "their choices": -0.2}
"""Marks that are good or bad in any game. Whether a counter is good shows in how the imagined games end."""


@dataclass
class Glimpse:
    """One imagined game after one action."""

    next_seat: int | None
    """Who is to act right after it; None when the game is over."""
    over: bool
    forced: str = ""
    """The only action of an opponent who is next, if there is just one."""
    now: dict[tuple[int, str], int] = field(default_factory=dict)
    """Every player's counters right after it."""
    kept: Counter[str] = field(default_factory=Counter)
    """The kinds of pieces the seat owns right after it."""
    marks: dict[Mark, float] = field(default_factory=dict)
    """The marks at the seat's next turn."""
    worth: float = 0.0
    first: bool = False


class Imagination:
    """Imagines what follows a seat's actions, from its view."""

    def __init__(self, game: AnyGame, view: View, names: Sequence[str]) -> None:
        self.game = game
        self.view = view
        self.names = names
        self.seat = view.seat
        self.before = game.scene(view, names)
        self.player = NormalBot(game)

    def glimpses(
        self, actions: Sequence[int], seconds: float = 0.0, clock: Clock = time.perf_counter
    ) -> list[list[Glimpse]]:
        """The imagined games after each action, all in the same worlds."""
        found: list[list[Glimpse]] = [[] for _ in actions]
        started = clock() if seconds else 0.0
        for number in range(WORLDS):
            if seconds and number >= FEWEST and clock() - started >= seconds:
                break
            world = self.game.determinise(self.view, Rng("imagined world", number))
            for action, games in zip(actions, found, strict=True):
                games.append(self._glimpse(self.game.clone(world), action, number))
        return found

    def _glimpse(self, state: State, action: int, number: int) -> Glimpse:
        game, me = self.game, self.seat
        luck = Sampled(Rng("imagined luck", number))
        rng = Rng("imagined play", number)
        if action != WAIT:
            game.perform(state, me, action, luck, None)
        actors = game.to_act(state)
        following = None if not actors else me if me in actors else actors[0]
        glimpse = Glimpse(following, not actors)
        after = game.scene(game.view(state, me), self.names)
        glimpse.now = _counters(after)
        glimpse.kept = _own_pieces(after, me)
        marks = glimpse.marks
        if following is not None and following != me:
            theirs = game.view(state, following)
            marks["their choices", ""] = float(len(theirs.legal))
            if len(theirs.legal) == 1:
                prompt = game.scene(theirs, self.names).prompt
                glimpse.forced = prompt.choices[0].label if prompt else ""
        marks["again", ""] = float(following == me)
        self._play_on(state, luck, rng, to_my_turn=True)
        outcome = game.outcome(state)
        scene = game.scene(game.view(state, me), self.names)
        for (seat, name), count in _counters(scene).items():
            key = ("mine" if seat == me else "theirs", name)
            marks[key] = marks.get(key, 0.0) + count
        marks["lost", ""] = float(outcome is not None and outcome.ranks[me] != 1)
        marks["won", ""] = float(outcome is not None and outcome.ranks[me] == 1)
        if outcome is None:
            marks["my choices", ""] = float(len(game.legal(state, me)))
            self._play_on(state, luck, rng, to_my_turn=False)
            outcome = game.outcome(state)
        if outcome is not None:
            glimpse.worth = final_worth(outcome, me)
            glimpse.first = outcome.ranks[me] == 1
        return glimpse

    def _play_on(self, state: State, luck: Sampled, rng: Rng, to_my_turn: bool) -> None:
        """Play by the rule of thumb: to the seat's next turn after another seat's, or to the end."""
        game = self.game
        others_moved = False
        while actors := game.to_act(state):
            if to_my_turn and others_moved and self.seat in actors:
                return
            seat = actors[0]
            others_moved = others_moved or seat != self.seat
            seen = game.view(state, seat)
            game.perform(state, seat, self.player.choose(seen, seen.legal, rng), luck, None)

    # In words

    def reasons(
        self, action: Judged, best: Sequence[Glimpse], runner_up: Judged | None, other: Sequence[Glimpse]
    ) -> list[str]:
        """One or two sentences on why the best action is good."""
        if all(glimpse.over and glimpse.first for glimpse in best):
            return ["It wins the game at once."]
        sentences = []
        does = self._does(action.action, best)
        if runner_up is not None and (kept := self._keeps(best, other)):
            does.append(f"keeps {kept}, which the runner-up would use")
        if does:
            sentences.append(f"It {listed(does)}.")
        if runner_up is not None:
            sentences.append(self._contrast(best, other) or _nothing(action, runner_up))
        return sentences

    def _does(self, action: int, games: Sequence[Glimpse]) -> list[str]:
        """What the action does immediately."""
        parts = [left] if (left := self._leaves(action)) else []
        for player in self.before.players:
            changes = [
                change
                for name, count in player.counters.items()
                if (change := _change([glimpse.now.get((player.seat, name), count) for glimpse in games], count, name))
            ]
            if changes:
                whose = "your" if player.seat == self.seat else possessive(player.name)
                parts.append(f"brings {whose} {listed(changes)}")
        if all(glimpse.next_seat == self.seat for glimpse in games):
            parts.append("leaves the next move with you")
        return parts[:3]

    def _leaves(self, action: int) -> str:
        """What is left where the action takes the seat's own pieces from."""
        prompt = self.before.prompt
        choice = next((choice for choice in prompt.choices if choice.action == action), None) if prompt else None
        if choice is None:
            return ""
        touched = [piece for piece in self.before.pieces if piece.id in choice.pieces]
        zones = {zone.id: zone for zone in self.before.zones if zone.owner == self.seat and zone.policy == "visible"}
        zone = zones.get(touched[0].zone) if touched else None
        if zone is None or any(piece.zone != zone.id for piece in touched):
            return ""
        left = [piece for piece in self.before.pieces if piece.zone == zone.id and piece.id not in choice.pieces]
        names = [self.before.types[piece.type].name for piece in left if piece.type is not None]
        if not left:
            return f"uses up your {zone.label}"
        return f"leaves {listed(_counted(names))} in your {zone.label}" if len(names) == len(left) <= 4 else ""

    def _keeps(self, best: Sequence[Glimpse], other: Sequence[Glimpse]) -> str:
        """The seat's own pieces that the best action leaves alone and the other always uses."""
        had = _own_pieces(self.before, self.seat)
        kept = had
        for mine, theirs in zip(best, other, strict=True):
            kept = kept & mine.kept & (had - theirs.kept)
        names = [self.before.types[kind].name for kind in sorted(kept)]
        return listed(names) if 0 < len(names) <= 3 else ""

    def _contrast(self, best: Sequence[Glimpse], other: Sequence[Glimpse]) -> str:
        told = []
        for mark in self._telling(best, other):
            if words := self._difference(mark, best, other):
                told.append(words)
            if len(told) == 2:
                break
        return f"After it, {listed(told)}." if told else ""

    def _telling(self, best: Sequence[Glimpse], other: Sequence[Glimpse]) -> list[Mark]:
        """The marks that set two actions apart in the direction that goes along with a good end, strongest first."""
        games = [*best, *other]
        worths = [glimpse.worth for glimpse in games]
        scored = []
        for mark in sorted({mark for glimpse in games for mark in glimpse.marks}):
            spread = _deviation([glimpse.marks[mark] for glimpse in games if mark in glimpse.marks])
            if not spread or not _has(best, mark) or not _has(other, mark):
                continue
            apart = (_mean(best, mark) - _mean(other, mark)) / spread
            pairs = [(g.marks[mark], worth) for g, worth in zip(games, worths, strict=True) if mark in g.marks]
            together = DIRECTIONS.get(mark[0], _correlation(pairs))
            if abs(apart) >= APART and abs(together) >= TOGETHER and apart * together > 0:
                scored.append((-apart * together, mark))
        return [mark for _, mark in sorted(scored)]

    def _difference(self, mark: Mark, best: Sequence[Glimpse], other: Sequence[Glimpse]) -> str:
        kind, counter = mark
        a, b = _mean(best, mark), _mean(other, mark)
        first, second = number_in_words(a), number_in_words(b)
        if kind in ("won", "lost"):
            who = "you win" if kind == "won" else self._opponents("an opponent wins", "{} wins")
            return f"{who} before your next turn in {_percent(a)} of the imagined games instead of {_percent(b)}"
        if first == second:
            return ""
        if kind == "mine":
            return f"you have on average {first} {counter} at your next turn instead of {second}"
        if kind == "theirs":
            who = self._opponents("the others have together", "{} has")
            return f"{who} on average {first} {counter} by your next turn instead of {second}"
        if kind == "their choices":
            return self._denied(best, other, first, second)
        if kind == "my choices":
            return f"you have on average {first} choices at your next turn instead of {second}"
        return ""

    def _denied(self, best: Sequence[Glimpse], other: Sequence[Glimpse], first: str, second: str) -> str:
        seats = Counter(glimpse.next_seat for glimpse in best if glimpse.next_seat not in (None, self.seat))
        seat = seats.most_common(1)[0][0]
        who = "the next player" if seat is None or len(seats) > 1 else self.names[seat]
        forced = Counter(glimpse.forced for glimpse in best if glimpse.forced)
        if forced:
            label, count = forced.most_common(1)[0]
            share, instead = count / len(best), sum(glimpse.forced == label for glimpse in other) / len(other)
            if share > instead + 0.15:
                return (
                    f'{who} can only answer "{label}" in {_percent(share)} of the worlds instead of {_percent(instead)}'
                )
        return f"{says(who, 'have', 'has')} on average {first} choices instead of {second}"

    def _opponents(self, several: str, one: str) -> str:
        others = [name for seat, name in enumerate(self.names) if seat != self.seat]
        return one.format(others[0]) if len(others) == 1 else several


def share_first(games: Sequence[Glimpse]) -> float:
    """The share of imagined games in which the seat comes first, alone or not."""
    return sum(glimpse.first for glimpse in games) / len(games) if games else 0.0


def number_in_words(number: float) -> str:
    """A mean without false precision.

    >>> number_in_words(4.0), number_in_words(2.347)
    ('4', '2.3')
    """
    return str(round(number)) if abs(number - round(number)) < 0.05 else f"{number:.1f}"


def _change(after: Sequence[int], before: int, name: str) -> str:
    """How a counter changes, if it does; where luck decides, only clear changes."""
    mean = sum(after) / len(after)
    if len(set(after)) == 1:
        return f"{name} from {before} to {after[0]}" if after[0] != before else ""
    return f"{name} from {before} to about {number_in_words(mean)}" if abs(mean - before) >= 0.5 else ""


def _nothing(action: Judged, runner_up: Judged) -> str:
    loss, error = difference(action, runner_up)
    ended = "; it only ended better more often" if loss > CLEAR * error else ""
    return f"Nothing that can be counted sets it apart from the runner-up{ended}."


def _counters(scene: Scene) -> dict[tuple[int, str], int]:
    return {(player.seat, name): count for player in scene.players for name, count in player.counters.items()}


def _own_pieces(scene: Scene, seat: int) -> Counter[str]:
    own = {zone.id for zone in scene.zones if zone.owner == seat and zone.area == "self" and zone.layout != "pool"}
    return Counter(piece.type for piece in scene.pieces if piece.zone in own and piece.type is not None)


def _has(games: Sequence[Glimpse], mark: Mark) -> bool:
    return 2 * sum(mark in glimpse.marks for glimpse in games) >= len(games)


def _mean(games: Sequence[Glimpse], mark: Mark) -> float:
    found = [glimpse.marks[mark] for glimpse in games if mark in glimpse.marks]
    return sum(found) / len(found) if found else 0.0


def _deviation(numbers: Sequence[float]) -> float:
    mean = sum(numbers) / len(numbers)
    return math.sqrt(sum((number - mean) ** 2 for number in numbers) / len(numbers))


def _correlation(pairs: Sequence[tuple[float, float]]) -> float:
    left, right = [a for a, _ in pairs], [b for _, b in pairs]
    spread = _deviation(left) * _deviation(right)
    if not spread:
        return 0.0
    middle, other = sum(left) / len(left), sum(right) / len(right)
    return sum((a - middle) * (b - other) for a, b in pairs) / len(pairs) / spread


def _counted(names: Sequence[str]) -> list[str]:
    return [f"{count} x {name}" if count > 1 else name for name, count in Counter(names).items()]


def _percent(share: float) -> str:
    return f"{100 * share:.0f}%"

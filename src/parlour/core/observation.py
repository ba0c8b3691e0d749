"""What each number of an observation means, as text: for people, and to notice when it changes."""

from parlour.core.game import Game, State, View


def observation_text(game: Game[State, View]) -> str:
    """The pieces of an observation in their order, and the words of their axes; the last axis changes fastest."""
    axes: dict[tuple[str, ...], str] = {}
    lines: list[str] = []
    start = 0
    for piece in game.observation:
        names = [axes.setdefault(axis, f"axis {len(axes) + 1}") for axis in piece.axes]
        places = f"{start}" if piece.size == 1 else f"{start} to {start + piece.size - 1}"
        meaning = f": {piece.meaning}" if piece.meaning else ""
        across = f" ({' x '.join(names)})" if names else ""
        lines.append(f"{places} {piece.name}{across}{meaning}")
        start += piece.size
    lines.append("")
    lines += [f"{name}, {len(words)}: {', '.join(words)}" for words, name in axes.items()]
    title = f"{game.title}, {game.seats} seats: observation {game.about.observation}, {start} numbers from 0 to 1"
    return "\n".join([title, "", *lines]) + "\n"


def observation_labels(game: Game[State, View]) -> list[str]:
    """What each number is about, in order."""
    return [label for piece in game.observation for label in piece.labels()]

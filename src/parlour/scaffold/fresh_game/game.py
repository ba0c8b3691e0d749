"""Fresh Game, joined: its rules and everything that shows them."""

from parlour.scaffold.fresh_game.rules import Rules


class FreshGame(Rules):
    """The whole game.

    The core does the rest. Where its way is not good enough, write a method here, usually in a file of its own:

    - `clone(self, state) -> Table`: a quicker copy, for stronger bots;
    - `determinise(self, view, rng) -> Table`: a quick random world that fits a view (worlds.py);
    - `explain(self, view, action) -> str`: why an action is not possible (explain.py);
    - `scene(self, view, names) -> Scene`: what players see (scene.py);
    - `complete(self, state, read) -> None`: refuse hand-written positions that cannot be (position.py);
    - `encode(self, view) -> dict[str, list[float]]`: numbers for learning (encode.py).
    """

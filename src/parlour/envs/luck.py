"""Luck for OpenSpiel: every random outcome is a chance node with its probability.

Rules ask for luck while they carry out an action. Here the request becomes a question: the rules are stopped, the
question is answered from outside, and the action is carried out again from the start with the answers so far.
"""

from collections import Counter
from collections.abc import Sequence

from parlour.core.chance import Chance


class Question(Exception):
    """The rules ask for luck: one of `left`, smallest first, where each entry is equally likely."""

    def __init__(self, left: Sequence[int], why: str, shuffling: bool) -> None:
        super().__init__(why)
        self.left = left
        self.why = why
        self.shuffling = shuffling

    def outcomes(self) -> list[tuple[int, float]]:
        """The possible outcomes, smallest first, with their probabilities.

        >>> Question([0, 0, 1, 2], "deal", shuffling=True).outcomes()
        [(0, 0.5), (1, 0.25), (2, 0.25)]
        """
        total = len(self.left)
        return [(one, count / total) for one, count in Counter(self.left).items()]

    def next(self, answer: int) -> "Question | None":
        """The next question of the same shuffle; None once it is settled, or if this was no shuffle."""
        left = list(self.left)
        left.remove(answer)
        return Question(left, self.why, True) if self.shuffling and left[0] != left[-1] else None


class Answered(Chance):
    """Luck from a list of answers; a Question is raised where it ends."""

    def __init__(self, answers: Sequence[int]) -> None:
        self.answers = iter(answers)

    def pick(self, n: int, why: str) -> int:
        """A whole number from 0 to n - 1."""
        if n == 1:
            return 0
        answer = next(self.answers, None)
        if answer is None:
            raise Question(range(n), why, shuffling=False)
        return answer

    def shuffle(self, cards: list[int], why: str) -> None:
        """Put the cards in the answered order, card by card; the last one, or equal last ones, need no answer."""
        left = sorted(cards)
        for place in range(len(cards)):
            if left[0] == left[-1]:
                cards[place:] = left
                return
            card = next(self.answers, None)
            if card is None:
                raise Question(left, why, shuffling=True)
            left.remove(card)
            cards[place] = card

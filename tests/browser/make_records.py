"""Plays the games that moments.py shows and keeps their records: needed again only for other moments, or when a change
of the rules makes these unplayable. Every seat follows the game's rule of thumb.

    python tests/browser/make_records.py [GAME ...]
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import parlour
from browser.moments import CROWDED, MOMENTS, NAMES, RECORDS
from parlour.bots import find_bot, move


def main(*games: str) -> None:
    """Play and keep them."""
    RECORDS.mkdir(exist_ok=True)
    moments = {moment.path: moment for moment in (*MOMENTS.values(), *CROWDED.values())}
    for path, moment in moments.items():
        if games and moment.game not in games:
            continue
        game = parlour.game(moment.game, seats=moment.seats)
        match = parlour.Match(game, seed=moment.seed, names=NAMES[: moment.seats])
        bot = find_bot("normal").make(game)
        while match.to_act:
            if match.to_act[0] == 0 and len(match.legal(0)) >= moment.choices:
                print(f"{path.stem}: Ana has {len(match.legal(0))} choices after {match.decisions} decisions")
            seat = match.to_act[-1]
            match.play(seat, move(match, seat, bot))
        match.save(path)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Whole games through a pipe: played, left, resumed, watched."""

import contextlib
import json
import re
import signal
import subprocess
import sys
from pathlib import Path

from parlour import Match, game
from terminal.running import environment, parlour

GAME = ("play", "st-croix", "--seats", "3", "--seed", "7")
ONES = "1\n" * 400
AND_YES = "1\ny\n" * 400
"""The first choice each time, and yes where a choice that ends the game asks."""


def test_a_whole_game_by_numbers(tmp_path: Path) -> None:
    done = parlour(*GAME, "--save", "game.jsonl", folder=tmp_path, typed=ONES)
    assert done.returncode == 0 and done.stderr == ""
    assert "wins!" in done.stdout or "You win!" in done.stdout
    assert re.search(r"^  1\.  \w+ +-?\d+  \w", done.stdout, re.MULTILINE)
    assert "The record is saved as game.jsonl" in done.stdout
    assert "\x1b" not in done.stdout, "no colour codes in a pipe"
    assert max(len(line) for line in done.stdout.splitlines()) <= 80
    verified = parlour("verify", "game.jsonl", folder=tmp_path)
    assert verified.returncode == 0 and verified.stdout.count("\n") == 1
    assert "all luck follows from the seed 7" in verified.stdout


def test_a_resumed_game_ends_like_one_played_through(tmp_path: Path) -> None:
    bots = ("--bots", "random,simple")
    parlour(*GAME, *bots, "--save", "whole.jsonl", folder=tmp_path, typed=ONES)
    left = parlour(*GAME, *bots, "--save", "parts.jsonl", folder=tmp_path, typed="1\n" * 6 + "q\n")
    assert left.returncode == 0 and "parlour play --resume parts.jsonl" in left.stdout
    assert json.loads((tmp_path / "parts.jsonl").read_text().splitlines()[-1])["outcome"] is None
    more = parlour("play", "--resume", "parts.jsonl", folder=tmp_path, typed="1\n1\n")  # and the input ends
    assert more.returncode == 0
    parlour("play", "--resume", "parts.jsonl", folder=tmp_path, typed=ONES)
    assert (tmp_path / "parts.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


def test_a_number_that_is_no_choice_is_explained_by_the_game(tmp_path: Path) -> None:
    typed = "5\n5\nc3\n2\nq\n"
    done = parlour("play", "deluxe-memory", "--seats", "2", "--seed", "1", folder=tmp_path, typed=typed)
    assert "You have chosen this card already." in done.stdout
    assert "You look at place 17." in done.stdout, "a cell's name chooses its place"


def test_a_private_look_is_shown_before_the_others_go_on(tmp_path: Path) -> None:
    """The 2s let you look at a second card; then it is the next player's turn at once."""
    typed = "6\n8\n5\n50\nq\n"
    done = parlour("play", "deluxe-memory", "--seats", "2", "--seed", "7", folder=tmp_path, typed=typed)
    before, shown, after = done.stdout.partition("Only you see the cards in ( ), before the game continues:")
    assert shown
    assert before.endswith("You swap the cards at places 5 and 50.\n")
    table, _, _ = after.partition("Bo looks at")
    assert ">7♠<" in table
    assert ">Q♥<" in table
    assert done.stdout.count("Only you see the cards in ( )") == 1


def test_words_make_moves_too(tmp_path: Path) -> None:
    by_number = parlour(*GAME, "--save", "a.jsonl", folder=tmp_path, typed="1\nq\n")
    move = json.loads((tmp_path / "a.jsonl").read_text().splitlines()[2])["do"]
    by_words = parlour(*GAME, "--save", "b.jsonl", folder=tmp_path, typed=f"  {move.upper()}\nq\n")
    assert by_number.returncode == by_words.returncode == 0
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


def test_bad_moves_get_a_sentence_and_another_try(tmp_path: Path) -> None:
    typed = "99\n-1\nhello\nflip 1\n\n?\nl\nr\no\n1\nq\n"
    done = parlour(*GAME, "--save", "a.jsonl", folder=tmp_path, typed=typed)
    assert done.returncode == 0 and done.stderr == ""
    assert re.search(r"There is no move 99 now: the numbers go from 1 to \d\.", done.stdout)
    assert "'hello' is not an action of this game." in done.stdout
    assert "First choose your Table Cards. Type a number, or ? for help." in done.stdout
    assert "saves and quits" in done.stdout
    assert len((tmp_path / "a.jsonl").read_text().splitlines()) == 4, "one move was made"


def with_tools(folder: Path) -> tuple[str, ...]:
    """A game of Mine & Craft in which Bo is next and the person has a Hoe and a Shovel."""
    start = {
        "turn": 1,
        "piles": [[f"{kind}1"] * 4 for kind in ("wood", "stone", "iron", "gold")],
        "players": [{"crafted": ["wood-hoe", "wood-shovel"]}, {}, {}],
    }
    match = Match(game("mine-and-craft", seats=3), seed="hoe", names=["You", "Bo", "Cy"], start=start)
    match.save(folder / "tools.jsonl")
    return ("play", "--resume", "tools.jsonl")


OWN_TURN = ["mine 1", "mine 1", "end turn"]


def typing(*answers: str) -> str:
    return "".join(f"{answer}\n" for answer in answers)


def test_the_person_is_told_about_acting_out_of_turn(tmp_path: Path) -> None:
    done = parlour(*with_tools(tmp_path), folder=tmp_path, typed=typing("o", "o", "q"))
    assert done.stdout.count("You may act out of turn; type o at your next move to be asked.") == 1
    assert "You will be asked when you may act out of turn." in done.stdout
    assert "You will not be asked when you may act out of turn." in done.stdout


def test_acting_out_of_turn(tmp_path: Path) -> None:
    """Enter waits one step, 0 until the next own turn, a move is made at once."""
    waiting, acting = ["", "?", "mine 1", "use hoe", "y", "0"], ["shovel 2", "q"]
    typed = typing("o", *OWN_TURN, *waiting, *OWN_TURN, *acting)
    done = parlour(*with_tools(tmp_path), folder=tmp_path, typed=typed)
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.count("Let the others play until your next turn (Enter: only one step)") == 4
    assert "lets the others play one step" in done.stdout
    assert "It is not your turn; you can only use a Hoe or a Shovel now." in done.stdout
    record = [json.loads(line) for line in (tmp_path / "tools.jsonl").read_text().splitlines()]
    moves = [(entry["seat"], entry["do"]) for entry in record if "do" in entry]
    assert [move for seat, move in moves if seat == 0] == [*OWN_TURN, "use hoe", *OWN_TURN, "shovel 2"]
    hoe = moves.index((0, "use hoe"))
    assert [seat for seat, _ in moves[hoe - 2 : hoe + 4]] == [0, 1, 0, 1, 2, 2], "after one step of Bo, then not again"
    assert moves[moves.index((0, "shovel 2")) - 1] == (0, "end turn")


def test_being_asked_out_of_turn_can_be_stopped_there(tmp_path: Path) -> None:
    done = parlour(*with_tools(tmp_path), folder=tmp_path, typed=typing("o", *OWN_TURN, "o", "q"))
    assert done.stdout.count("Let the others play until your next turn") == 1
    assert "You will not be asked when you may act out of turn." in done.stdout


def test_a_dangerous_choice_asks_once(tmp_path: Path) -> None:
    # Lays four Table Cards, then tries to take the pile although something can be played.
    typed = "1\n" * 4 + "1\npick up\nn\npick up\ny\nq\n"
    done = parlour(*GAME, "--save", "a.jsonl", folder=tmp_path, typed=typed)
    assert done.stdout.count("Take the pile anyway? (y/n) n") == 1
    assert done.stdout.count("Take the pile anyway? (y/n) y") == 1
    assert done.stdout.count("» You take the pile") == 1


def test_the_end_of_the_input_saves_the_game_here(tmp_path: Path) -> None:
    for number in (1, 2):
        done = parlour(*GAME, folder=tmp_path, typed="1\n")
        assert done.returncode == 0 and f"st-croix-{number}.jsonl" in done.stdout
    assert parlour("verify", "st-croix-2.jsonl", folder=tmp_path).returncode == 0


def listen_to_ctrl_c() -> None:
    """A terminal starts programs that way; a shell in the background makes them deaf to it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_interrupting_saves_the_game(tmp_path: Path) -> None:
    for number, (sent, wanted) in enumerate(((signal.SIGINT, 130), (signal.SIGTERM, 130)), start=1):
        with subprocess.Popen(
            [sys.executable, "-m", "parlour", *GAME],
            cwd=tmp_path,
            env={**environment(), "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=listen_to_ctrl_c,
        ) as running:
            assert running.stdout is not None and running.stderr is not None
            while b"Choose" not in running.stdout.readline():
                pass
            # As a person does, press again if nothing happens: Python misses a signal that comes just before it reads.
            # A signal while the game is being saved does no harm.
            while running.poll() is None:
                running.send_signal(sent)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    running.wait(timeout=2)
            assert running.returncode == wanted
            assert b"Traceback" not in running.stderr.read()
        assert parlour("verify", f"st-croix-{number}.jsonl", folder=tmp_path).returncode == 0


def test_the_record_is_offered_at_the_end(tmp_path: Path) -> None:
    taken = tmp_path / "taken.jsonl"
    taken.write_text("mine")
    whole = parlour(*GAME, folder=tmp_path, typed=ONES)
    assert [path.name for path in tmp_path.iterdir()] == ["taken.jsonl"], "nothing is kept unasked"
    moves = whole.stdout.count("\n> ")
    typed = "1\n" * moves + "taken.jsonl\nkept.jsonl\n"
    done = parlour(*GAME, folder=tmp_path, typed=typed)
    assert "taken.jsonl exists already and is not overwritten" in done.stdout
    assert taken.read_text() == "mine"
    assert parlour("verify", "kept.jsonl", folder=tmp_path).returncode == 0


def test_names_bots_and_teams(tmp_path: Path) -> None:
    done = parlour("play", "st-croix", "--name", "Bo", "--bots", "random", folder=tmp_path, typed="q\n")
    assert "St. Croix: Bo against Ana, Cy and Dee (random bots)." in done.stdout
    mixed = parlour("play", "st-croix", "--bots", "simple,random", folder=tmp_path, typed="q\n")
    assert "Bo (simple)" in mixed.stdout and "Cy (random)" in mixed.stdout and "Dee (simple)" in mixed.stdout
    teams = parlour("play", "st-croix", "--teams", "Ana+Bo,Cy", folder=tmp_path, typed="q\n")
    assert "St. Croix: Ana & Bo against Cy" in teams.stdout


def test_options_presets_and_decks(tmp_path: Path) -> None:
    words = ("--option", "turn_cap=50", "--option", "young=yes", "--save", "a.jsonl")
    parlour("play", "st-croix", *words, folder=tmp_path, typed="q\n")
    header = json.loads((tmp_path / "a.jsonl").read_text().splitlines()[0])
    assert header["options"]["turn_cap"] == 50 and header["options"]["young"] is True
    assert header["players"] == ["person", "normal", "normal", "normal"]
    table = ("play", "st-croix", "--seats", "2", "--preset", "tiny", "--seed", "7")
    tiny = parlour(*table, folder=tmp_path, typed=ONES)
    assert tiny.returncode == 0


def test_streams_without_unicode(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "parlour", *GAME],
        cwd=tmp_path,
        input=b"1\n\xff\xfe\nq\n",
        capture_output=True,
        env={**environment(), "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
        timeout=120,
        check=False,
    )
    assert done.returncode == 0 and done.stdout.isascii() and b"Traceback" not in done.stderr


# Watching


def hidden_hands(folder: Path, record: str, actions: int, seat: int) -> list[list[str]]:
    """The other seats' hands, from the referee's position."""
    done = parlour("position", record, "--at", str(actions), folder=folder)
    players = json.loads(done.stdout)["players"]
    return [player["hand"] for other, player in enumerate(players) if other != seat]


def test_a_replay_shows_a_seat_only_what_it_saw(tmp_path: Path) -> None:
    parlour("play", "st-croix", "--seats", "2", "--seed", "9", "--save", "a.jsonl", folder=tmp_path, typed=AND_YES)
    whole = parlour("replay", "a.jsonl", folder=tmp_path)
    assert whole.returncode == 0 and "wins!" in whole.stdout.replace("You win!", "wins!")
    for seat, name in ((0, "You"), (1, "Bo")):
        told = parlour("replay", "a.jsonl", "--as", name, folder=tmp_path).stdout
        assert told == parlour("replay", "a.jsonl", "--as", str(seat), folder=tmp_path).stdout
        other = "Bo" if name == "You" else "You"
        own, others = f"{name} draw", f"{other} draw"
        assert re.search(rf"{own}s? [A-Z]", told), "one's own cards are named"
        assert not re.search(rf"{others}s? [A-Z]", told), "the other's are only counted"
    spectator = parlour("replay", "a.jsonl", folder=tmp_path).stdout
    assert not re.search(r"draws? [A-Z]", spectator)
    referee = parlour("replay", "a.jsonl", "--as", "all", folder=tmp_path).stdout
    assert re.search(r"You draw [A-Z]", referee) and re.search(r"Bo draws [A-Z]", referee)


def test_stepping_draws_no_hidden_hand(tmp_path: Path) -> None:
    parlour("play", "st-croix", "--seats", "2", "--seed", "9", "--save", "a.jsonl", folder=tmp_path, typed="1\n" * 7)
    shown = parlour("replay", "a.jsonl", "--as", "0", "--step", folder=tmp_path, typed="\n" * 400).stdout
    bos = [line for line in shown.splitlines() if re.match(r"[▸ ] Bo +cards", line)]
    assert len(bos) > 8
    assert all(re.search(r"hand \d+ [·—]", line) for line in bos), "a count, never the cards"
    opened = parlour("replay", "a.jsonl", "--as", "all", folder=tmp_path).stdout
    hand = hidden_hands(tmp_path, "a.jsonl", len((tmp_path / "a.jsonl").read_text().splitlines()) - 3, 0)[0]
    last = [line for line in opened.splitlines() if re.match(r"[▸ ] Bo +cards", line)][-1]
    assert len(re.findall(r"\S+", last.split("hand ")[1].split(" ·")[0].split(" —")[0])) == len(hand)
    assert max(len(line) for line in shown.splitlines()) <= 80
    stopped = parlour("replay", "a.jsonl", "--step", folder=tmp_path, typed="\nq\n")
    assert stopped.returncode == 0 and "2/" not in stopped.stdout.split("1/")[1]


def test_a_reader_who_leaves_causes_no_noise(tmp_path: Path) -> None:
    parlour(*GAME, "--save", "a.jsonl", folder=tmp_path, typed=ONES)
    for words in (["replay", "a.jsonl"], ["position", "a.jsonl"], ["actions", "st-croix"], list(GAME)):
        with subprocess.Popen(
            [sys.executable, "-m", "parlour", *words],
            cwd=tmp_path,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as running:
            assert running.stdout is not None and running.stdin is not None and running.stderr is not None
            running.stdout.close()
            with contextlib.suppress(BrokenPipeError):
                running.stdin.write(ONES.encode())
                running.stdin.close()
            assert running.stderr.read() == b"", words
            assert running.wait(timeout=60) == 0
    assert parlour("verify", "st-croix-1.jsonl", folder=tmp_path).returncode == 0, "the game in play was saved"

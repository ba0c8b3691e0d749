"""The lessons through a pipe."""

from pathlib import Path

from terminal.running import parlour


def test_a_lesson_by_words_and_enter(tmp_path: Path) -> None:
    typed = "\nplay cannon\nplay 7 7\n\n\nplay 2\n\n\nplay glass\n\n\nplay cannon\nplay 6\n\n\n"
    done = parlour("learn", "st-croix", folder=tmp_path, typed=typed)
    assert done.returncode == 0 and done.stderr == ""
    assert "The lesson asks for this: Play 2 x Cane Bay (7)" in " ".join(done.stdout.split())
    assert "15/15" in done.stdout and "To play it: parlour play st-croix" in done.stdout


def test_a_lesson_can_be_left(tmp_path: Path) -> None:
    done = parlour("learn", "mine-and-craft", folder=tmp_path, typed="\nnonsense\nq\n")
    assert done.returncode == 0 and "Type the number of a move" in done.stdout
    assert "First to 24 points" in done.stdout

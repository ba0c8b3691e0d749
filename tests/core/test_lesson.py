"""Lessons: what is in the file is what can be played, and nothing else."""

from importlib import resources

import pytest

from parlour.core.check_lesson import check_lesson, check_steps
from parlour.core.errors import CheckFailed, IllegalAction
from parlour.core.lesson import BadLesson, Lesson, read_lesson
from parlour.games import AnyGame, all_games, find

GAMES = [entry.about.slug for entry in all_games()]


def lesson_of(slug: str) -> Lesson:
    return read_lesson(find(slug).lesson())


def game_of(slug: str) -> AnyGame:
    lesson = lesson_of(slug)
    return find(slug).open(len(lesson.names), lesson.options)


@pytest.mark.parametrize("slug", GAMES)
def test_every_lesson_can_be_played_to_its_end(slug: str) -> None:
    check_lesson(game_of(slug))


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_of_the_collection_has_a_lesson(slug: str) -> None:
    folder = find(slug).folder
    assert not folder.startswith("parlour.") or resources.files(folder).joinpath("lesson.toml").is_file()


def changed(slug: str, before: str, after: str) -> Lesson:
    text = find(slug).lesson()
    assert before in text
    return read_lesson(text.replace(before, after, 1))


def test_other_rules_are_refused_loudly() -> None:
    with pytest.raises(BadLesson, match="version 0 of its rules; this is version"):
        changed("st-croix", f'version = "{lesson_of("st-croix").version}"', 'version = "0"').begin(game_of("st-croix"))


def test_an_action_that_is_not_possible_is_found() -> None:
    lesson = changed("st-croix", 'do = "play 7 7"', 'do = "play 3"')
    with pytest.raises(CheckFailed, match="asks for 'play 3'"):
        check_steps(lesson, lesson.begin(game_of("st-croix")))


def test_a_card_that_does_not_exist_is_found() -> None:
    lesson = changed("st-croix", "{moko}", "{pirate}")
    with pytest.raises(BadLesson, match="'pirate', which is no card"):
        check_steps(lesson, lesson.begin(game_of("st-croix")))


def test_a_lesson_ends_with_words() -> None:
    with pytest.raises(BadLesson, match="last step"):
        read_lesson('version = "1"\nnames = ["You", "Ada"]\n[[step]]\nsay = "Go."\ndo = "roll"\n')
    with pytest.raises(BadLesson, match="cannot be read"):
        read_lesson('version = "1"\nnames = ["You", "Ada"]\nstory = 3\n')


def test_only_what_is_asked_for_can_be_done() -> None:
    lesson = lesson_of("st-croix")
    match = lesson.begin(game_of("st-croix"))
    actions = match.game.actions
    with pytest.raises(IllegalAction, match="waits for you to continue"):
        lesson.refuse(0, match, actions.id_of("play 7 7"))
    with pytest.raises(IllegalAction, match="asks for this: Play 2 x"):
        lesson.refuse(1, match, actions.id_of("play cannon"))
    lesson.refuse(1, match, actions.id_of("play 7 7"))

"""The pages are true: links lead somewhere, files and commands exist, lines are wrapped."""

from pathlib import Path

import pytest

import check_docs

ROOT = check_docs.ROOT


@pytest.mark.parametrize("page", check_docs.pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_is_right(page: Path) -> None:
    assert check_docs.problems(page) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[a page](docs/nowhere.md)", "leads nowhere"),
        ("[part](#no-such-part)", "no heading for #no-such-part"),
        ("![a [b] picture](docs/none.png)", "leads nowhere"),
        ("see `core/nothing.py`", "no file core/nothing.py"),
        ("see `nothing.py`", "no file nothing.py"),
        ("see `tests/<folder>/nowhere/`", "no file tests/<folder>/nowhere/"),
        ("run `parlour dance`", "no command dance"),
        ("run `parlour play st-croix --sets 3`", "--sets"),
        ("run `.venv/bin/parlour verify FILE more`", "more"),
        ("```\n$ yes | parlour position FILE --at soon  # now\n```", "soon"),
        ("run `make tea`", "no target tea"),
        ("`--no-such-option` helps", "no option --no-such-option"),
        ("some `code on\ntwo` lines", "broken over two lines"),
        ("word " * 21, "wrap it at 100"),
    ],
)
def test_what_is_wrong_is_found(text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_docs.files()  # of the real tree
    check_docs.options()
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")
    (tmp_path / "Makefile").write_text("coffee:\n", encoding="utf-8")
    monkeypatch.setattr(check_docs, "ROOT", tmp_path)
    assert any(said in problem for problem in check_docs.problems(page)), check_docs.problems(page)


def test_what_is_right_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_docs.files()
    check_docs.options()
    page = tmp_path / "page.md"
    page.write_text(
        "# One `part`, and more\n\n[here](#one-part-and-more) [there](https://example.org/none)\n\n"
        "`core/game.py` `tests/games/<folder>/` `deck.toml` `/api/tables` `--seats`\n"
        "`parlour again DIR NUMBER --save FILE`\n\n"
        "| " + "wide " * 30 + "|\n\n```\n" + "wide " * 30 + "\n```\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(check_docs, "ROOT", tmp_path)
    assert check_docs.problems(page) == []

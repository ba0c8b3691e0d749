"""Games in packages of their own: found wherever Parlour looks for games, and no danger to the others."""

from pathlib import Path

import pytest

from terminal.running import parlour

BROKEN = {
    "no-module": ("", "ModuleNotFoundError: No module named 'no_module_at_all'"),
    "no-game": ("", "no_game has no GAME, a class derived from parlour.Game with its `about`"),
    "crashes": ("1 / 0", "ZeroDivisionError: division by zero"),
    "leaves": ("raise SystemExit('bye')", "SystemExit: bye"),
    "other-slug": ("from parlour.games.st_croix import GAME", "its slug is 'st-croix'; name its entry point so, too"),
    "st-croix": (
        "from parlour.games.st_croix import GAME",
        "the package parlour has a game of that name and is used instead",
    ),
}


def offer(site: Path, slug: str, code: str) -> None:
    """Install a package of one file that offers a game."""
    name = slug.replace("-", "_")
    module = "no_module_at_all" if slug == "no-module" else name
    (site / name).mkdir(parents=True)
    (site / name / "__init__.py").write_text(code, encoding="utf-8")
    about = site / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: a-{slug}\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[parlour.games]\n{slug} = {module}\n", encoding="utf-8")


def test_a_broken_package_is_a_sentence_and_the_other_games_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for slug, (code, _) in BROKEN.items():
        offer(tmp_path / "site", slug, code)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"))
    listed = parlour("games", folder=tmp_path)
    said = [f"The game {slug} of the package a-{slug} cannot be used: {why}." for slug, (_, why) in BROKEN.items()]
    assert sorted(listed.stderr.splitlines()) == sorted(said)
    assert listed.returncode == 0 and "\nst-croix " in listed.stdout
    rules = parlour("rules", "st-croix", folder=tmp_path)
    assert rules.returncode == 0 and rules.stderr == "", "what is wrong elsewhere is nothing to this game"
    wanted = parlour("rules", "crashes", folder=tmp_path)
    assert wanted.returncode == 2
    assert wanted.stderr == (
        "The game crashes of the package a-crashes cannot be used: ZeroDivisionError: division by zero.\n"
    )

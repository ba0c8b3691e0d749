"""Reports, made by the real command from real games: whole, without network, and readable."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from parlour.core.errors import ParlourError
from parlour.study import extras
from parlour.study.page import DARK, page
from parlour.study.plots import COLOURS, dots
from parlour.study.reading import Study, read_study
from parlour.study.report import chapters, labels, run_chapter
from study.samples import Hand, sample
from terminal import running


def parlour(*words: str | Path, code: int = 0) -> str:
    done = running.parlour(*map(str, words), folder=Path.cwd())
    assert done.returncode == code, done.stdout + done.stderr
    return " ".join(done.stdout.split()) if code == 0 else done.stderr  # lines are broken to fit the terminal


class Reader(HTMLParser):
    """Checks that every tag is closed where it should be, and collects what a test asks for."""

    EMPTY = frozenset({"meta", "br"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        given = dict(attrs)
        self.ids |= {given["id"] or ""} if "id" in given else set()
        self.links += [value or "" for name, value in attrs if name in ("href", "src", "xlink:href")]
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three small studies: a run, a sweep and a tournament."""
    folder = tmp_path_factory.mktemp("studies")
    common = ("--seats", "2", "--workers", "1", "--followed", "2")
    parlour("simulate", "around-mackinac", "--games", "12", "--bots", "normal,random", *common, "--out", folder / "run")
    vary = ("--vary", "circle=14,12", "--games", "8")
    parlour("sweep", "around-mackinac", *vary, *common, "--out", folder / "sweep")
    bots = ("--bots", "normal,easy,random", "--deals", "2")
    parlour("tournament", "around-mackinac", *bots, *common, "--out", folder / "cup")
    return folder


@pytest.fixture(scope="module")
def reported(runs: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The report of the run, and what the command said."""
    file = tmp_path_factory.mktemp("report") / "r.html"
    return file, parlour("report", runs / "run", "--out", file)


def test_a_report_is_one_file_without_network(reported: tuple[Path, str]) -> None:
    file, said = reported
    assert "The first player wins" in said and "r.html and" in said
    text = file.read_text(encoding="utf-8")
    found = Reader(text)
    assert "script" not in found.tags and "link" not in found.tags and "img" not in found.tags
    assert all(link.startswith("#") and link[1:] in found.ids for link in found.links)
    outside = set(re.findall(r"(?:https?:)?//[^\s\"'<)]+", text)) - {"http://www.w3.org/2000/svg"}
    assert outside == set()
    assert "@import" not in text and "url(" not in text


def test_every_question_of_a_designer_is_answered(reported: tuple[Path, str]) -> None:
    text = reported[0].read_text(encoding="utf-8")
    for title in ("How long", "who begins", "Luck or", "When is it decided", "to decide", "What was used", "end?"):
        assert re.search(f"<h3>[^<]*{title}", text), title
    assert "not cause and effect" in text
    assert text.count("<figure>") == text.count("<figcaption>")
    for question in ("Is it fair?", "How long is it?", "When is it decided?", "to decide?", "How does it end?"):
        assert question in text.partition('class="section')[0]  # the first screen
    assert text.count("<details>") >= 7
    assert "parlour simulate around-mackinac" in text  # the command that played the games


def test_every_plot_is_also_a_picture(reported: tuple[Path, str]) -> None:
    file, _ = reported
    pictures = sorted(file.with_suffix("").iterdir())
    assert len(pictures) == file.read_text(encoding="utf-8").count("<figure>")
    assert all(picture.read_bytes().startswith(b"\x89PNG") for picture in pictures)


def test_a_report_of_the_same_games_is_the_same(runs: Path, reported: tuple[Path, str], tmp_path: Path) -> None:
    parlour("report", runs / "run", "--out", tmp_path / "again.html")
    assert (tmp_path / "again.html").read_bytes() == reported[0].read_bytes()


def test_a_sweep_is_compared_with_its_first_point(runs: Path) -> None:
    said = parlour("report", runs / "sweep")
    assert "Side by side" in said and "circle=12: " in said and "had the same winner" in said
    text = (runs / "sweep" / "report.html").read_text(encoding="utf-8")
    assert "are compared in pairs" in text and "Every difference from the first run" in text
    Reader(text)


def test_a_tournament_has_a_cross_table_and_ratings(runs: Path, tmp_path: Path) -> None:
    said = parlour("report", runs / "cup", "--out", tmp_path / "cup.html")
    assert "is rated highest" in said
    text = (tmp_path / "cup.html").read_text(encoding="utf-8")
    assert "Every meeting in numbers" in text and "Ratings in numbers" in text
    assert {"cross-table.png", "ratings.png"} <= {path.name for path in (tmp_path / "cup").iterdir()}


def test_several_folders_are_set_side_by_side(runs: Path, tmp_path: Path) -> None:
    said = parlour("report", runs / "run", runs / "sweep", "--out", tmp_path / "all.html")
    assert "Side by side" in said and "All normal" in said


def test_wrong_folders_are_refused_in_one_sentence(runs: Path, tmp_path: Path) -> None:
    assert parlour("report", tmp_path / "nowhere", code=2) == f"There is no folder {tmp_path / 'nowhere'}.\n"
    (tmp_path / "empty").mkdir()
    assert "holds no study" in parlour("report", tmp_path / "empty", code=2)
    assert "needs a folder" in parlour("report", code=2)
    assert "an .html file" in parlour("report", runs / "run", "--out", tmp_path / "r.pdf", code=2)
    (tmp_path / "cut").mkdir()
    (tmp_path / "cut" / "run.json").write_bytes((runs / "run" / "run.json").read_bytes())
    (tmp_path / "cut" / "parts").mkdir()
    assert "not finished" in parlour("report", tmp_path / "cut", code=2)
    with pytest.raises(ParlourError):
        read_study([])


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda module: None if module == "altair" else object())
    with pytest.raises(ParlourError, match=re.escape("pip install 'parlour[report]'")):
        extras.need_report()


def test_names_from_a_deck_cannot_break_the_page() -> None:
    hands = [Hand((1, 0), uses=[(i % 2, "<b>&Co</b>")]) for i in range(6)]
    chapter = run_chapter(sample(hands), "<i>title")
    text = page("<u>page", "lead", [chapter], ["parlour <simulate>"])
    assert not {"b", "i", "u", "simulate"} & set(Reader(text).tags)
    assert "&lt;b&gt;&amp;Co&lt;/b&gt;" in text


def test_runs_are_named_by_what_sets_them_apart() -> None:
    hands = [Hand((1, 0))]
    base, rule = sample(hands), sample(hands, young=True)
    assert labels((base, rule)) == ["young=false", "young=true"]
    assert labels((base, rule, sample(hands, turn_cap=99))) == ["default rules", "young=true", "turn_cap=99"]
    assert labels((base, sample(hands, bots=("random",)))) == ["all normal", "all random"]
    assert labels((base, sample(hands, seed="again", name="again"))) == ["by-hand", "again"]
    assert labels((base, sample(hands, seed="again", name="x/by-hand"))) == ["1: by-hand", "2: x/by-hand"]


def test_of_many_runs_only_the_first_is_told_in_full() -> None:
    many = tuple(sample([Hand((1, 0))] * 3, turn_cap=100 + i, name=f"r{i}") for i in range(5))
    assert [chapter.title for chapter in chapters(Study("sweep", many))] == ["Side by side", "turn_cap=100"]


def brightness(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("colours", "papers"), [(COLOURS, ("#f7f6f3", "#ffffff")), (DARK, ("#15181c", "#1d2127"))])
def test_text_is_readable_in_light_and_dark(colours: dict[str, str], papers: tuple[str, ...]) -> None:
    assert colours.keys() == COLOURS.keys()
    for paper in papers:
        assert all(contrast(colours[name], paper) >= 4.5 for name in ("ink", "soft", "main"))
        assert contrast(colours["other"], paper) >= 3.0  # a mark, beside words that say the same


def test_plots_take_their_colours_from_the_page() -> None:
    chapter = run_chapter(sample([Hand((1, 0)), Hand((0, 1))]), "t")
    svg = next(plot.svg for section in chapter.sections for plot in section.plots)
    assert 'fill="var(--bar, #7fb0cc)"' in svg and "var(--soft" in svg
    assert 'width="' not in svg.split(">", 1)[0]  # the page decides how wide it is
    assert dots("d", "caption", [], "none").svg  # nothing to draw is no reason to fail


def test_a_house_rule_in_a_heading_is_spelled_as_it_is_typed() -> None:
    found = chapters(Study("runs", (sample([Hand((1, 0))] * 5, young=False), sample([Hand((1, 0))] * 5, young=True))))
    assert [chapter.title for chapter in found][1:] == ["young=false", "young=true"]

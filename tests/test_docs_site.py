"""The documentation site: its links lead somewhere, it loads nothing from elsewhere, and its search has every page."""

import importlib.util
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import parlour

ROOT = Path(__file__).parents[1]
LARGEST_PICTURE = 40_000
LOADED = {"script": "src", "img": "src", "iframe": "src", "link": "href", "source": "src", "object": "data"}


@dataclass
class Page(HTMLParser):
    """A page of the site: what it links to, what it loads, and the anchors it has."""

    links: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag in LOADED and given.get("rel") not in ("canonical", "prev", "next") and LOADED[tag] in given:
            self.loads.append(given[LOADED[tag]])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    spec = importlib.util.spec_from_file_location("docs_site", ROOT / "scripts" / "docs_site.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    built = module.build(tmp_path_factory.mktemp("site"))
    assert isinstance(built, Path)
    return built


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    """The generator's pages. The reports of studies are files of their own; 404.html is for the root of a host."""
    reports = {site / "docs" / "studies" / f"{about.slug}.html" for about in parlour.games()}
    found = {path: Page() for path in site.rglob("*.html") if path not in {*reports, site / "404.html"}}
    for path, page in found.items():
        page.feed(path.read_text("utf-8"))
    return found


def broken(site: Path, pages: dict[Path, Page]) -> Iterator[str]:
    for path, page in pages.items():
        for link in [*page.links, *page.loads]:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or parts.path.endswith("play/"):
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            if not target.is_file():
                yield f"{path.relative_to(site)}: {link} leads nowhere"
            elif target in pages and unquote(parts.fragment) not in {"", *pages[target].anchors}:
                yield f"{path.relative_to(site)}: {link} has no such place"


def test_links_lead_somewhere(site: Path, pages: dict[Path, Page]) -> None:
    assert list(broken(site, pages)) == []


def test_nothing_is_loaded_from_elsewhere(site: Path, pages: dict[Path, Page]) -> None:
    outside = {link for page in pages.values() for link in page.loads if urlsplit(link).netloc}
    assert outside == set()


def test_every_section_has_pages(site: Path) -> None:
    wanted = ["docs/start", "rules/index", "docs/coach", "docs/hosting", "docs/studies", "docs/studies/index"]
    wanted += ["docs/research", "CONTRIBUTING", "ARCHITECTURE", "benchmarks/RESULTS"]
    wanted += ["reference/commands", "reference/python", "reference/http"]
    wanted += [f"rules/{about.slug}" for about in parlour.games()]
    assert [name for name in wanted if not (site / f"{name}.html").is_file()] == []
    front = (site / "index.html").read_text("utf-8")
    assert 'src="play/"' in front, "the table sits on the front page"


@pytest.mark.parametrize("about", parlour.games(), ids=lambda about: about.slug)
def test_the_rules_show_the_game_s_own_cards(site: Path, pages: dict[Path, Page], about: parlour.About) -> None:
    cards = f"../docs/images/cards/{about.slug}.webp"
    page = site / "rules" / f"{about.slug}.html"
    assert cards in pages[page].loads
    assert (page.parent / cards).stat().st_size < LARGEST_PICTURE
    told = json.loads((ROOT / "docs" / "images" / "cards" / "shown.json").read_text("utf-8"))[about.slug]
    assert all(escape(name, quote=False) in page.read_text("utf-8") for name in told)


def test_the_search_knows_every_page(site: Path) -> None:
    text = (site / "search.json").read_text("utf-8")
    known = {item["location"].partition("#")[0] for item in json.loads(text)["items"]}
    assert {"reference/commands.html", "rules/st-croix.html", "docs/hosting.html"} <= known


def test_the_reference_is_complete(site: Path) -> None:
    commands = (site / "reference" / "commands.html").read_text("utf-8")
    python = (site / "reference" / "python.html").read_text("utf-8")
    http = (site / "reference" / "http.html").read_text("utf-8")
    assert all(f"parlour {name}" in commands for name in ("play", "serve", "simulate", "tune", "mcp"))
    assert [
        name for name in parlour.__all__ if f">{name}<" not in python and f'id="{name.lower()}"' not in python
    ] == []
    assert "/api/tables/{code}/act" in http

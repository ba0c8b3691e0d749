"""Link previews: title, sentence and picture of a game or a table, and no secret."""

import re

import pytest

import parlour
from server.people import Person, Running


def tags(ana: Person, path: str) -> dict[str, str]:
    """The preview's tags of a page, as a messenger without a token reads them."""
    stranger = Person(ana.server, "", token="")
    page = stranger.ask(path).body.decode()
    assert "<!-- preview -->" not in page
    return dict(re.findall(r'<meta property="([^"]+)" content="([^"]*)"', page))


def test_the_first_page_is_about_parlour(server: Running, ana: Person) -> None:
    told = tags(ana, "/")
    assert told["og:title"].startswith("Parlour")
    assert told["og:image"] == f"http://{server.address}/icon-512.png"


@pytest.mark.parametrize("page", ["new", "rules"])
@pytest.mark.parametrize("about", parlour.games(), ids=lambda about: about.slug)
def test_a_game_s_pages_are_about_the_game(ana: Person, about: parlour.About, page: str) -> None:
    told = tags(ana, f"/{page}/{about.slug}")
    assert about.title.replace("&", "&amp;") in told["og:title"]
    assert told["twitter:card"] == "summary_large_image"
    picture = ana.ask(re.sub(r"^http://[^/]+", "", told["og:image"]))
    assert picture.status == 200 and picture.body.startswith(b"\x89PNG")


def test_a_table_s_preview_names_its_game_and_nobody(ana: Person) -> None:
    ana.name = "Anastasia"
    code = ana.create("st-croix", start=True)
    told = tags(ana, f"/t/{code}")
    assert told["og:title"] == "A table of St. Croix"
    assert "Anastasia" not in str(told) and code not in str(told)
    assert tags(ana, f"/t/{code.lower()}") == told


def test_a_table_for_its_players_only_and_an_unknown_one_look_the_same(ana: Person) -> None:
    code = ana.create("st-croix", start=True, house={"watchers": False})
    assert tags(ana, f"/t/{code}") == tags(ana, "/t/AAAAAAAA") == tags(ana, "/")


def test_a_strange_host_gets_no_tags(ana: Person) -> None:
    page = ana.ask("/new/st-croix", headers={"host": 'evil.example"><script>'}).body.decode()
    assert "evil" not in page

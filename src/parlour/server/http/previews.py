"""Link previews: what a messenger shows of a link to this server. Names nobody and nothing that lies on a table."""

from dataclasses import dataclass
from html import escape

from starlette.requests import Request

from parlour.core.errors import ParlourError
from parlour.games import find
from parlour.server.http.app import client_files
from parlour.server.http.service import Service
from parlour.server.log.decide import Refused

WITHOUT_PICTURE = "icon-512.png"


@dataclass(frozen=True)
class Preview:
    """A title, a sentence and a picture."""

    title: str
    description: str
    picture: str
    """Its path among the client's files."""

    def tags(self, base: str) -> str:
        """The tags of a page; `base` is the address of the client's files, with a slash at its end."""
        large = self.picture != WITHOUT_PICTURE
        named = {
            "og:type": "website",
            "og:site_name": "Parlour",
            "og:title": self.title,
            "og:description": self.description,
            "og:image": f"{base}{self.picture}",
            "twitter:card": "summary_large_image" if large else "summary",
        }
        return "".join(f'<meta property="{name}" content="{escape(value)}" />' for name, value in named.items())


HOME = Preview(
    "Parlour: card games with friends and bots",
    "Six tabletop card games in the browser. No account, nothing to install.",
    WITHOUT_PICTURE,
)


def of_game(slug: str) -> Preview:
    """The preview of a game."""
    about = find(slug).about
    return Preview(f"{about.title}: play at Parlour", about.summary, picture_of(slug))


def of_table(slug: str) -> Preview:
    """The preview of a table. It names its game; the players and their cards are for those who open the link."""
    about = find(slug).about
    return Preview(f"A table of {about.title}", f"Join in at Parlour. {about.summary}", picture_of(slug))


def picture_of(slug: str) -> str:
    """The picture of a game; a game from outside has none."""
    path = f"previews/{slug}.png"
    return path if client_files().joinpath(path).is_file() else WITHOUT_PICTURE


async def preview_tags(service: Service, request: Request) -> str:
    """The tags for the page that is asked for. If a table may not be seen, its link looks like any other."""
    try:
        visitor = service.visitor(request)
        here = f"{'https' if visitor.secure else 'http'}://{request.headers['host']}"
        base = f"{min(service.sites.origins, default=here)}/"
    except Refused:
        return ""
    try:
        if slug := request.path_params.get("slug"):
            return of_game(slug).tags(base)
        if code := request.path_params.get("code"):
            return of_table((await service.table(code.upper(), visitor)).table.game).tags(base)
    except (Refused, ParlourError):
        pass
    return HOME.tags(base)

"""What a reader is shown of a table: as data, and as one text."""

from dataclasses import dataclass, field

from parlour.core.scene import Scene
from parlour.text.choices import number_choices
from parlour.text.plain import WAIT, scene_text


@dataclass(frozen=True)
class Option:
    """One thing to answer with: a number or its text."""

    number: int
    text: str
    label: str


@dataclass(frozen=True)
class Page:
    """The news since the last page, the table drawn as text, and what the reader may choose."""

    news: list[str]
    scene: str
    must_act: bool
    """Whether the game waits for the reader. If not, `wait` lets the others go on."""
    asks: str
    """What the reader is asked, or what the table waits for."""
    choices: list[Option] = field(default_factory=list)
    over: bool = False

    @property
    def text(self) -> str:
        """The page as one text."""
        numbered = "\n".join(f"  {one.number}. {one.label}  [{one.text}]" for one in self.choices)
        return "\n\n".join(part for part in ("\n".join(self.news), self.scene, self.asks, numbered) if part)


def ask(scene: Scene, news: list[str], must: bool) -> Page:
    """A page that asks for a choice; out of turn, waiting is one of them."""
    choices = [Option(number, choice.text, choice.label) for number, choice in number_choices(scene).items()]
    if not must:
        choices.append(Option(0, WAIT, "Let the others go on"))
    return Page(news, scene_text(scene), must, scene.prompt.text if scene.prompt else "", choices)

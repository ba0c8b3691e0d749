"""The page of a study of card worth: what causes wins, beside what goes along with them."""

from pathlib import Path

from parlour.study import plots, words
from parlour.study.estimates import Estimate
from parlour.study.many import detectable, holm
from parlour.study.page import Chapter, Section, Table
from parlour.study.report import write_page
from parlour.study.worth import Found, Worth, results

CAUSES = (
    "Causes are what an experiment changed and nothing else: being barred from the card (never), being made to use it "
    "(always), and being dealt it instead of another card (exchanged). “Dealt” is nearly one, because a shuffle "
    "deals at random. Drawn, played and held at the end are not causes: how the game went decides them."
)
BARRED = (
    "Where the aim is to get rid of cards, refusing any card costs wins: compare the cards with each other, and see "
    "what an exchange does."
)
SHOWN = 20


def write_worth(folder: Path) -> Chapter:
    """Write worth.html into a study's folder; its chapter."""
    found = results(folder)
    chapter = worth_chapter(found)
    title = f"{found.base.title}: what each card is worth"
    write_page(folder / "worth.html", title, words.what(found.base), [chapter], found.samples, found.made_by)
    return chapter


def worth_chapter(found: Found) -> Chapter:
    """What each card is worth, with intervals and corrected for looking at many."""
    effects = [(worth, what, by) for worth in found.cards for what, by in _effects(worth)]
    clear = holm([by for _, _, by in effects])
    said = [_sentence(worth, what, by) for (worth, what, by), good in zip(effects, clear, strict=True) if good]
    if not said:
        said = [_nothing(found, [by for _, _, by in effects])]
    for what, by in found.habits.items():
        who = "A player who uses a card whenever possible" if what == "greedy" else "A player who hoards cards"
        said.append(f"{who} ({what}) wins {words.signed(by, True)} compared with the same seat without that habit.")
    sections = [_cause_section(found, what, text) for what, text in EXPERIMENTS.items()]
    sections.append(_exposure_section(found))
    left = tuple(f"Not tried: {one}" for one in found.left_out[:4])
    return Chapter("What is a card worth?", CAUSES, tuple(said), left, tuple(one for one in sections if one))


EXPERIMENTS = {
    "never": "How much more a player wins who never uses the card, unless nothing else is possible",
    "always": "How much more a player wins who uses the card whenever that is possible",
    "exchange": "How much more a seat wins that is dealt the card instead of a random card of its hand",
}


def _effects(worth: Worth) -> list[tuple[str, Estimate]]:
    found = {"never": worth.never, "always": worth.always, "exchange": worth.exchange}
    return [(what, by) for what, by in found.items() if by is not None]


def _sentence(worth: Worth, what: str, by: Estimate) -> str:
    name = words.named(worth.name)
    if what == "never":
        verb = "costs" if by.value < 0 else "gains"
        return f"Never using {name} {verb} {words.points(by)} of the wins."
    if what == "always":
        verb = "gains" if by.value > 0 else "costs"
        return f"Using {name} whenever possible {verb} {words.points(by)}."
    verb = "more" if by.value > 0 else "less"
    return f"A seat that is dealt {name} instead of another card wins {words.points(by)} {verb}."


def _nothing(found: Found, effects: list[Estimate]) -> str:
    typical = sorted(detectable(by) for by in effects)[len(effects) // 2] if effects else 0.0
    return (
        f"No card is shown to be worth more or less than others. An effect of {100 * typical:.1f} points would show in "
        f"four of five studies of this size, for a card looked at alone; play more deals to see smaller ones."
    )


def _cause_section(found: Found, what: str, text: str) -> Section | None:
    known = [(worth, by) for worth in found.cards for one, by in _effects(worth) if one == what]
    if not known:
        return None
    known.sort(key=lambda pair: pair[1].value)
    clear = holm([by for _, by in known])
    dots = [plots.Dot(worth.name, by, good) for (worth, by), good in zip(known, clear, strict=True)]
    far = dots if len(dots) <= SHOWN else [*dots[: SHOWN // 2], *dots[-SHOWN // 2 :]]
    drawn = plots.dots(f"worth-{what}", f"{text} (orange: clear after Holm's correction)", far, "wins", True, 0.0)
    rows = tuple(
        (worth.name, words.signed(by, True), "yes" if good else "", f"{100 * detectable(by):.1f} points")
        for (worth, by), good in zip(known, clear, strict=True)
    )
    table = Table(f"{what.capitalize()}, in numbers", ("card", "effect", "clear", "would show alone"), rows)
    note = BARRED if what == "never" else ""
    return Section(f"{what.capitalize()}: an experiment", f"{text}.", (drawn,), (table,), note)


def _exposure_section(found: Found) -> Section:
    kinds = [kind for kind in ("dealt", "drawn", "played", "held at the end") if kind in found.cards[0].exposed]
    rows = []
    for worth in found.cards:
        cells = []
        for kind in kinds:
            one = worth.exposed[kind]
            cells += [words.percent(one.share), words.signed(one.more, True) if one.more else ""]
        rows.append((worth.name, *cells))
    head = ("card", *(text for kind in kinds for text in (f"{kind}: players", f"{kind}: they won more by")))
    dead = max(
        (one for one in found.cards if "held at the end" in one.exposed),
        key=lambda one: one.exposed["held at the end"].share,
        default=None,
    )
    text = "How players fared who were dealt a card, drew it later, played it, or still held it at the end."
    if dead is not None:
        share = words.percent(dead.exposed["held at the end"].share)
        text += f" {words.named(dead.name)} is left over most often: {share} of the players hold it at the end."
    table = Table("Dealt, drawn, played and held, in numbers", head, tuple(rows))
    return Section("What goes along with winning?", text, (), (table,), CAUSES)

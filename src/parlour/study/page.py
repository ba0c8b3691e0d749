"""The page of a report: one self-contained HTML file, for light and dark screens, paper and phones."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from parlour.study.plots import COLOURS, Plot


@dataclass(frozen=True)
class Table:
    """Rows under a heading; the first column names the row."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Section:
    """One question: its answer in a sentence, plots, and the numbers behind them."""

    title: str
    text: str
    plots: tuple[Plot, ...] = ()
    tables: tuple[Table, ...] = ()
    note: str = ""
    points: tuple[str, ...] = ()


@dataclass(frozen=True)
class Answer:
    """A question of the first screen: answered in a sentence, with one picture if there is a telling one."""

    question: str
    text: str
    plot: Plot | None = None


@dataclass(frozen=True)
class Chapter:
    """A run, or a comparison of several: a summary, what to look at, then the sections."""

    title: str
    subtitle: str
    summary: tuple[str, ...]
    advice: tuple[str, ...]
    sections: tuple[Section, ...]
    answers: tuple[Answer, ...] = ()
    """Stand on the first screen instead of the summary."""


DARK = {
    "ink": "#e6e8eb",
    "soft": "#a7b0bb",
    "line": "#3a414b",
    "main": "#7cc0e8",
    "other": "#f0965f",
    "band": "#2f4f63",
    "bar": "#3f7ea3",
}


def _colours(values: dict[str, str], paper: str, card: str) -> str:
    return "".join(f"--{name}:{value};" for name, value in {**values, "paper": paper, "card": card}.items())


_LIGHT_SET = _colours(COLOURS, "#f7f6f3", "#ffffff")
_DARK_SET = _colours(DARK, "#15181c", "#1d2127")

STYLE = f"""
:root{{color-scheme:light dark;{_LIGHT_SET}}}
@media (prefers-color-scheme:dark){{:root{{{_DARK_SET}}}}}
@media print{{:root{{{_colours(COLOURS, "#ffffff", "#ffffff")}}}}}
*{{box-sizing:border-box}}
body{{margin:0;background:var(--paper);color:var(--ink);font:17px/1.55 Georgia,"Iowan Old Style","Noto Serif",serif}}
main,header,footer{{max-width:66rem;margin:0 auto;padding:0 1.1rem}}
header{{padding-top:2.2rem}}
h1,h2,h3,nav,table,summary,.kind,footer,.note{{font-family:system-ui,"Segoe UI","Noto Sans",sans-serif}}
h1{{font-size:clamp(1.6rem,5vw,2.3rem);line-height:1.15;margin:0 0 .3rem}}
h2{{font-size:1.45rem;line-height:1.25;margin:2.6rem 0 .2rem;padding-top:1.1rem;border-top:3px solid var(--ink)}}
h3{{font-size:1.08rem;margin:0 0 .5rem}}
p{{margin:.4rem 0 .8rem}}
.kind{{color:var(--soft);margin:.1rem 0 1rem;font-size:.92rem}}
nav{{margin:1rem 0 0;font-size:.95rem;line-height:1.9}}
nav a{{margin-right:1.1rem}}
a{{color:var(--main)}}
.short{{display:grid;gap:1rem;margin:1rem 0 1.4rem}}
.short>div,.section{{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:1.1rem 1.2rem}}
.short>.change{{border-left:4px solid var(--other)}}
.short>.said{{border-left:4px solid var(--main)}}
.answers{{display:grid;gap:.9rem;margin:.8rem 0 1.4rem}}
.answers{{grid-template-columns:repeat(auto-fit,minmax(min(100%,19rem),1fr))}}
.answers>div{{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.8rem 1rem}}
.answers>.change{{border-left:4px solid var(--other);font-size:.93rem}}
.answers p{{margin:.1rem 0 .5rem;font-size:.95rem;line-height:1.4}}
.answers svg.plot{{max-height:12rem;width:auto;max-width:100%;margin:0 auto}}
ul{{margin:.2rem 0;padding-left:1.2rem}}
li{{margin:.35rem 0}}
.section{{margin:1rem 0;display:grid;gap:.4rem 1.8rem}}
.section>*{{min-width:0}}
.plots{{display:grid;gap:1rem;align-content:start}}
.many .plots{{grid-template-columns:repeat(auto-fit,minmax(min(100%,21rem),1fr))}}
figure{{margin:0}}
svg.plot{{display:block;width:100%;height:auto}}
figcaption{{font:600 .85rem system-ui,sans-serif;color:var(--soft);margin-bottom:.2rem}}
.note{{color:var(--soft);font-size:.86rem;line-height:1.45}}
details{{margin-top:.3rem}}
summary{{cursor:pointer;color:var(--main);font-size:.92rem;padding:.35rem 0}}
.scroll{{overflow-x:auto}}
table{{border-collapse:collapse;font-size:.86rem;font-variant-numeric:tabular-nums;width:100%}}
th,td{{text-align:right;padding:.3rem .55rem;border-bottom:1px solid var(--line);white-space:nowrap}}
th{{color:var(--soft);font-weight:600;vertical-align:bottom}}
th:first-child{{text-align:left;white-space:normal;min-width:8rem}}
tbody th{{font-weight:500;color:var(--ink)}}
footer{{color:var(--soft);font-size:.85rem;padding:2rem 1.1rem 3rem;overflow-wrap:anywhere}}
@media (min-width:54rem){{
.short{{grid-template-columns:3fr 2fr}}
.short>div:only-child{{grid-column:1/-1}}
.section:not(.many):has(.plots){{grid-template-columns:29rem 1fr}}
.section:not(.many)>.plots{{order:-1}}
.section>details{{grid-column:1/-1}}
.section.many>*{{grid-column:1/-1}}
}}
@media print{{
body{{font-size:10.5pt}}
.section,.short>div,.answers>div{{break-inside:avoid}}
.answers{{grid-template-columns:1fr 1fr}}
details::details-content{{content-visibility:visible;block-size:auto}}
summary{{color:var(--ink);list-style:none}}
.scroll{{overflow:visible}}
th,td{{white-space:normal}}
h2{{break-after:avoid}}
nav{{display:none}}
.section:not(.many):has(.plots){{grid-template-columns:9cm 1fr}}
}}
"""


def page(title: str, lead: str, chapters: Sequence[Chapter], made_by: Sequence[str]) -> str:
    """The whole file."""
    links = "".join(f'<a href="#c{i}">{escape(chapter.title)}</a>' for i, chapter in enumerate(chapters))
    nav = f"<nav aria-label='Parts'>{links}</nav>" if len(chapters) > 1 else ""
    body = "".join(_chapter(i, chapter, lead) for i, chapter in enumerate(chapters))
    made = "<br>".join(f"<code>{escape(command)}</code>" for command in made_by if command)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>"
        f"<header><h1>{escape(title)}</h1><p class='kind'>{escape(lead)}</p>{nav}</header>"
        f"<main>{body}</main><footer><p>Numbers in brackets are 95 % intervals: in a study like this one, nineteen of "
        f"twenty such intervals hold "
        f"the true value. Games of one deal are counted together. What bots do is not always what people do.</p>"
        f"<p>Made by Parlour.{f' The games were played by:<br>{made}' if made else ''}</p></footer></body></html>\n"
    )


def _chapter(place: int, chapter: Chapter, lead: str) -> str:
    kind = "" if chapter.subtitle == lead else f'<p class="kind">{escape(chapter.subtitle)}</p>'
    change = _box("change", "What you may want to look at", chapter.advice)
    if chapter.answers:
        top = f'<div class="answers">{"".join(map(_answer, chapter.answers))}{change}</div>'
    else:
        top = f'<div class="short">{_box("said", "In short", chapter.summary)}{change}</div>'
    return f'<h2 id="c{place}">{escape(chapter.title)}</h2>{kind}{top}' + "".join(
        _section(section) for section in chapter.sections
    )


def _answer(answer: Answer) -> str:
    drawn = answer.plot.svg if answer.plot is not None else ""
    return f"<div><h3>{escape(answer.question)}</h3><p>{_text(answer.text)}</p>{drawn}</div>"


def _text(text: str) -> str:
    """Escape prose for the page and keep a number and its sign on one line."""
    return escape(text).replace(" %", "&nbsp;%")


def _box(style: str, title: str, lines: Sequence[str]) -> str:
    return f'<div class="{style}"><h3>{title}</h3>{_points(lines)}</div>' if lines else ""


def _points(lines: Sequence[str]) -> str:
    return "<ul>" + "".join(f"<li>{_text(line)}</li>" for line in lines) + "</ul>" if lines else ""


def _section(section: Section) -> str:
    many = " many" if len(section.plots) > 1 else ""
    figures = "".join(
        f"<figure><figcaption>{escape(plot.title)}</figcaption>{plot.svg}</figure>" for plot in section.plots
    )
    plots = f'<div class="plots">{figures}</div>' if figures else ""
    note = f'<p class="note">{_text(section.note)}</p>' if section.note else ""
    text = f"<p>{_text(section.text)}</p>" if section.text else ""
    told = f"<div><h3>{escape(section.title)}</h3>{text}{_points(section.points)}{note}</div>"
    tables = "".join(_table(table) for table in section.tables)
    return f'<section class="section{many}">{told}{plots}{tables}</section>'


def _table(table: Table) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.head)
    rows = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>' + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:]) + "</tr>"
        for row in table.rows
    )
    return (
        f"<details><summary>{escape(table.title)}</summary><div class='scroll' tabindex='0' role='group' "
        f"aria-label='{escape(table.title, quote=True)}'>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div></details>"
    )

"""The plots of a report: drawn once as SVG whose colours follow the page, and as PNG for use elsewhere."""

import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import altair as alt
import polars as pl

from parlour.study.estimates import Estimate

WIDTH = 360
"""Plots are drawn narrow, so that their text stays readable on a phone."""

# Each colour is a variable of the page's style; its value is for PNGs and for pages without that style.
COLOURS = {
    "ink": "#23272e",
    "soft": "#5d6673",
    "line": "#dfe2e6",
    "main": "#2a6f97",
    "other": "#c4622d",
    "band": "#bcd6e6",
    "bar": "#7fb0cc",
}
PAPER = "#fffffe"

Row = Mapping[str, object]
AnyChart = alt.Chart | alt.LayerChart | alt.FacetChart


@dataclass(frozen=True)
class Plot:
    """A picture: SVG for the page, PNG on request."""

    name: str
    title: str
    svg: str
    chart: AnyChart

    def png(self) -> bytes:
        """The same picture as a PNG on white."""
        picture = io.BytesIO()
        self.chart.save(picture, format="png", scale_factor=1.5)
        return picture.getvalue()


@dataclass(frozen=True)
class Dot:
    """A named number with its interval; those that stand out are drawn in another colour."""

    name: str
    estimate: Estimate
    odd: bool = False


def dots(
    name: str, caption: str, given: Sequence[Dot], title: str, percent: bool = False, bar: float | None = None
) -> Plot:
    """Numbers with their intervals, one line for each; `bar` marks the value to compare with."""
    rows: list[Row] = [
        {
            "name": dot.name,
            "value": dot.estimate.value,
            "low": dot.estimate.low,
            "high": dot.estimate.high,
            "odd": dot.odd,
        }
        for dot in given
    ]
    base = _chart(rows)
    line = alt.Y("name:N", sort=None, title=None, axis=alt.Axis(grid=False, ticks=False, domain=False, labelPadding=8))
    across = alt.X("low:Q", title=title, scale=alt.Scale(zero=False, nice=True), axis=_axis(percent))
    colour = alt.condition("datum.odd", alt.value(COLOURS["other"]), alt.value(COLOURS["main"]))
    spans = base.mark_rule(strokeWidth=2.5, strokeCap="round").encode(x=across, x2="high:Q", y=line, color=colour)
    points = base.mark_point(filled=True, size=75, opacity=1).encode(x="value:Q", y=line, color=colour)
    layers: list[alt.Chart] = [spans, points]
    if bar is not None:
        layers.insert(0, _bar_line(bar))
    return finish(
        name,
        caption,
        alt.layer(*layers).properties(width=WIDTH - 120, height=alt.Step(24)),
        [str(row["name"]) for row in rows],
    )


def columns(
    name: str,
    caption: str,
    bins: Sequence[tuple[float, float, float]],
    across: str,
    up: str,
    mark: float | None = None,
    percent: bool = False,
) -> Plot:
    """A histogram: from, to and what share; `mark` is a line across it, such as the median."""
    rows: list[Row] = [{"from": low, "to": high, "much": much} for low, high, much in bins]
    chart = (
        _chart(rows)
        .mark_bar(color=COLOURS["bar"], binSpacing=1)
        .encode(
            x=alt.X("from:Q", title=across, bin="binned", axis=_axis(percent, grid=False)),
            x2="to:Q",
            y=alt.Y("much:Q", title=up, axis=alt.Axis(tickCount=4, format="~p")),
        )
    )
    layers = [chart] if mark is None else [chart, _bar_line(mark)]
    return finish(name, caption, alt.layer(*layers).properties(width=WIDTH, height=170))


def bars(name: str, caption: str, given: Sequence[tuple[str, float]], title: str, percent: bool = False) -> Plot:
    """Amounts by name, one line for each, with the number at its end."""
    rows: list[Row] = [{"name": text, "much": much, "said": _said(much, percent)} for text, much in given]
    base = _chart(rows)
    line = alt.Y("name:N", sort=None, title=None, axis=alt.Axis(ticks=False, domain=False, labelPadding=8))
    room = 1.18 * max([much for _, much in given], default=1.0) or 1.0
    across = alt.X("much:Q", title=title, scale=alt.Scale(domain=[0, room]), axis=_axis(percent))
    drawn = base.mark_bar(color=COLOURS["bar"], height=14).encode(x=across, y=line)
    said = base.mark_text(align="left", dx=4, color=COLOURS["ink"]).encode(x=across, y=line, text="said:N")
    return finish(
        name,
        caption,
        alt.layer(drawn, said).properties(width=WIDTH - 120, height=alt.Step(24)),
        [str(row["name"]) for row in rows],
    )


def curve(
    name: str, caption: str, points: Sequence[tuple[float, float, float, float]], across: str, up: str, bar: float
) -> Plot:
    """A line with a band around it: place, lower edge, middle, upper edge; all shares."""
    rows: list[Row] = [{"x": x, "low": low, "value": middle, "high": high} for x, low, middle, high in points]
    base = _chart(rows)
    along = alt.X("x:Q", title=across, scale=alt.Scale(domain=[0, 1]), axis=_axis(True, grid=False))
    scale = alt.Scale(domain=[0, 1])
    band = base.mark_area(color=COLOURS["band"], opacity=0.7).encode(
        x=along, y=alt.Y("low:Q", title=up, scale=scale, axis=_axis(True)), y2="high:Q"
    )
    line = base.mark_line(color=COLOURS["main"], strokeWidth=2.5).encode(x=along, y=alt.Y("value:Q", scale=scale))
    even = (
        _chart([{"even": bar}])
        .mark_rule(color=COLOURS["soft"], strokeDash=[4, 4])
        .encode(y=alt.Y("even:Q", scale=scale))
    )
    return finish(name, caption, alt.layer(band, even, line).properties(width=WIDTH, height=190))


def line(
    name: str, caption: str, points: Sequence[tuple[float, float]], across: str, up: str, percent: bool = False
) -> Plot:
    """One line along the game; the axis begins at 0."""
    rows: list[Row] = [{"x": x, "value": value} for x, value in points]
    chart = (
        _chart(rows)
        .mark_line(color=COLOURS["main"], strokeWidth=2.5, point=alt.OverlayMarkDef(color=COLOURS["main"], size=30))
        .encode(
            x=alt.X("x:Q", title=across, scale=alt.Scale(domain=[0, 1]), axis=_axis(True, grid=False)),
            y=alt.Y("value:Q", title=up, scale=alt.Scale(zero=True), axis=_axis(percent)),
        )
    )
    return finish(name, caption, chart.properties(width=WIDTH, height=170))


def cross(name: str, caption: str, names: Sequence[str], cells: Mapping[tuple[str, str], float], title: str) -> Plot:
    """Who beats whom: a table of shares, darker is more."""
    rows: list[Row] = [
        {"row": row, "column": column, "share": share, "said": f"{share:.0%}"} for (row, column), share in cells.items()
    ]
    base = _chart(rows)
    down = alt.Y("row:N", sort=list(names), title=None, axis=alt.Axis(grid=False, ticks=False, domain=False))
    across = alt.X(
        "column:N", sort=list(names), title=title, axis=alt.Axis(labelAngle=0, ticks=False, domain=False, orient="top")
    )
    tiles = base.mark_rect(color=COLOURS["bar"]).encode(
        x=across, y=down, opacity=alt.Opacity("share:Q", scale=alt.Scale(domain=[0, 1], range=[0.05, 1]), legend=None)
    )
    said = base.mark_text(color=COLOURS["ink"], fontSize=13).encode(x=across, y=down, text="said:N")
    side = max(48, min(90, WIDTH // max(1, len(names))))
    return finish(name, caption, alt.layer(tiles, said).properties(width=alt.Step(side), height=alt.Step(36)))


def _chart(rows: Sequence[Row]) -> alt.Chart:
    return alt.Chart(pl.DataFrame(rows))


def _bar_line(place: float) -> alt.Chart:
    chart: alt.Chart = _chart([{"bar": place}]).mark_rule(color=COLOURS["soft"], strokeDash=[4, 4], strokeWidth=1.5)
    return chart.encode(x="bar:Q")


def _axis(percent: bool, grid: bool = True) -> alt.Axis:
    return alt.Axis(format="~p" if percent else ",.6~g", grid=grid, tickCount=5)


def _said(much: float, percent: bool) -> str:
    return f"{100 * much:.1f} %" if percent else f"{much:,.2f}".rstrip("0").rstrip(".")


def finish(name: str, caption: str, chart: AnyChart, names: Sequence[str] = ()) -> Plot:
    """Draw a chart in the report's style, with a wide margin for names, since fonts differ in width."""
    longest = max((len(text) for text in names), default=0)
    padding = {"left": 4 + 1.3 * min(longest, 30), "right": 8, "top": 6, "bottom": 4}
    styled = (
        chart.configure(background=PAPER, aria=False, font="sans-serif", padding=padding)
        .configure_view(stroke=None)
        .configure_axis(
            labelColor=COLOURS["soft"],
            titleColor=COLOURS["soft"],
            gridColor=COLOURS["line"],
            domainColor=COLOURS["line"],
            tickColor=COLOURS["line"],
            labelFontSize=12,
            titleFontSize=12,
            titleFontWeight="normal",
            labelLimit=190,
            titlePadding=8,
        )
        .configure_text(fontSize=12)
    )
    vector = io.StringIO()
    styled.save(vector, format="svg")
    return Plot(name, caption, themed(vector.getvalue()), styled)


def themed(svg: str) -> str:
    """The same SVG with colours taken from the page's style, and without superfluous attributes."""
    for name, colour in COLOURS.items():
        svg = svg.replace(f'"{colour}"', f'"var(--{name}, {colour})"')
    svg = re.sub(rf'<rect [^>]*fill="{PAPER}"[^>]*/>', "", svg, count=1)
    svg = re.sub(
        r'<path class="(?:background|foreground)"[^>]*/>| (?:aria-[a-z]+|role|class|pointer-events)="[^"]*"', "", svg
    )
    svg = re.sub(r"(\d+\.\d{2})\d+", r"\1", svg)
    size = re.search(r'<svg[^>]* width="([\d.]+)" height="([\d.]+)"', svg)
    if size:  # the page sets the width, up to the natural size
        width, height = size.groups()
        head = f'<svg class="plot" viewBox="0 0 {width} {height}" style="max-width:{float(width) * 1.25:.0f}px"'
        svg = re.sub(r"<svg[^>]*", f'{head} aria-hidden="true" xmlns="http://www.w3.org/2000/svg"', svg, count=1)
    return svg[svg.index("<svg") :].strip()

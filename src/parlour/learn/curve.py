"""A learning curve as an SVG picture."""

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
WIDE, HIGH, LEFT, TOP, RIGHT, BELOW = 720, 400, 60, 50, 110, 50


def draw_curve(curves: Mapping[int, Sequence[tuple[float, float]]], title: str) -> str:
    """Lines of (minutes, share won), one for each seat count, with its even share dashed."""
    most = max([minutes for line in curves.values() for minutes, _ in line] + [1e-3])

    def across(minutes: float) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * minutes / most

    def down(share: float) -> float:
        return TOP + (HIGH - TOP - BELOW) * (1.0 - share)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDE}" height="{HIGH}" fill="white"/>',
        f'<text x="{LEFT}" y="28" font-size="17">{escape(title)}</text>',
    ]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(f'<path d="M{LEFT} {down(share):.1f}H{WIDE - RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{down(share) + 4:.1f}" text-anchor="end">{share:.0%}</text>')
    for minutes in (0.0, most / 2, most):
        parts.append(f'<text x="{across(minutes):.1f}" y="{HIGH - 28}" text-anchor="middle">{minutes:.1f}</text>')
    parts.append(
        f'<text x="{(WIDE - RIGHT + LEFT) / 2}" y="{HIGH - 8}" text-anchor="middle">minutes of CPU time</text>'
    )
    for colour, (seats, line) in zip(COLOURS, curves.items(), strict=False):
        points = " ".join(f"{across(minutes):.1f},{down(share):.1f}" for minutes, share in line)
        even = down(1.0 / seats)
        parts.append(f'<path d="M{LEFT} {even:.1f}H{WIDE - RIGHT}" stroke="{colour}" stroke-dasharray="2 5"/>')
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        if line:
            x, y = across(line[-1][0]) + 6, down(line[-1][1]) + 4
            parts.append(f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}">{seats} seats</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"

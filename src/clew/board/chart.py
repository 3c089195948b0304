"""Draws an SVG chart that compares the work of several strategies on a logarithmic scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, log10

WIDTH = 720
EDGE = 16
ROW = 44
HEAD = 34
FOOT = 40
NOTE = 190
"""The space to the right of the longest bar, for its number."""
STYLE = (
    ".chart{color-scheme:light dark;background:#fff}"
    ".chart text{font:13px system-ui,sans-serif;fill:#1c2733}"
    ".chart .title{font-size:15px;font-weight:700}.chart .soft{fill:#5d6874}"
    ".chart .line{stroke:#d5dbe2}.chart .bar{fill:#1a5fb4}.chart .open{fill:#9bb8d9}"
    "@media(prefers-color-scheme:dark){.chart{background:#161b22}"
    ".chart text{fill:#e6edf3}.chart .soft{fill:#9aa5b1}.chart .line{stroke:#343e4a}"
    ".chart .bar{fill:#7cb7ff}.chart .open{fill:#3b5878}}"
)


@dataclass(frozen=True, slots=True)
class Bar:
    """A single bar.

    Args:
        label: its label.
        number: its length.
        note: a remark after the number.
        open: whether the search was stopped, which makes the number only a lower bound.
    """

    label: str
    number: int
    note: str = ""
    open: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """The bars for one puzzle.

    Args:
        title: the title above the bars.
        bars: the bars, from top to bottom.
    """

    title: str
    bars: tuple[Bar, ...]


def chart(panels: Sequence[Panel], unit: str) -> str:
    """Draw panels one below the other and to the same scale, as a single SVG element.

    Args:
        panels: the panels, from top to bottom.
        unit: the unit of the numbers, such as "nodes".
    """
    decades = _decades(panels)
    height = EDGE + sum(HEAD + ROW * len(panel.bars) + FOOT for panel in panels)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" '
        f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">',
        f"<title>{escape(_spoken(panels, unit))}</title><style>{STYLE}</style>",
    ]
    top = EDGE
    for panel in panels:
        parts += _panel(panel, top, decades, unit)
        top += HEAD + ROW * len(panel.bars) + FOOT
    return "".join([*parts, "</svg>"])


def _decades(panels: Sequence[Panel]) -> int:
    """Return the power of ten at the right end of the scale."""
    largest = max((bar.number for panel in panels for bar in panel.bars), default=1)
    return max(1, ceil(log10(max(largest, 1))))


def _spoken(panels: Sequence[Panel], unit: str) -> str:
    bars = [f"{bar.label} {bar.number:,}" for panel in panels for bar in panel.bars]
    return f"{unit.capitalize()} by strategy: {'; '.join(bars)}"


def _panel(panel: Panel, top: int, decades: int, unit: str) -> list[str]:
    below = top + HEAD + ROW * len(panel.bars)
    title = panel.title if len(panel.title) <= 88 else f"{panel.title[:87]}…"
    parts = [f'<text class="title" x="{EDGE}" y="{top + 14}">{escape(title)}</text>']
    for power in range(decades + 1):
        x = _x(10**power, decades)
        parts.append(
            f'<line class="line" x1="{x}" y1="{top + HEAD - 8}" x2="{x}" y2="{below}"/>'
            f'<text class="soft" x="{x}" y="{below + 16}" text-anchor="middle">'
            f"{_power(power)}</text>"
        )
    parts.append(
        f'<text class="soft" x="{WIDTH - EDGE}" y="{below + 16}" text-anchor="end">'
        f"{escape(unit)}, log scale</text>"
    )
    for row, bar in enumerate(panel.bars):
        parts += _bar(bar, top + HEAD + ROW * row, decades)
    return parts


def _bar(bar: Bar, y: int, decades: int) -> list[str]:
    end = _x(max(bar.number, 1), decades)
    kind = "bar open" if bar.open else "bar"
    number = f"over {bar.number:,}" if bar.open else f"{bar.number:,}"
    note = f' <tspan class="soft">{escape(bar.note)}</tspan>' if bar.note else ""
    return [
        f'<text x="{EDGE + 4}" y="{y + 11}">{escape(bar.label)}</text>',
        f'<rect class="{kind}" x="{EDGE}" y="{y + 17}" width="{max(end - EDGE, 2):g}" '
        f'height="16" rx="2"/>',
        f'<text x="{max(end, EDGE + 2) + 6:g}" y="{y + 30}">{number}{note}</text>',
    ]


def _x(number: int, decades: int) -> float:
    return round(EDGE + log10(number) / decades * (WIDTH - 2 * EDGE - NOTE), 1)


def _power(power: int) -> str:
    """Write a power of ten: 1, 10, 100, 1,000, then 10⁴ and so on."""
    if power < 4:
        return f"{10**power:,}"
    return "10" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(power))

"""What notebooks show of frontiers and groupings: small, without scripts, on light and dark ground."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from ._thin import thinned

if TYPE_CHECKING:
    from ._frontier import Frontier
    from ._grouping import Grouping

# They are seen on white and on black; all else has the colour of the text.
BLUE, RED, SHADE = "#2b8cc4", "#d9700f", "rgba(128, 128, 128, 0.16)"

WIDTH, HEIGHT, EDGE = 260, 170, 8
MOST = 12
"""How many groupings of a frontier, clusters of a grouping and values of a cluster are listed."""


def of_frontier(frontier: Frontier) -> str:
    """Return a frontier as a small picture and its best groupings as a table."""
    meta = frontier._meta
    x, y = escape(frontier.x or "X"), escape(frontier.y or "Y")
    found = "proved complete" if frontier.complete else f"search ended: {escape(frontier.status)}"
    head = f"<b>Frontier</b> of {len(frontier.labels):,} values of <b>{x}</b> for <b>{y}</b>"
    head += f"<br>{len(frontier):,} Pareto-optimal groupings, {found}"
    points = [p for p in (meta.get("best") or {}).get("points", []) if p["k"] > 1][: MOST - 1]
    rows = [[str(p["k"]), f"{p['h']:.4f}", f"{p['i']:.4f}", _kept(frontier, p["i"])] for p in points]
    table = _table(["groups", "H(Z)", "I(Z;Y)", "kept"], rows) if rows else ""
    sides = f'<div style="display: flex; flex-wrap: wrap; gap: 1.5em">{_picture(frontier)}{table}</div>'
    return f'<div style="line-height: 1.4">{head}{sides}</div>'


def of_grouping(grouping: Grouping) -> str:
    """Return a grouping as a table of its groups."""
    kept = _kept(grouping.frontier, grouping.i)
    x = escape(grouping.frontier.x or "X")
    head = f"<b>Grouping</b> of {len(grouping.assignment):,} values of <b>{x}</b>"
    head += f" into {grouping.k:,} groups: H(Z) = {grouping._entropy:.4f}, I(Z;Y) = {grouping.i:.4f} bits"
    head += f", {kept} kept" if kept else ""
    if grouping.recommendation:
        head += f"<br>{escape(grouping.recommendation.reason)}"
    rows = []
    for n, (values, told) in enumerate(zip(grouping.clusters, grouping._found["described"], strict=True)):
        words = ", ".join(str(value) for value in values[:MOST])
        words += f" … {len(values) - MOST:,} more" if len(values) > MOST else ""
        more = ", ".join(f"{v['y']} {percent(v['p'])}" for v in told.get("tells", []))
        rows.append([str(n), percent(told["mass"]), escape(words), escape(more)])
    table = _table(["group", "share", "values", "more frequent here"], rows[:MOST], words=2)
    if len(rows) > MOST:
        table += f"… {len(rows) - MOST:,} more groups"
    return f'<div style="line-height: 1.4">{head}{table}</div>'


def percent(share: float) -> str:
    """Return a share in percent. Of what is not all, but for rounding errors, it is never 100%."""
    return f"{min(share, 0.999) if share < 1 - 1e-9 else share:.1%}"


def _kept(frontier: Frontier, i: float) -> str:
    """Return the share of I(X;Y) that is kept, where the program shows one."""
    if frontier.ixy <= (frontier._meta["problem"].get("ixy_sd") or 0):
        return ""
    return percent(i / frontier.ixy)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], words: int | None = None) -> str:
    """Return a table of cells that are escaped already; columns from `words` on hold words."""

    def line(tag: str, cells: Sequence[str]) -> str:
        parts = []
        for n, cell in enumerate(cells):
            side = "left" if words is not None and n >= words else "right"
            parts.append(f'<{tag} style="text-align: {side}; padding: 0.1em 0.6em">{cell}</{tag}>')
        return "<tr>" + "".join(parts) + "</tr>"

    body = "".join(line("td", row) for row in rows)
    return f"<table><thead>{line('th', head)}</thead><tbody>{body}</tbody></table>"


def _picture(frontier: Frontier) -> str:
    """Return the frontier as a small picture, with circles at the best groupings."""
    h, i = frontier.h, frontier.i
    best: list[Any] = (frontier._meta.get("best") or {}).get("points", [])[:MOST]
    low_h, high_h, low_i, high_i = min(0.0, h[0]), h[-1], min(0.0, i.min()), i.max()

    def place(h: Any, i: Any) -> tuple[Any, Any]:
        across = WIDTH - EDGE - (h - low_h) / ((high_h - low_h) or 1) * (WIDTH - 2 * EDGE)
        up = HEIGHT - EDGE - (i - low_i) / ((high_i - low_i) or 1) * (HEIGHT - 2 * EDGE)
        return np.round(across, 1), np.round(up, 1)

    shown = thinned(h, i, parts=200)
    x, y = place(h[shown], i[shown])
    corners = [f"M{x[0]:g},{HEIGHT}V{y[0]:g}"]
    corners += [f"H{a:g}V{b:g}" for a, b in zip(x[1:], y[1:], strict=True)]
    stairs = "".join(corners) + "H0"
    circles = []
    for point in best:
        a, b = place(point["h"], point["i"])
        circles.append(f'<circle cx="{a:g}" cy="{b:g}" r="3.5" fill="none" stroke="{RED}"/>')
    return (
        f'<svg width="{WIDTH}" height="{HEIGHT + 18}" role="img" aria-label="I(Z;Y) over H(Z)">'
        f'<path d="{stairs}V0H{WIDTH}V{HEIGHT}Z" fill="{SHADE}"/>'
        f'<path d="{stairs}" fill="none" stroke="{BLUE}" stroke-width="1.5"/>{"".join(circles)}'
        f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{HEIGHT - 1}" fill="none" stroke="currentColor"/>'
        f'<text x="{WIDTH / 2:g}" y="{HEIGHT + 14}" text-anchor="middle" font-size="11" fill="currentColor">'
        "← H(Z), I(Z;Y) ↑</text></svg>"
    )

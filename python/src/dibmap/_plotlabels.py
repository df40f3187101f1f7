"""The numbers of groups at the circles of a figure."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ._plotstyle import BAND, SMALL, Array

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def label_rings(
    ax: Axes,
    rings: Sequence[Mapping[str, Any]],
    curves: Sequence[Array],
    *,
    marks: Sequence[tuple[float, float]],
    colour: Any,
) -> None:
    """Write the number of groups at as many rings as have room, the smallest number first.

    A label touches no other label, ring, mark or curve in axes of the size that they have now.

    Parameters
    ----------
    rings
        The entropy ``h``, the information ``i`` and the number of groups ``k`` of each ring.
    curves
        Polylines, as arrays of two columns.
    marks
        The places of other marks.
    """
    figure = ax.get_figure()
    assert figure is not None
    point = figure.dpi / 72
    size = _points(SMALL)
    at = ax.transData.transform([(ring["h"], ring["i"]) for ring in rings])
    path = np.concatenate([_dense(ax.transData.transform(curve), step=2 * point) for curve in curves])
    others = np.concatenate([at, ax.transData.transform(np.reshape(marks, (-1, 2)))])
    frame, boxes = ax.bbox, np.empty((0, 4))
    foot = frame.y0 + BAND * frame.height
    for n, ring in enumerate(rings):
        h, i, k = ring["h"], ring["i"], ring["k"]
        words = str(k) if len(boxes) else f"k={k}"
        width, height = 0.6 * size * len(words) * point, 0.75 * size * point
        for dx, dy in _places(width, height, near=5 * point):
            x, y = at[n, 0] + dx, at[n, 1] + dy
            box = np.array([x - point, y - point, x + width + point, y + height + point])
            if not (frame.x0 < box[0] and box[2] < frame.x1 and foot < box[1] and box[3] < frame.y1):
                continue
            if (
                _touches(box, boxes)
                or _holds(box, path, 0)
                or _holds(box, np.delete(others, n, axis=0), 3 * point)
            ):
                continue
            offset = (dx / point, dy / point)
            ax.annotate(
                words, (h, i), offset, textcoords="offset points", fontsize=size, color=colour, zorder=2.7
            )
            boxes = np.vstack([boxes, box])
            break


def _points(words: str) -> float:
    from matplotlib.font_manager import FontProperties

    return FontProperties(size=words).get_size_in_points()


def _places(width: float, height: float, near: float) -> Iterator[tuple[float, float]]:
    """Yield where a label may begin from its ring: below, where a frontier leaves room, then above."""
    slant = 0.7 * near
    yield -width / 2, -near - height
    yield -slant - width, -slant - height
    yield -near - width, -height / 2
    yield slant, slant
    yield -width / 2, near
    yield near, -height / 2


def _dense(path: Array, step: float) -> Array:
    """Return points on a polyline no farther apart than a step."""
    parts = [path[:1]]
    for a, b in itertools.pairwise(path):
        count = int(np.hypot(*(b - a)) // step) + 1
        parts.append(a + (b - a) * np.linspace(0, 1, count + 1)[1:, None])
    return np.concatenate(parts)


def _touches(box: Array, boxes: Array) -> bool:
    apart = (box[2] < boxes[:, 0]) | (boxes[:, 2] < box[0]) | (box[3] < boxes[:, 1]) | (boxes[:, 3] < box[1])
    return not bool(apart.all())


def _holds(box: Array, points: Array, room: float) -> bool:
    x, y = points[:, 0], points[:, 1]
    inside = (box[0] - room < x) & (x < box[2] + room) & (box[1] - room < y) & (y < box[3] + room)
    return bool(inside.any())

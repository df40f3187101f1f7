"""What an estimator has to search for the clusters that it will choose."""

from __future__ import annotations

from typing import Any

_MOST = 20
"""The most groups that are recommended: each must add at least 1/19 of I(X;Y)."""


def search_for(groups: int | None, budget: float | None, keep: float | None) -> dict[str, Any]:
    """Return the arguments of `dibmap.map` without which a choice would take longer than it needs.

    With neither a budget nor a share to keep, only the most informative grouping of each number of
    groups matters, whatever its entropy.
    """
    if budget is not None or keep is not None:
        return {"prove": False}
    return {"prove": False, "problem": "dmc", "max_clusters": groups or _MOST}

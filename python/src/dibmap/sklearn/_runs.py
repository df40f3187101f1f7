"""Runs of the program for several columns at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def each(task: Callable[[T], R], items: Sequence[T], jobs: int) -> list[R]:
    """Return what a task makes of each item, with so many threads; each waits for a program."""
    if jobs == 1 or len(items) < 2:
        return [task(item) for item in items]
    with ThreadPoolExecutor(min(jobs, len(items))) as pool:
        return list(pool.map(task, items))

"""Runs of the program for several columns at once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from typing import TypeVar

from .._program import end

T = TypeVar("T")
R = TypeVar("R")


def each(task: Callable[[T], R], items: Sequence[T], jobs: int) -> list[R]:
    """Return what a task makes of each item, with so many threads; each waits for a program.

    After an error, or an interrupt of the thread that calls, no program goes on.
    """
    if jobs == 1 or len(items) < 2:
        return [task(item) for item in items]
    threads: set[int] = set()

    def work(item: T) -> R:
        threads.add(threading.get_ident())
        return task(item)

    with ThreadPoolExecutor(min(jobs, len(items))) as pool:
        futures = [pool.submit(work, item) for item in items]
        try:
            for future in wait(futures, return_when=FIRST_EXCEPTION).done:
                future.result()
            return [future.result() for future in futures]
        finally:
            for future in futures:
                future.cancel()
            # A task may be about to start its next program.
            while wait(futures, timeout=0.05).not_done:
                end(threads)

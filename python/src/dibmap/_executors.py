"""What does units of work: executors of Python, dask and Spark, of which the last two are not imported."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, as_completed
from functools import partial
from typing import Any

from ._errors import InputError

Task = Callable[[int], None]
"""A function that does a unit; it can be pickled."""

Outcome = tuple[int, Exception | None]
"""A unit and the error with which it ended, if any."""


def outcomes(executor: Any, task: Task, units: Sequence[int]) -> Iterator[Outcome]:
    """Return how units end. Those that have not begun are cancelled if the caller goes no further.

    Parameters
    ----------
    executor
        A `concurrent.futures.Executor`, a client of dask.distributed, or a session or context of Spark.
    task
        Does a unit.
    units
        Their numbers.

    Raises
    ------
    InputError
        The executor is none of these.
    """
    if hasattr(executor, "get_executor"):  # of dask, which would remember that a unit has failed
        executor = executor.get_executor(pure=False)
    if isinstance(executor, Executor):
        return _of_futures(executor, task, units)
    context = getattr(executor, "sparkContext", executor)
    if hasattr(context, "parallelize"):
        return _of_spark(context, task, units)
    raise InputError(
        f"executor is of the type {type(executor).__name__}: want a concurrent.futures.Executor, a Client of "
        "dask.distributed, or a SparkSession or SparkContext (Spark Connect has no SparkContext)"
    )


def _of_futures(executor: Executor, task: Task, units: Sequence[int]) -> Iterator[Outcome]:
    futures = {}
    try:
        for unit in units:
            futures[executor.submit(task, unit)] = unit
        for future in as_completed(futures):
            try:
                future.result()
                yield futures[future], None
            except Exception as error:
                yield futures[future], error
    finally:
        for future in futures:
            future.cancel()


def _of_spark(context: Any, task: Task, units: Sequence[int]) -> Iterator[Outcome]:
    """Do units as the tasks of one job, which is cancelled by PySpark when it is interrupted."""
    # An error that is returned does not end the job, as one that is raised would.
    yield from context.parallelize(units, len(units)).map(partial(_tried, task)).collect()


def _tried(task: Task, unit: int) -> Outcome:
    try:
        task(unit)
    except Exception as error:
        return unit, error
    return unit, None

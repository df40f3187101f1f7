"""A search that is divided among processes or machines."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ._arguments import Columns, flags_of
from ._call import call_of
from ._errors import DibmapError, InputError
from ._executors import outcomes
from ._frontier import Frontier
from ._program import folder as private_folder
from ._program import run
from ._progress import OnProgress, Progress, shown
from ._values import Values


class Plan:
    """A search that is divided into units of work, in a folder that all workers can see.

    :func:`plan` makes plans. Units have numbers from 1 on and belong to stages. The units of a stage need
    the results of all stages before, and may be done in any order, by any process on any machine. A unit
    that was interrupted can be done again.

    Attributes
    ----------
    folder : pathlib.Path
        The folder of the plan.
    stages : list of range
        The numbers of the units of each stage.
    """

    def __init__(self, folder: str | os.PathLike[str], values: Mapping[str, Values] | None = None) -> None:
        # Other processes work in other folders. A link leads them where it leads us.
        self.folder = Path(os.path.abspath(folder))
        self._values = dict(values or {})
        self.stages = [range(span[0], span[-1] + 1) for span in self._numbers("--units")]

    @classmethod
    def open(cls, folder: str | os.PathLike[str]) -> Plan:
        """Return the plan in a folder, even if another process has made it.

        A folder holds labels, not the types of columns: the groups of its frontier have values of X as
        text, like a loaded frontier.

        Raises
        ------
        InputError
            The folder holds no plan.
        """
        return cls(folder)

    @property
    def units(self) -> int:
        """The number of units."""
        return sum(map(len, self.stages))

    @property
    def missing(self) -> list[int]:
        """The numbers of the units that are not done yet."""
        return [unit for stage in self._numbers("--missing") for unit in stage]

    @property
    def done(self) -> list[int]:
        """The numbers of the units that are done."""
        missing = set(self.missing)
        return [unit for stage in self.stages for unit in stage if unit not in missing]

    def run(
        self, executor: Any = None, *, workers: int | None = None, on_progress: OnProgress | None = None
    ) -> Frontier:
        """Do all missing units, stage by stage, and unite their results.

        Each unit is a run of the program on the machine of a worker, which must see the folder under the
        same path, and have the same version of this package. If one fails, the rest continue, their
        results stay, and the same call does the missing units. Ctrl-C (KeyboardInterrupt) cancels units
        that have not begun.

        Parameters
        ----------
        executor : optional
            The executor of the units: a `concurrent.futures.Executor`, a `dask.distributed.Client`, or a
            `SparkSession` or `SparkContext`. By default they are done here, one after the other, until
            one fails.
        workers : int, optional
            The number of threads of a unit: by default one a core here, and one with an executor. The
            result does not depend on it.
        on_progress : callable, optional
            Is called with the progress: with an executor, whenever a unit is done or, by Spark, a stage.
            By default a bar of tqdm shows it, if tqdm is installed.

        Returns
        -------
        Frontier
            The frontier of :func:`map` with the same arguments or, for searches that are divided
            themselves, a frontier of the same kind.

        Raises
        ------
        InputError
            The executor has another type.
        DibmapError
            A unit failed: its number and the reason.
        """
        if executor is None:
            run(["work", self.folder, "--all", *flags_of({"workers": workers})], on_progress=on_progress)
            return self.merge()
        task = partial(complete, self.folder, 1 if workers is None else workers)
        missing, begun, ended = self.missing, time.monotonic(), 0
        with shown(on_progress) as call:
            for stage in self.stages:
                units = [unit for unit in missing if unit in stage]
                failed: dict[int, Exception] = {}
                for unit, error in outcomes(executor, task, units) if units else ():
                    ended += 1
                    if error is not None:
                        failed[unit] = error
                    elapsed, text = time.monotonic() - begun, f"{ended} of {len(missing)}"
                    call(Progress("units", ended / len(missing), 0, elapsed, None, text))
                if failed:
                    self._judge(failed)
        return self.merge()

    def work(self, unit: int, *, workers: int | None = None) -> None:
        """Do a unit here, unless it is done already.

        Parameters
        ----------
        unit : int
            Its number.
        workers : int, optional
            The number of threads, by default one a core.

        Raises
        ------
        InputError
            The plan has no such unit, or its files are damaged.
        DibmapError
            A stage before is not done, or the unit failed.
        """
        complete(self.folder, workers, unit)

    def merge(self) -> Frontier:
        """Unite the results of the units; it warns if some are missing.

        The result does not depend on the order of the units or on the machines.

        Raises
        ------
        InputError
            None of the finished units finds groupings, or a result is damaged.
        """
        with private_folder() as place:
            output = place / "frontier.npz"
            run(["merge", self.folder, "-o", output])
            return Frontier(output.read_bytes(), self._values)

    def _numbers(self, flag: str) -> list[list[int]]:
        """Return numbers of units that the program prints, a line for each stage, such as ``1,3-5``."""
        lines = run(["work", self.folder, flag]).output.decode().split()
        return [[unit for span in line.split(",") for unit in _span(span)] for line in lines]

    def _judge(self, failed: Mapping[int, Exception]) -> None:
        """Raise the error of the first unit that failed and is not done, whatever became of its worker."""
        missing = set(self.missing)
        units = sorted(unit for unit in failed if unit in missing)
        if not units:
            return
        first = failed[units[0]]
        reason = str(first).removeprefix(f"{self.folder}: unit {units[0]}: ") or type(first).__name__
        others = f" and {len(units) - 1} more" if len(units) > 1 else ""
        kind = type(first) if isinstance(first, DibmapError) else DibmapError
        raise kind(f"unit {units[0]}{others} failed: {reason}") from first

    def __repr__(self) -> str:
        return f"Plan({os.fspath(self.folder)!r}, {self.units} units)"


def _span(text: str) -> range:
    """Return the numbers that a text such as ``3-5`` or ``3`` says."""
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def complete(folder: Path, workers: int | None, unit: int) -> None:
    """Do a unit of the plan in a folder, on the machine where this is called."""
    flags = flags_of({"part": unit, "workers": workers})
    run(["work", folder, *flags, "-q"], on_progress=lambda _: None)


def plan(
    data: Any,
    x: Columns | None = None,
    y: Columns | None = None,
    count: str | None = None,
    *,
    parts: int = 16,
    folder: str | os.PathLike[str] = "run",
    problem: str | None = None,
    order: str | Iterable[Any] | None = None,
    bins_x: int | str | Sequence[float] | None = None,
    bins_y: int | str | Sequence[float] | None = None,
    type: Mapping[str, str] | None = None,
    part: Mapping[str, str] | None = None,
    zone: str | None = None,
    date_format: str | None = None,
    missing: str | None = None,
    missing_y: str | None = None,
    min_count: int | None = None,
    top_x: int | None = None,
    top_y: int | None = None,
    na: Sequence[str] | None = None,
    decimal: str | None = None,
    trim: bool = False,
    fold_case: bool = False,
    text: str | None = None,
    format: str | None = None,
    encoding: str | None = None,
    delimiter: str | None = None,
    comment: str | None = None,
    skip_ragged: bool = False,
    smooth: float | str | None = None,
    min_mass: float | None = None,
    min_group: int | None = None,
    max_clusters: int | None = None,
    monotone: str | None = None,
    must_link: Iterable[Sequence[Any]] | str | os.PathLike[str] | None = None,
    cannot_link: Iterable[Sequence[Any]] | str | os.PathLike[str] | None = None,
    search: str | None = None,
    effort: float | None = None,
    epsilon: float | None = None,
    seed: int | None = None,
    prove: bool | None = None,
    all_points: bool = False,
    best_up_to: int | None = None,
    max_memory: int | str | None = None,
    workers: int | None = None,
    estimator: str | None = None,
    validate: Any = None,
    robust: bool = False,
    uncertainty: str | None = None,
    resamples: int | None = None,
    apart: str | None = None,
    overlap: str | None = None,
    sigma: float | None = None,
    name: str | None = None,
    on_progress: OnProgress | None = None,
) -> Plan:
    """Divide a search into units of work, which any processes and machines can do.

    Work of seconds is done at once; ``dibmap plan --help`` lists the divided work. The folder is complete:
    the data and this process are not needed any more, and the command can continue with it.

    Parameters
    ----------
    data
        The table, as of :func:`map`.
    x, y, count
        Its columns, as of :func:`map`.
    parts : int
        The number of units into which each kind of work is divided.
    folder : path
        A new folder for the plan, which all workers must see under the same path.
    workers : int, optional
        The number of threads for the work that is done at once.
    validate : True or int, optional
        Hold out each of 5 random parts of the records in turn, or of this number of parts.
    problem : {"dib", "dmc"}, optional
        As of :func:`map`.
    order, bins_x, bins_y, type, part, zone, date_format, missing, missing_y, min_count, top_x, top_y, na, \
decimal, trim, fold_case, text, format, encoding, delimiter, comment, skip_ragged, smooth, min_mass, \
min_group, max_clusters, monotone, must_link, cannot_link, search, effort, epsilon, seed, prove, all_points, \
best_up_to, max_memory, estimator, robust, uncertainty, resamples, apart, overlap, sigma, name, \
on_progress : optional
        As of :func:`map`.

    Returns
    -------
    Plan
        The units, which its `run` does.

    Raises
    ------
    InputError
        The data or an argument are wrong, or the folder is not empty.
    DibmapError
        The folder cannot be written.
    """
    given = locals()
    del given["parts"], given["folder"], given["on_progress"]
    output = os.path.abspath(folder)
    with private_folder() as place:
        table, arguments = call_of(place, **given)
        arguments = ["plan", *arguments, *flags_of({"parts": parts}), "-o", output]
        try:
            run(arguments, write=table.write, on_progress=on_progress)
        except InputError as error:
            raise InputError(str(error).removeprefix("-o: ")) from None
    return Plan(output, table.values)

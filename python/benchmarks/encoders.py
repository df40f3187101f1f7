"""Compare encoders before a model by the log loss that five-fold cross-validation holds out.

    python python/benchmarks/encoders.py [--drawn] [--only DATA ...] [--keep FOLDER [--again ENCODER ...]]

It writes docs/encoders.csv and the tables of docs/encoders.md: those of the data that were chosen or, with
--drawn, drawn at random (data.py). README.md in this folder names the packages that it needs.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import page
from data import SOURCES, Source, drawn
from joblib import Parallel, delayed
from methods import METHODS
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits

MODELS: dict[str, Callable[[], Any]] = {
    "logistic": lambda: LogisticRegression(max_iter=2000),
    "boosting": lambda: HistGradientBoostingClassifier(random_state=0),
}
CONTEST = "dibmap"
"""The encoder that others are compared with."""

LEFT_OUT = ("dibmap-target", "dibmap-explain", "woe-tuned")
"""Encoders that are not measured on the tables drawn. The last one takes longer than all others together."""


def measure(source: Source, encoder: str) -> dict[str, Any]:
    """Return the loss of every row for each model, and the mean seconds of a fit and a transform."""
    warnings.simplefilter("ignore")
    X, y = source.load()
    losses: dict[str, Any] = {model: np.empty(len(y)) for model in MODELS}
    fit = transform = 0.0
    folds = list(StratifiedKFold(5, shuffle=True, random_state=0).split(X, y))
    for train, test in folds:
        made = METHODS[encoder]()
        begin = _seconds()
        known = made.fit_transform(X.iloc[train], y[train])
        fitted = _seconds()
        new = made.transform(X.iloc[test])
        fit, transform = fit + fitted - begin, transform + _seconds() - fitted
        for model, make in MODELS.items():
            a, b = _scaled(known, new) if model == "logistic" else (known, new)
            p = make().fit(a, y[train]).predict_proba(b)
            losses[model][test] = -np.log(np.maximum(p[np.arange(len(test)), y[test]], 1e-15))
    return losses | {"fit": fit / len(folds), "transform": transform / len(folds)}


def _scaled(known: Any, new: Any) -> tuple[Any, Any]:
    """Scale the numbers for a regression; missing ones are the mean, and a column says where they are.

    Columns of 0 and 1 stay as they are.
    """
    numbers = ~np.all((known == 0) | (known == 1), axis=0)
    scaler = StandardScaler().fit(known[:, numbers]) if numbers.any() else None
    gaps = np.isnan(known).any(axis=0)

    def scaled(X: Any) -> Any:
        out = X.astype(float)
        if scaler is not None:
            out[:, numbers] = scaler.transform(X[:, numbers])
        return np.hstack([np.nan_to_num(out), np.isnan(X[:, gaps])])

    return scaled(known), scaled(new)


def _seconds() -> float:
    """Return the processor time of this process and of the programs that it ran."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)


def _kept(source: Source, encoder: str, folder: Path, again: bool) -> None:
    """Measure an encoder unless the folder has its results."""
    file = folder / f"{source.name}.{encoder}.npz"
    if again or not file.exists():
        try:
            with threadpool_limits(1):
                np.savez_compressed(file, **measure(source, encoder))
        except Exception as error:
            file.unlink(missing_ok=True)
            print(f"{source.name}, {encoder}: {type(error).__name__}: {error}", flush=True)


def lines(source: Source, folder: Path, of: str) -> list[dict[str, str]]:
    """Return the lines of a table for docs/encoders.csv, with the list that it is of."""
    found = {}
    for encoder in METHODS:
        file = folder / f"{source.name}.{encoder}.npz"
        if file.exists():
            with np.load(file) as saved:
                found[encoder] = dict(saved)
    X, y = source.load()
    about = {"list": of, "data": source.name, "package": source.package, "rows": str(len(y))}
    about |= {"columns": str(X.shape[1]), "classes": str(y.max() + 1)}
    out = []
    for encoder, kept in found.items():
        for model in MODELS:
            loss, more = kept[model], kept[model] - found[CONTEST][model]
            numbers = {"loss": loss.mean(), "se": _error(loss), "more": more.mean(), "se_more": _error(more)}
            numbers |= {"fit": kept["fit"], "transform": kept["transform"]}
            written = {key: f"{value:.5f}" for key, value in numbers.items()}
            out.append({**about, "encoder": encoder, "model": model, **written})
    return out


def _error(values: Any) -> float:
    """Return the standard error of a mean."""
    return float(np.std(values, ddof=1) / np.sqrt(len(values)))


def main() -> None:
    """Measure, and write the page and the file next to it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--drawn", action="store_true", help="compare on the tables drawn at random")
    parser.add_argument("--only", nargs="*", metavar="DATA", help="the data to compare on")
    parser.add_argument("--keep", type=Path, help="a folder that keeps the losses for the next call")
    parser.add_argument("--again", nargs="*", default=[], choices=METHODS, help="encoders that are not kept")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes measure")
    parser.add_argument("-o", type=Path, default=page.PAGE, help="the page")
    options = parser.parse_args()
    sources, of = (drawn(), page.DRAWN) if options.drawn else (SOURCES, page.CHOSEN)
    if unknown := set(options.only or []) - {s.name for s in sources}:
        parser.error(f"no data {', '.join(sorted(unknown))}: there are {', '.join(s.name for s in sources)}")
    chosen = [s for s in sources if not options.only or s.name in options.only]
    with tempfile.TemporaryDirectory() as scratch:
        folder: Path = options.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        encoders = [e for e in METHODS if not (options.drawn and e in LEFT_OUT)]
        calls = [(s, e, folder, e in options.again) for s in chosen for e in encoders]
        Parallel(n_jobs=options.jobs)(delayed(_kept)(*call) for call in calls)
        new = {s.name: lines(s, folder, of) for s in chosen}
    made = {
        key: [line for line in page.read(options.o.with_suffix(".csv")) if line["list"] == key]
        for key in (page.CHOSEN, page.DRAWN)
    }
    kept = {s.name: [line for line in made[of] if line["data"] == s.name] for s in sources}
    made[of] = [line for s in sources for line in new.get(s.name, kept[s.name])]
    page.write(options.o, made[page.CHOSEN] + made[page.DRAWN])


if __name__ == "__main__":
    main()

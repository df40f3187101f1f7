"""Compare encoders of categories, and clusterings of counts, on the same data.

Each tool runs in a process of its own, in the Python that has it:

    python encoders.py --rows 20000 --python ce=A/python --python ob=B/python --python sib=C/python

The table of categories has columns of 10, 100 and 1,000 values, most of them rare, and a y of two classes
that depends on six hidden groups of each column. Loss is the log loss in bits of a logistic regression on
what the encoder makes, for 50,000 other rows.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path
from typing import Any

import numpy as np

SIZES = (10, 100, 1000)
HELD_OUT = 50_000
COMMAND = ("--y", "y", "--type", "y=category", "--problem", "dmc", "--max-clusters", "20", "--fast", "-q")
VARIANTS = ("dibmap, validate", "dibmap, min_count")
ENCODERS = ("CatBoost", "GLMM", "JamesStein", "LeaveOneOut", "MEstimate", "Quantile", "Target", "WOE")


def categories(rows: int) -> tuple[dict[str, Any], Any]:
    """Return columns of categories, and classes."""
    random = np.random.default_rng(0)
    logit, columns = np.full(rows, -1.0), {}
    for size in SIZES:
        p = 1 / np.arange(1, size + 1) ** 0.8
        code = random.choice(size, rows, p=p / p.sum())
        logit += random.normal(0, 0.7, 6)[random.integers(0, 6, size)][code]
        columns[f"c{size}"] = np.array([f"v{i:05d}" for i in range(size)], dtype=object)[code]
    return columns, (random.random(rows) < 1 / (1 + np.exp(-logit))).astype(int)


def documents(rows: int) -> Any:
    """Return counts of words in documents of 8 topics."""
    random = np.random.default_rng(0)
    words = 2 * rows
    topics, base = random.dirichlet(np.full(words, 0.05), 8), random.dirichlet(np.full(words, 0.3))
    return np.stack([random.multinomial(150, 0.6 * topics[t] + 0.4 * base) for t in np.arange(rows) % 8])


def encoder(tool: str) -> Any:
    """Return the transformer that a tool is."""
    if tool.startswith("dibmap"):
        from dibmap.sklearn import InformationGrouper

        more: dict[str, Any] = {
            "dibmap": {},
            "dibmap, validate": {"validate": True},
            "dibmap, min_count": {"options": {"min_count": 50}},
        }[tool]
        return InformationGrouper(output="onehot", handle_unknown="nearest", **more)
    if tool == "ob":
        from optbinning import BinningProcess

        names = [f"c{size}" for size in SIZES]
        return BinningProcess(names, categorical_variables=names)
    import category_encoders

    return getattr(category_encoders, tool + "Encoder")()


def measure_encoder(tool: str, rows: int) -> dict[str, float]:
    """Fit, transform, and judge what comes out."""
    import pandas as pd
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import log_loss
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    columns, y = categories(rows + HELD_OUT)
    X = pd.DataFrame(columns)
    train, test, known = X[:rows], X[rows:], y[:rows]
    made = encoder(tool)
    begin = time.perf_counter()
    made.fit(train, known)
    fitted = time.perf_counter()
    features = made.transform(train)
    end = time.perf_counter()
    peak = memory()
    model = make_pipeline(StandardScaler(), LogisticRegression()).fit(np.asarray(features), known)
    loss = log_loss(y[rows:], model.predict_proba(np.asarray(made.transform(test)))) / np.log(2)
    return {"fit": fitted - begin, "transform": end - fitted, "memory": peak, "loss": loss}


def measure_command(rows: int) -> dict[str, float]:
    """Map the columns of a Parquet file by the command."""
    import pandas as pd

    from dibmap._program import path

    columns, y = categories(rows + HELD_OUT)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "table.parquet")
        pd.DataFrame({**columns, "y": y})[:rows].to_parquet(file)
        begin = time.perf_counter()
        for name in columns:
            subprocess.run(
                [path(), "map", file, "--x", name, *COMMAND, "-o", Path(folder, "f.npz")], check=True
            )
        return {"fit": time.perf_counter() - begin, "memory": memory(own=False)}


def measure_clustering(tool: str, rows: int) -> dict[str, float]:
    """Cluster documents into 8 clusters."""
    counts = documents(rows)
    if tool == "sib":
        from scipy.sparse import csr_matrix
        from sib import SIB

        made: Any = SIB(n_clusters=8, random_state=0, uniform_prior=False)
        counts = csr_matrix(counts)
    else:
        from dibmap.sklearn import DIBClustering

        made = DIBClustering(n_clusters=8)
    begin = time.perf_counter()
    labels = np.asarray(made.fit_predict(counts))
    seconds = time.perf_counter() - begin
    joint = np.stack([np.asarray(counts[labels == z].sum(axis=0)).ravel() for z in range(8)]) / counts.sum()
    product = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0, keepdims=True)
    some = joint > 0
    information = (joint[some] * np.log2(joint[some] / product[some])).sum()
    return {"fit": seconds, "memory": memory(), "information": float(information)}


def memory(*, own: bool = True) -> float:
    """Return the peak memory in MB of this process and of the largest one that it started."""
    sizes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return (sizes + own * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) / 1024


def main() -> None:
    """Run every tool, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--documents", type=int, default=500)
    parser.add_argument("--python", action="append", default=[], help="ce=, ob= and sib= with a Python each")
    parser.add_argument("--only", nargs="*", help="the tools to run")
    parser.add_argument("--limit", type=float, default=120, help="seconds for a tool")
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        warnings.simplefilter("ignore")
        what, tool = options.child
        measured = (
            measure_clustering(tool, options.documents)
            if what == "documents"
            else measure_command(options.rows)
            if tool == "command"
            else measure_encoder(tool, options.rows)
        )
        print(json.dumps(measured))
        return
    pythons = dict(given.split("=", 1) for given in options.python)
    runs = [("categories", tool, sys.executable) for tool in ("command", "dibmap", *VARIANTS)]
    runs += [("categories", "ob", pythons["ob"])] if "ob" in pythons else []
    runs += [("categories", tool, pythons["ce"]) for tool in ENCODERS] if "ce" in pythons else []
    runs += [("documents", "dibmap", sys.executable)]
    runs += [("documents", "sib", pythons["sib"])] if "sib" in pythons else []
    print("| data | tool | fit, s | transform, s | memory, MB | loss, bits | I(Z;Y), bits |")
    print("|---" * 7 + "|")
    for what, tool, python in runs:
        if options.only and tool not in options.only:
            continue
        rest = ["--rows", str(options.rows), "--documents", str(options.documents)]
        call = [python, __file__, "--child", what, tool, *rest]
        try:
            done = subprocess.run(
                call, stdout=subprocess.PIPE, check=True, timeout=options.limit, env=dict(os.environ)
            )
            found = json.loads(done.stdout.splitlines()[-1])
        except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
            print(f"| | {tool} | {type(error).__name__} |||||", flush=True)
            continue
        size = options.documents if what == "documents" else options.rows
        cells = [f"{found[key]:.{digits}f}" if key in found else "" for key, digits in CELLS]
        print(f"| {size:,} {what} | {tool} | {' | '.join(cells)} |", flush=True)


CELLS = (("fit", 2), ("transform", 2), ("memory", 0), ("loss", 4), ("information", 4))

if __name__ == "__main__":
    main()

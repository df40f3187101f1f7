"""The table and the figure of docs/scores.md, on scores of a classifier: python python/benchmarks/scores.py.

It needs matplotlib and scikit-learn 1.9.1, and takes some ten minutes.
"""

import re
import warnings
from pathlib import Path

import matplotlib
import numpy as np
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler

import dibmap

DOCS = Path(__file__).parents[2] / "docs"
QUADRATIC = make_pipeline(PolynomialFeatures(2), StandardScaler(), LogisticRegression(max_iter=1000))
DRAWS = {500: 20, 2000: 8, 10000: 3}
K = 4


def rings(n, seed):
    """Draw records of a disc and a ring in the first two of five dimensions, equally often."""
    rng = np.random.default_rng(seed)
    y = rng.integers(2, size=n)
    disc, ring = np.hypot(*rng.normal(size=(2, n))), np.abs(rng.normal(2.1, 0.6245, n))
    angle = rng.uniform(0, 2 * np.pi, n)
    radius = np.where(y == 1, ring, disc)
    plane = [radius * np.cos(angle), radius * np.sin(angle)]
    return np.column_stack([*plane, rng.normal(size=(n, 3))]), y


def masses():
    """Return the masses of narrow rings around the origin, for each class."""
    r = np.linspace(1e-6, 8, 400001)
    of = [r * np.exp(-r * r / 2), np.exp(-(((r - 2.1) / 0.6245) ** 2) / 2)]
    return np.array([density / density.sum() / 2 for density in of])


def terms(p):
    """Return p log2 p."""
    return np.where(p > 0, p * np.log2(np.maximum(p, 1e-300)), 0)


def information(p):
    """Return I in bits of a table of masses."""
    return terms(p).sum() - terms(p.sum(0)).sum() - terms(p.sum(1)).sum()


def best_bins(p, k, cells=400):
    """Return the largest I of k groups of rings that are neighbours in the order of p(y|x)."""
    p = p[:, np.argsort(p[1] / p.sum(0))]
    at = np.minimum((p.sum(0).cumsum() * cells).astype(int), cells - 1)
    sums = np.array([np.r_[0, np.bincount(at, row, cells).cumsum()] for row in p])
    groups = sums[:, None, :] - sums[:, :, None]
    gain = np.where(np.triu(np.ones((cells + 1, cells + 1)), 1), 0, -np.inf)
    groups = np.maximum(groups, 0)
    gain = gain + terms(groups).sum(0) - terms(groups.sum(0))
    best = gain[0]
    for _ in range(k - 1):
        best = (best[:, None] + gain).max(0)
    return best[cells] + 1


def measured():
    """Return rows of errors: of each number of records, the reported I less the true one."""
    rows = []
    for n, draws in DRAWS.items():
        errors = {"naive": [], "reported": [], "held out": []}
        for seed in range(draws):
            X, y = rings(n, seed)
            new, truth = rings(200_000, 1000 + seed)

            def true(numbers, truth=truth):
                table = np.zeros((K, 2))
                np.add.at(table, (numbers, truth), 1 / len(truth))
                return information(table)

            model = clone(QUADRATIC).fit(X, y)
            seen = {"score": model.predict_proba(X)[:, 1].round(6), "y": y}
            naive = dibmap.map(seen, "score", "y", bins_x="quantile:200").select(clusters=K)
            errors["naive"].append(
                naive.i - true(naive.transform(model.predict_proba(new)[:, 1].round(6), names="numbers"))
            )
            scores = dibmap.score(X, y, QUADRATIC)
            chosen = scores.map().select(clusters=K)
            is_true = true(scores.transform(new, chosen, names="numbers"))
            errors["reported"].append(chosen.i - is_true)
            errors["held out"].append(chosen.held_out - is_true)
        rows.append(f"| {n:,} | {draws} | " + " | ".join(told(v) for v in errors.values()) + " |")
        print(rows[-1], flush=True)
    return rows


def told(errors):
    """Return the mean of errors and the root of their mean square."""
    return f"{np.mean(errors):+.3f} / {np.sqrt(np.mean(np.square(errors))):.3f}"


def drawn():
    """Draw the groups of breast tumours as regions, and the frontier with its held-out curve."""
    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "dibmap", "font.size": 9})
    import matplotlib.pyplot as plt

    data = load_breast_cancer(as_frame=True)
    X, y = data.data[["mean radius", "mean texture"]], data.target_names[data.target]
    scores = dibmap.score(X, y)
    frontier = scores.map()
    grouping = frontier.select(clusters=K)
    figure, (plane, curve) = plt.subplots(1, 2, figsize=(8.2, 3.6), layout="constrained")
    ends = [np.linspace(low - 1, high + 1, 300) for low, high in zip(X.min(), X.max(), strict=True)]
    grid = np.column_stack([values.ravel() for values in np.meshgrid(*ends)])
    import pandas as pd

    groups = scores.transform(pd.DataFrame(grid, columns=X.columns), grouping, names="numbers")
    shades = plt.get_cmap("Blues")(np.linspace(0.1, 0.5, K))
    plane.contourf(*ends, np.asarray(groups).reshape(300, 300), levels=np.arange(K + 1) - 0.5, colors=shades)
    for name, mark, colour in (("malignant", "x", "#b2182b"), ("benign", "o", "#202020")):
        of = X[y == name]
        plane.plot(
            of.iloc[:, 0], of.iloc[:, 1], mark, color=colour, markersize=3.5, mew=0.8, mfc="none", label=name
        )
    plane.set(xlabel="mean radius", ylabel="mean texture", title="Four groups as regions")
    plane.legend(loc="upper right", framealpha=0.9)
    points = frontier.points
    curve.step(points["h"], points["i"], where="post", color="#2166ac", label="these records")
    curve.step(points["h"], points["held_out"], where="post", color="#b2182b", label="held-out records")
    curve.plot(grouping.h, grouping.i, "o", color="#2166ac")
    curve.annotate("4 groups", (grouping.h, grouping.i), (6, 6), textcoords="offset points")
    curve.invert_xaxis()
    curve.set(
        xlabel="H(Z) [bits]", ylabel="I(Z;Y) [bits]", title="The frontier, and what holds for other records"
    )
    curve.legend(loc="lower left")
    figure.savefig(DOCS / "scores.svg", metadata={"Date": None})


def main():
    """Write the table and the figure."""
    warnings.simplefilter("ignore", dibmap.DibmapWarning)
    p = masses()
    print(f"I(X;Y) = {information(p):.4f} bits; the best {K} groups: {best_bins(p, K):.4f}")
    drawn()
    page = DOCS / "scores.md"
    head = "| records | draws | naive | out of fold | held out |\n|---|---|---|---|---|\n"
    table = head + "\n".join(measured()) + "\n"
    text = page.read_text(encoding="utf-8")
    page.write_text(
        re.sub(r"\| records \|.*?\n\n", lambda _: table + "\n", text, flags=re.S), encoding="utf-8"
    )


if __name__ == "__main__":
    main()

"""The tables of docs/encoders.md, from the numbers of docs/encoders.csv."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

Line = dict[str, str]

PAGE = Path(__file__).parents[2] / "docs" / "encoders.md"
BEGIN = "<!-- What follows is written by: python python/benchmarks/encoders.py -->\n"
END = "<!-- Written by python/benchmarks/encoders.py up to here. -->\n"
CHOSEN, DRAWN = "chosen", "drawn"
"""The lists of tables."""

HEADER = (
    *("list", "data", "package", "rows", "columns", "classes", "encoder", "model"),
    *("loss", "se", "more", "se_more", "fit", "transform"),
)
"""The columns of the file: `more` is the loss less the loss of dibmap's default on the same rows."""

TITLES = {
    "base": "base rate",
    "dibmap": "dibmap",
    "dibmap-target": "dibmap, target",
    "dibmap-explain": "dibmap, explain",
    "tree": "tree bins",
    "quantile": "quantile bins",
    "woe": "optbinning",
    "woe-tuned": "optbinning, tuned",
    "onehot": "one-hot",
    "target": "target",
    "ordinal": "ordinal",
}
BINNINGS = ("tree", "quantile", "woe", "woe-tuned")
OTHERS = (*BINNINGS, "onehot", "target", "ordinal")
MODELS = {"logistic": "logistic regression", "boosting": "boosting"}


def read(file: Path) -> list[Line]:
    """Return the lines of the file of numbers, or nothing without the file."""
    if not file.exists():
        return []
    with file.open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


def write(page: Path, lines: Sequence[Line]) -> None:
    """Write the file of numbers, and the page beside it."""
    text = filled(page.read_text(encoding="utf-8"), lines)
    with page.with_suffix(".csv").open("w", encoding="utf-8", newline="") as opened:
        writer = csv.DictWriter(opened, HEADER, lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)
    page.write_text(text, encoding="utf-8")


def filled(text: str, lines: Sequence[Line]) -> str:
    """Return the text of the page with the tables of these lines in their place."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"the page has no place for the tables: add the lines\n{BEGIN}{END}")
    return before + begin + tables(lines) + end + after


def tables(lines: Sequence[Line]) -> str:
    """Return all tables."""
    chosen, random = ([line for line in lines if line["list"] == of] for of in (CHOSEN, DRAWN))
    parts = [summary("In short", chosen), *(losses(chosen, model) for model in MODELS)]
    parts += [others("Where others win", chosen), seconds(chosen)]
    if random:
        parts += [summary("Tables drawn at random", random), others("Where others win there", random)]
    return "\n".join(["", *parts, ""])


def _pairs(lines: Sequence[Line]) -> list[tuple[str, str, dict[str, Line]]]:
    """Return the lines by encoder of each pair of data and model."""
    data = dict.fromkeys(line["data"] for line in lines)
    pairs = []
    for model in MODELS:
        for name in data:
            of = {li["encoder"]: li for li in lines if li["data"] == name and li["model"] == model}
            if of:
                pairs.append((name, model, of))
    return pairs


def _best(of: dict[str, Line], encoders: Sequence[str]) -> Line:
    """Return the line of least loss among some encoders."""
    return min((of[e] for e in encoders if e in of), key=lambda line: float(line["loss"]))


def _behind(line: Line) -> bool:
    """Report whether an encoder is better than dibmap's default by more than one standard error."""
    return -float(line["more"]) > float(line["se_more"])


def summary(title: str, lines: Sequence[Line]) -> str:
    """Return the counts of pairs in which the default holds its own, and the mean ranks."""
    pairs = _pairs(lines)
    out = (
        f"### {title}\n\n| dibmap's default is | of "
        + str(len(pairs))
        + " pairs of data and model |\n|---|---|\n"
    )
    for text, encoders in (
        ("within one standard error of the best binning (tree, quantile, optbinning)", BINNINGS),
        ("within one standard error of the best of all other encoders", OTHERS),
    ):
        out += f"| {text} | {sum(not _behind(_best(of, encoders)) for _, _, of in pairs)} |\n"
    worse = sum(float(of["base"]["more"]) < 0 for _, _, of in pairs)
    out += f"| not worse than the base rate | {len(pairs) - worse} |\n"
    titles = {e: title for e, title in TITLES.items() if any(e in of for _, _, of in pairs)}
    out += "\n| mean rank |" + "".join(f" {title} |" for title in titles.values())
    out += "\n" + "|---" * (len(titles) + 1) + "|\n"
    for model, name in MODELS.items():
        ranks: dict[str, list[float]] = {e: [] for e in titles}
        for _, _, of in (pair for pair in pairs if pair[1] == model):
            all_losses = sorted(line["loss"] for line in of.values())
            for encoder, line in of.items():  # equal losses share the mean of their places
                ranks[encoder].append(
                    all_losses.index(line["loss"]) + (all_losses.count(line["loss"]) + 1) / 2
                )
        cells = (f"{sum(r) / len(r):.1f}" if r else "-" for r in ranks.values())
        out += f"| {name} | {' | '.join(cells)} |\n"
    return out


def losses(lines: Sequence[Line], model: str) -> str:
    """Return the losses of a model, with the lowest in bold."""
    out = f"### Log loss of {MODELS[model]}\n\n| data | rows |" + "".join(f" {t} |" for t in TITLES.values())
    out += "\n" + "|---" * (len(TITLES) + 2) + "|\n"
    for name, _, of in (pair for pair in _pairs(lines) if pair[1] == model):
        least = f"{float(_best(of, list(of))['loss']):.4f}"
        cells = []
        for encoder in TITLES:
            cell = f"{float(of[encoder]['loss']):.4f}" if encoder in of else "-"
            cells.append(f"**{cell}**" if cell == least else cell)
        out += f"| {name} | {int(next(iter(of.values()))['rows']):,} | {' | '.join(cells)} |\n"
    return out


def others(title: str, lines: Sequence[Line]) -> str:
    """Return the list of where another encoder is better by more than one standard error."""
    out = ""
    for name, model, of in _pairs(lines):
        best = _best(of, OTHERS)
        if _behind(best):
            less = f"{-float(best['more']):.4f} ± {float(best['se_more']):.4f}"
            out += f"| {name} | {MODELS[model]} | {TITLES[best['encoder']]} | {less} |\n"
    if not out:
        return "No other encoder is better than dibmap's default by more than one standard error.\n"
    return (
        f"### {title}\n\nThe best other encoder, where its loss is less than dibmap's by more than one"
        " standard error of the difference on the same rows.\n\n"
        "| data | model | encoder | less loss |\n|---|---|---|---|\n" + out
    )


def seconds(lines: Sequence[Line]) -> str:
    """Return the processor seconds of fits and transforms, over all tables."""
    out = "### Processor seconds of all fits and transforms\n\n| encoder | fit | transform |\n|---|---|---|\n"
    of = [pair for _, model, pair in _pairs(lines) if model == next(iter(MODELS))]
    for encoder, title in TITLES.items():
        if encoder != "base" and all(encoder in pair for pair in of):
            fit, transform = (sum(float(pair[encoder][part]) for pair in of) for part in ("fit", "transform"))
            out += f"| {title} | {fit:.2f} | {transform:.2f} |\n"
    return out

"""The page of the comparison of encoders is what its file of numbers says."""

import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "python" / "benchmarks"
if not FOLDER.is_dir():
    pytest.skip("the comparison is in the repository only", allow_module_level=True)
sys.path.insert(0, str(FOLDER))
import page  # noqa: E402


def line(data: str, encoder: str, loss: float, more: float) -> page.Line:
    """Return the result of an encoder, with a standard error of 0.01."""
    numbers = {
        "loss": str(loss),
        "se": "0.02",
        "more": str(more),
        "se_more": "0.01",
        "fit": "1",
        "transform": "0",
    }
    about = {
        "list": page.CHOSEN,
        "data": data,
        "package": "p",
        "rows": "1000",
        "columns": "3",
        "classes": "2",
    }
    return {**about, **numbers, "encoder": encoder, "model": "logistic", "fit": "1", "transform": "0"}


def test_page_is_what_the_numbers_say() -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    assert page.filled(text, page.read(page.PAGE.with_suffix(".csv"))) == text


def test_summary_counts_by_standard_errors() -> None:
    lines = [
        *(line("a", "dibmap", 0.5, 0), line("a", "base", 0.49, -0.01), line("a", "tree", 0.491, -0.009)),
        *(line("b", "dibmap", 0.5, 0), line("b", "base", 0.6, 0.1), line("b", "woe", 0.489, -0.011)),
        *(line("c", "dibmap", 0.5, 0), line("c", "base", 0.6, 0.1), line("c", "tree", 0.51, 0.01)),
        line("c", "target", 0.4, -0.1),
    ]
    made = page.summary("In short", lines)
    assert "| of 3 pairs of data and model |" in made
    assert "| within one standard error of the best binning (tree, quantile, optbinning) | 2 |" in made
    assert "| within one standard error of the best of all other encoders | 1 |" in made
    assert "| not worse than the base rate | 2 |" in made
    won = page.others("Where others win", lines)
    assert "| b | logistic regression | optbinning | 0.0110 ± 0.0100 |" in won
    assert "| c | logistic regression | target | 0.1000 ± 0.0100 |" in won
    assert "| a |" not in won


def test_page_without_a_place_is_refused() -> None:
    with pytest.raises(SystemExit, match="add the lines"):
        page.filled("nothing", [])

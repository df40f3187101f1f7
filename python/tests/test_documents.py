"""Every block of Python in the documents runs, and prints what is shown below it.

A block ``text`` right after a block ``python`` is what it prints. ``DIBMAP_UPDATE=1 pytest`` writes these
blocks anew.
"""

import contextlib
import io
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = ["README.md", "docs/python.md", "docs/cluster.md", "docs/scores.md", "python/README.md"]


def need(*modules: str) -> None:
    """Skip a test without some modules, which a machine that proves a release must have."""
    for module in modules:
        if os.environ.get("DIBMAP_REQUIRE_TOOLS"):
            __import__(module)
        else:
            pytest.importorskip(module)


def check(path: Path, language: str, run: Callable[[str, str], str]) -> None:
    """Run the blocks of a document and compare what they print with what is shown."""
    if not path.is_file():
        pytest.skip("the documents are in the repository only")
    text = path.read_text(encoding="utf-8")
    block = re.compile(rf"^```{language}\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.M | re.S)
    assert block.search(text), "no block was found: this test tests nothing"

    def rewritten(match: re.Match[str]) -> str:
        code, shown = match.groups()
        line = text.count("\n", 0, match.start()) + 2
        printed = re.sub(r" +$", "", run(code, f"{path.name}, line {line}"), flags=re.M)
        below = f"\n```text\n{printed}```\n" if printed or shown is not None else ""
        return f"```{language}\n{code}```\n{below}"

    new = block.sub(rewritten, text)
    if os.environ.get("DIBMAP_UPDATE"):
        path.write_text(new, encoding="utf-8")
    else:
        assert new == text, "DIBMAP_UPDATE=1 pytest tests/test_documents.py writes the output anew"


@pytest.mark.parametrize("name", DOCUMENTS)
def test_blocks_of_python_print_what_is_shown(name, tmp_path, monkeypatch):
    need("pandas", "sklearn", "matplotlib")
    import matplotlib

    matplotlib.use("agg")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}

    def run(code: str, place: str) -> str:
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(compile(code, place, "exec"), names)
        return output.getvalue()

    check(ROOT / name, "python", run)


def test_blocks_of_r_print_what_is_shown(tmp_path):
    script = shutil.which("Rscript")
    if script is None and not os.environ.get("DIBMAP_REQUIRE_TOOLS"):
        pytest.skip("there is no Rscript")
    path = ROOT / "python" / "docs" / "r.md"
    from dibmap._program import path as program

    before: list[str] = []

    def run(code: str, place: str) -> str:
        # A process for each block runs those before it silently.
        mark = "cat('\\n--- here ---\\n')"
        done = subprocess.run(  # noqa: PLW1510 - the assertion below shows the error
            [script, "--vanilla", "-e", "\n".join([*before, mark, code])],
            cwd=tmp_path,
            env={**os.environ, "PATH": f"{program().parent}{os.pathsep}{os.environ['PATH']}"},
            capture_output=True,
            text=True,
        )
        before.append(code)
        assert done.returncode == 0, (place, done.stderr)
        return done.stdout.split("--- here ---\n")[1]

    check(path, "r", run)

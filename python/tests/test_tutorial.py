"""The tutorial runs, and shows what it says; ``DIBMAP_UPDATE=1 pytest`` writes its outputs anew."""

import os
from pathlib import Path

import pytest

TUTORIAL = Path(__file__).parents[1] / "docs" / "tutorial.ipynb"


def need(module: str):
    """Return a module, or skip the test where it may be missing."""
    if os.environ.get("DIBMAP_REQUIRE_TOOLS"):
        return __import__(module)
    return pytest.importorskip(module)


def shown(notebook) -> list[tuple[str, list[object]]]:
    """Return what each cell prints, and what it shows as text and whether as a picture.

    Pictures and the tables of pandas depend on fonts and on versions.
    """
    cells = []
    for cell in notebook.cells:
        outputs = cell.get("outputs", [])
        printed = "".join(output["text"] for output in outputs if "text" in output)
        data = [output["data"] for output in outputs if "data" in output]
        cells.append((printed, [(one["text/plain"], "image/png" in one) for one in data]))
    return cells


@pytest.mark.skipif(
    not {"DIBMAP_REQUIRE_TOOLS", "DIBMAP_UPDATE"} & set(os.environ),
    reason="takes half a minute: set DIBMAP_REQUIRE_TOOLS=1, as .ci/run does",
)
@pytest.mark.filterwarnings("ignore")  # those of the libraries of notebooks
def test_the_tutorial_shows_what_is_stored(monkeypatch):
    nbformat, nbclient = need("nbformat"), need("nbclient")
    for module in ("ipykernel", "pandas", "sklearn", "matplotlib"):
        need(module)
    if not TUTORIAL.is_file():
        pytest.skip("the tutorial is in the repository only")
    stored = nbformat.read(TUTORIAL, as_version=4)
    new = nbformat.from_dict(stored)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(__import__("sys").path))
    nbclient.NotebookClient(new, timeout=300, kernel_name="python3").execute()
    for cell in new.cells:
        cell.metadata = {}
        # Bars and warnings have the times and paths of this machine.
        cell.outputs = [output for output in cell.get("outputs", []) if output.get("name") != "stderr"]
        if cell.cell_type != "code":
            del cell["outputs"]
    if os.environ.get("DIBMAP_UPDATE"):
        new.metadata = {name: new.metadata[name] for name in ("kernelspec",)}
        nbformat.write(new, TUTORIAL)
    else:
        assert shown(new) == shown(stored)

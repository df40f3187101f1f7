"""The reference is what the docstrings say."""

import importlib.util
import os
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "docs" / "reference.py"


def test_the_reference_is_up_to_date():
    if not SCRIPT.is_file():
        pytest.skip("the reference is in the repository only")
    if not os.environ.get("DIBMAP_REQUIRE_TOOLS"):
        pytest.importorskip("griffe2md")
    spec = importlib.util.spec_from_file_location("reference", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    text = SCRIPT.with_suffix(".md").read_text(encoding="utf-8")
    assert text == module.reference(), f"write it anew: {Path(sys.executable).name} python/docs/reference.py"


def test_what_is_public_has_docstrings():
    import dibmap

    for name in dibmap.__all__:
        member = getattr(dibmap, name)
        assert member.__doc__, name
        for part, value in vars(member).items():
            if not part.startswith("_") and callable(value):
                assert value.__doc__, f"{name}.{part}"

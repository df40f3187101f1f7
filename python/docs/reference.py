"""Write the reference of the package, reference.md, from its docstrings.

griffe2md reads the sources without running them and knows the sections of NumPy docstrings. What it writes
is changed where it does not suit a page on its own: links lead to its headings or are none, marks of Sphinx
are gone, long signatures are wrapped, and parameters that are explained together are listed together.
"""

from __future__ import annotations

import itertools
import re
import sys
import textwrap
from pathlib import Path

from griffe import GriffeLoader, Parser
from griffe2md import render_object_docs

FOLDER = Path(__file__).parent
PAGE = FOLDER / "reference.md"
PUBLIC = ["dibmap", "dibmap.sklearn"]
HIDDEN = ["dibmap._drift.Drift", "dibmap._page.Page"]  # what public functions return, which nobody makes
CONFIG = {
    "members_order": "source",
    "filters": ["!^_"],
    "merge_init_into_class": False,
    "separate_signature": True,
    "show_signature_annotations": True,
    "signature_crossrefs": False,
    "show_if_no_docstring": False,
    "show_root_full_path": False,
    "show_object_full_path": False,
    "summary": False,
    "heading_level": 2,
}
HEAD = """<!-- python/docs/reference.py makes this page from the docstrings. -->

# The Python interface

Functions come first, then classes and exceptions, then the estimators for scikit-learn. Entropies and
information are in bits. [The guide](../../docs/python.md) has examples.

"""


def reference() -> str:
    """Return the page."""
    loader = GriffeLoader(search_paths=[FOLDER.parent / "src"], docstring_parser=Parser.numpy)
    package = loader.load("dibmap")
    loader.resolve_aliases()
    objects = []
    for name in PUBLIC:
        module = package[name.removeprefix("dibmap").lstrip(".")] if "." in name else package
        # Functions have small letters, and classes begin with a large one.
        objects += [module[member] for member in sorted(module.exports, key=lambda n: (n[0].isupper(), n))]
    objects += [package[name.removeprefix("dibmap.")] for name in HIDDEN]
    text = "\n".join(render_object_docs(member, CONFIG) for member in objects)
    text = re.sub(r":(?:func|class|meth|mod|attr):`~?([^`]*)`", r"`\1`", text)
    text = re.sub(r"(?<!`)``(?!`)", "`", text)
    text = re.sub(r"(?<=```python\n).*(?=\n```)", wrapped, text)
    text = re.sub(r"(^- \*\*.*\n(?:[^-\n].*\n)*)+", together, text, flags=re.M)
    text = re.sub(r"^(#+) `[\w.]*\.([A-Z]\w*\.\w+)`", r"\1 `\2`", text, flags=re.M)
    headings = re.findall(r"^#+ `([^`]*)`", text, re.M)

    def linked(match: re.Match[str]) -> str:
        words, name = match[1], match[2].rsplit(".", 1)[-1]
        known = [heading for heading in headings if heading.rsplit(".", 1)[-1] == name]
        return f"[{words}](#{re.sub(r'[^a-z0-9_-]', '', known[0].lower())})" if known else words

    return HEAD + re.sub(r"\[([^][]*)\]\(#([\w., ]*)\)", linked, text).strip() + "\n"


def wrapped(signature: re.Match[str]) -> str:
    """Return a signature on lines that are not too long."""
    return textwrap.fill(signature[0], 100, subsequent_indent="    ", break_on_hyphens=False)


def together(items: re.Match[str]) -> str:
    """Return a list in which neighbours of the same words are one item."""
    parts = re.findall(r"^- (\*\*.*?\*\*) (.*\n(?:[^-\n].*\n)*)", items[0], re.M)
    groups = itertools.groupby(parts, key=lambda part: part[1])
    return "".join(f"- {', '.join(name for name, _ in group)} {words}" for words, group in groups)


if __name__ == "__main__":
    if PAGE.read_text(encoding="utf-8") != (new := reference()):
        PAGE.write_text(new, encoding="utf-8")
        sys.stdout.write(f"wrote {PAGE}\n")

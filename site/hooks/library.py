"""Makes the page of the Go library from docs/api.txt and the comments of the packages."""

import os
import re
from pathlib import Path

from mkdocs.structure.files import File

ROOT = Path(__file__).parents[2]
MODULE = "github.com/dibmap/dibmap"

BEGIN = f"""# Go library

    go get {MODULE}

The packages behind the commands. The [overview](README.md#library) has an example, and
[the architecture](docs/architecture.md#packages) says how they work together. What each declaration
does, with units, errors and examples, is on pkg.go.dev, to which the names of the packages lead.
"""


def on_files(files, config):
    """Add the page."""
    packages = (Path(os.environ["SITE_MADE"]) / "packages").read_text(encoding="utf-8").splitlines()
    says = dict(line.split("\t", 1) for line in packages)
    lines = [BEGIN]
    for part in re.split(r"^package ", (ROOT / "docs/api.txt").read_text(encoding="utf-8"), flags=re.M)[1:]:
        name, declared = part.split("\n", 1)
        path, place = f"{MODULE}/{name}", name.replace("/", "-")
        lines += [f"## [{name}](https://pkg.go.dev/{path}) {{ #{place} }}", "", says[path], ""]
        lines += ['??? note "Declarations"', "", "    ```go"]
        lines += ["    " + line for line in declared.strip("\n").splitlines()]
        lines += ["    ```", ""]
    files.append(File.generated(config, "library.md", content="\n".join(lines)))
    return files

"""Writes LICENSES.txt: the licences of dibmap and of all that its program contains.

    python python/release/licenses.py

Every wheel holds a program with parts of Go and of the modules listed there, whose licences ask
to be passed on. Run it again after a change of go.mod.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PACKAGE))

from hatch_build import COMMAND, GO_TAGS  # noqa: E402

NAMES = ("licen", "unlicen", "copying", "notice", "patents")
"""How the names of files and folders of licences begin, in small letters."""


def go(*arguments: str, system: str = "linux") -> str:
    """Return what the go command prints in the module of dibmap, for an operating system."""
    return subprocess.run(
        ["go", *arguments],
        cwd=PACKAGE.parent,
        env={**os.environ, "GOOS": system, "CGO_ENABLED": "0"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout.strip()


def folders() -> dict[tuple[str, Path], set[Path]]:
    """Return, for every module in the program, its name and root, the folders that may hold licences."""
    found: dict[tuple[str, Path], set[Path]] = defaultdict(set)
    form = "{{with .Module}}{{.Path}}\t{{.Dir}}\t{{$.Dir}}{{end}}"
    for system in ("linux", "darwin", "windows"):
        for line in go("list", "-deps", "-tags", GO_TAGS, "-f", form, COMMAND, system=system).splitlines():
            if not line:
                continue  # a package of Go itself
            module, root, folder = line.split("\t")
            # A package that was taken over from elsewhere has its own licence beside it.
            found[module, Path(root)] |= {
                p for p in [Path(folder), *Path(folder).parents] if p.is_relative_to(root)
            }
    return found


def licenses(folder: Path) -> list[Path]:
    """Return the files of licences in a folder, and in a folder of licences in it."""
    named = [path for path in folder.iterdir() if path.name.lower().startswith(NAMES)]
    return [file for path in named for file in ([path] if path.is_file() else path.iterdir())]


def read(file: Path) -> str:
    """Return the text of a file, which may be from before UTF-8 was usual."""
    content = file.read_bytes()
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")


def main() -> None:
    """Write the file anew."""
    found = folders()
    goroot = Path(go("env", "GOROOT"))
    found["Go", goroot] = {goroot}
    own = go("list", "-m")
    parts = []
    for (module, root), places in sorted(found.items(), key=lambda item: (item[0][0] != own, item[0][0])):
        files = sorted(file for place in places for file in licenses(place))
        if not files:
            raise SystemExit(
                f"licenses.py: {module} has no file of a licence in {root}: add its name to NAMES"
            )
        for file in files:
            title = f"{module}: {file.relative_to(root).as_posix()}"
            parts.append(f"{'=' * len(title)}\n{title}\n{'=' * len(title)}\n\n{read(file)}\n")
    head = "The licence of dibmap, and those of Go and of the modules that its program contains.\n"
    (PACKAGE / "LICENSES.txt").write_text("\n".join([head, *parts]), "utf-8", newline="\n")


if __name__ == "__main__":
    main()

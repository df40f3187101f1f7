"""The build of a wheel: it compiles the Go program of this repository into the package."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ProgramBuildHook(BuildHookInterface[Any]):
    """Puts the program dibmap into dibmap/_bin, for the platform of the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the program before files are collected."""
        if self.target_name != "wheel":
            return
        root = Path(self.root)
        program = root / "src" / "dibmap" / "_bin" / ("dibmap.exe" if os.name == "nt" else "dibmap")
        program.parent.mkdir(exist_ok=True)
        go = shutil.which("go")
        if go is None:
            raise RuntimeError("dibmap is written in Go: install Go 1.26 or later from https://go.dev/dl")
        subprocess.run(
            [go, "build", "-trimpath", "-ldflags", "-s -w", "-o", str(program), "./cmd/dibmap"],
            cwd=root.parent,
            env={**os.environ, "CGO_ENABLED": "0"},
            check=True,
        )
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-linux_x86_64"
        build_data["artifacts"].append("src/dibmap/_bin/*")

"""Makes a page of the notebook for Python, with the outputs that are stored in it."""

import base64
import json
from pathlib import Path

from mkdocs.structure.files import File

SOURCE = "python/docs/tutorial.ipynb"
NOTEBOOK = Path(__file__).parents[2] / SOURCE


def on_files(files, config):
    """Add the page and its pictures."""
    lines, pictures = [], []
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            lines += [source, ""]
            continue
        lines += ["```python", source, "```", ""]
        for output in cell["outputs"]:
            data = {kind: "".join(text) for kind, text in output.get("data", {}).items()}
            if "image/png" in data:
                pictures.append(base64.b64decode(data["image/png"]))
                lines += [f"![What the lines above draw](tutorial-{len(pictures)}.png)", ""]
            elif "text/html" in data:
                lines += ['<div class="output">', data["text/html"].strip(), "</div>", ""]
            else:
                text = data.get("text/plain", "".join(output.get("text", "")))
                lines += ["```text", text.rstrip("\n"), "```", ""]
    made = {"tutorial.md": "\n".join(lines)}
    made.update({f"tutorial-{number}.png": picture for number, picture in enumerate(pictures, 1)})
    for name, content in made.items():
        file = File.generated(config, f"python/docs/{name}", content=content)
        file.dest_uri = f"python/{name}".replace(".md", "/index.html")
        files.append(file)
    return files

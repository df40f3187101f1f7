"""Takes the documents from where they are in the repository, so that none exists twice."""

import posixpath
import re
from pathlib import Path

from mkdocs.structure.files import File

ROOT = Path(__file__).parents[2]

# Which documents become pages, and where: a path of the repository, and what takes its place.
PLACES = [
    ("site/pages/*.md", "site/pages/", ""),
    ("README.md", "README.md", "overview.md"),
    ("CHANGELOG.md", "CHANGELOG.md", "changelog.md"),
    ("CONTRIBUTING.md", "CONTRIBUTING.md", "contributing.md"),
    ("deploy/README.md", "", ""),
    ("python/docs/*.md", "python/docs/", "python/"),
    ("docs/**/*.md", "docs/", ""),
    ("docs/**/*.svg", "docs/", ""),
    ("docs/**/*.csv", "docs/", ""),
]

# Words that are in many places are rather looked for elsewhere than here.
SELDOM = ("CHANGELOG.md", "docs/paper/", "docs/benchmarks.md", "docs/architecture.md")

LINK = re.compile(r"(?P<words>\[[^\[\]]*)?\]\((?P<target>[^)\s#:]+)(?P<place>#[^)\s]*)?\)")
TITLE = re.compile(r"^# (.*)", re.M)


def on_files(files, config):
    """Add the documents, and the figures and numbers that belong to them."""
    for pattern, old, new in PLACES:
        for path in sorted(ROOT.glob(pattern)):
            source = path.relative_to(ROOT).as_posix()
            file = File.generated(config, source, abs_src_path=str(path))
            if source in ("README.md", "deploy/README.md"):
                file.name = source  # the navigation would take an index for the page of its section
            if file.is_documentation_page():
                file.dest_uri = page(new + source.removeprefix(old))
            else:
                file.dest_uri = new + source.removeprefix(old)
            files.append(file)
    return files


def page(source):
    """Return where the page of a Markdown file is, such as search/index.html of search.md."""
    folder, name = posixpath.split(source.removesuffix(".md"))
    if name in ("README", "index"):
        return posixpath.join(folder, "index.html")
    return posixpath.join(folder, name, "index.html")


def on_page_markdown(markdown, page, config, files):
    """Lead links to what is in the repository but not on the site, such as code, there."""
    if page.file.src_uri.startswith(SELDOM):
        page.meta["search"] = {"boost": 0.3}
    repository = config.repo_url
    for source in (page.file.src_uri, page.file.src_uri.replace(".md", ".ipynb")):
        if (ROOT / source).is_file():
            page.edit_url = f"{repository}/blob/main/{source}"

    def lead(match):
        words, target, place = match["words"] or "", match["target"], match["place"] or ""
        if target.endswith(".ipynb"):
            target = target.removesuffix(".ipynb") + ".md"
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page.file.src_uri), target))
        file = files.get_file_from_path(path)
        if file and words.endswith(".md"):
            words = "[" + TITLE.search(file.content_string)[1]  # a title reads better than the name of a file
        if not file and (ROOT / path).exists():
            kind = "tree" if (ROOT / path).is_dir() else "blob"
            target = f"{repository}/{kind}/main/{path}"
        return f"{words}]({target}{place})"

    return LINK.sub(lead, markdown)

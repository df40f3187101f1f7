"""Checks a site that is built: python site/check.py FOLDER.

Every link within the site leads to a page, and to a place on it if it names one; nothing is loaded from
elsewhere; and every page has one heading of the first level and words for its pictures. Links to other
sites are not followed.
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

HERE = "http://here/"  # stands for wherever the site will be
FEWEST = 40  # a folder of fewer pages is not the site
LOADED = re.compile(r"(?:@import\s*|url\(\s*)[\"']?((?:https?:)?//[^\"')\s]*)")  # by a style sheet


class Page(HTMLParser):
    """What a page refers to, and the places on it that others can refer to."""

    def __init__(self, path, address):
        super().__init__()
        self.address = address
        self.links, self.loads, self.places, self.wrong = [], [], {""}, []
        self.headings = 0
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        """Note what an element refers to."""
        has = dict(attributes)
        self.places.update(has[name] for name in ("id", "name") if has.get(name))
        self.headings += tag == "h1"
        if "href" in has:
            loaded = tag != "a" and has.get("rel") not in ("prev", "next")
            (self.loads if loaded else self.links).append(has["href"])
        for name in ("src", "srcset", "data", "poster"):
            if has.get(name):
                self.loads.append(has[name])
        if tag == "img" and not has.get("alt"):
            self.wrong.append(f"the picture {has.get('src')} has no words in its place")


def check(folder):
    """Return what is wrong, a line each."""
    pages = {}
    for path in sorted(folder.rglob("*.html")):
        relative = path.relative_to(folder).as_posix()
        pages[relative] = Page(path, HERE + relative.removesuffix("index.html"))
    wrong = []
    for relative, page in pages.items():
        said = page.wrong
        if page.headings != 1 and relative.split("/")[0] not in ("404.html", "demo"):
            said.append(f"{page.headings} headings of the first level")
        for link in page.links + page.loads:
            address = urlsplit(urljoin(page.address, link))
            if address.geturl().startswith(HERE):
                said += nowhere(folder, pages, link, address)
            elif link in page.loads and address.scheme != "data":
                said.append(f"{link} is loaded from another site")
        wrong += [f"{relative}: {line}" for line in said]
    for path in sorted(folder.rglob("*.css")):
        for address in LOADED.findall(path.read_text(encoding="utf-8")):
            wrong.append(f"{path.relative_to(folder)}: {address} is loaded from another site")
    if len(pages) < FEWEST:
        wrong.append(f"{folder} holds {len(pages)} pages: this is not the site")
    return wrong


def nowhere(folder, pages, link, address):
    """Return what is wrong with a link within the site, if anything is."""
    target = unquote(address.path).lstrip("/")
    if target == "" or target.endswith("/"):
        target += "index.html"
    if not (folder / target).is_file():
        return [f"the link {link} leads nowhere"]
    place = unquote(address.fragment)
    if target in pages and place not in pages[target].places:
        return [f"the link {link} leads to a place that the page does not have"]
    return []


if __name__ == "__main__":
    lines = check(Path(sys.argv[1]))
    sys.stderr.writelines(f"{line}\n" for line in lines)
    sys.exit(bool(lines))

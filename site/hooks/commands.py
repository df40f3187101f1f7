"""Makes the reference of commands from what the program says of them."""

import html
import os
import re
import subprocess

from mkdocs.structure.files import File

COMMAND = re.compile(r"^  (\S+) +(\S.*)$", re.M)
FLAG = re.compile(r"^ +(?:(-\w), )?(--\S+)(?: (\S.*?))?   *(\S.*)$")
CALL = re.compile(r"&#x27;(dibmap [^&]*)&#x27;")
NAMED = re.compile(r"(?<![\w/>-])(--[a-z][\w-]*(?:=\w+)?|-[a-z](?![\w-]))")


def on_files(files, config):
    """Add a page for each command, and one that lists them."""
    text, parts = told()
    listed = COMMAND.findall(parts["Available Commands"])
    commands = {name: short for name, short in listed if name not in ("help", "completion")}
    made = {"index": overview(text, commands)}
    for name, short in commands.items():
        made[name] = reference(name, short, *told(name))
    for name, markdown in made.items():
        files.append(File.generated(config, f"commands/{name}.md", content=markdown))
    return files


def told(*command):
    """Return what the program says of a command: the text, and the parts below it by their titles."""
    program = os.path.join(os.environ["SITE_MADE"], "dibmap")
    said = subprocess.run([program, "help", *command], check=True, capture_output=True, text=True).stdout
    text, usage, rest = said.partition("\nUsage:\n")
    parts = re.split(r"^([A-Z][\w ]+):\n", usage.lstrip() + rest, flags=re.M)[1:]
    return text, dict(zip(parts[::2], parts[1::2], strict=True))


def overview(text, commands):
    """Return the page that lists the commands."""
    lines = ["# Commands", "", prose(text, ""), "", "| command | what it does |", "|---|---|"]
    lines += [f"| [`dibmap {name}`]({name}.md) | {html.escape(short)} |" for name, short in commands.items()]
    return "\n".join([*lines, "", "`dibmap help COMMAND` prints the same on a terminal."])


def reference(name, short, text, parts):
    """Return the page of a command."""
    usage = dedent(parts["Usage"])
    lines = [f"# dibmap {name}", "", f"**{html.escape(short)}.**", "", "```text", usage, "```", ""]
    lines += [prose(text.removeprefix(short), "../")]
    if "Examples" in parts:
        lines += ["", "## Examples", "", "```sh", dedent(parts["Examples"]), "```"]
    lines += ["", "## Flags", "", '<dl class="flags">']
    for line in parts["Flags"].rstrip().splitlines():
        found = FLAG.match(line)
        if not found:
            raise ValueError(f"dibmap help {name} has a line among the flags that is none: {line}")
        letter, flag, value, says = found.groups()
        call = (f"{letter}, " if letter else "") + flag + (f" {value}" if value else "")
        lines += [f'<dt id="{flag}"><code>{html.escape(call)}</code></dt>']
        lines += [f"<dd>{inline(says, '../')}</dd>"]
    return "\n".join([*lines, "</dl>"])


def prose(text, root):
    """Return paragraphs, with lists as a terminal has them, as HTML."""
    made = []
    for paragraph in re.split(r"\n{2,}", text.strip("\n")):
        for run in re.findall(r"(?:^ .*\n?)+|(?:^\S.*\n?)+", paragraph, flags=re.M):
            if run.startswith(" "):
                made.append(terms(dedent(run), root))
            else:
                made.append(f"<p>{inline(' '.join(run.split()), root)}</p>")
    return "\n\n".join(made)


def terms(text, root):
    """Return a list of words and, in a second column, what they mean; or the text as it is if it is none."""
    lines = text.splitlines()
    column = re.match(r"\S+(?: \S+)* {2,}|$", lines[0]).end()
    gaps = {line[column - 2 : column + 1].rstrip() for line in lines} if column else {"none"}
    if any(len(gap) != len("  x") or gap[:2].strip() for gap in gaps):
        return f"<pre><code>{html.escape(text)}</code></pre>"
    items = []
    for line in lines:
        if word := line[:column].strip():
            items.append([word])
        items[-1].append(line[column:])
    made = [
        f"<dt><code>{html.escape(word)}</code></dt>\n<dd>{inline(' '.join(says), root)}</dd>"
        for word, *says in items
    ]
    return "\n".join(['<dl class="terms">', *made, "</dl>"])


def inline(text, root):
    """Return a text as HTML, in which calls and flags are set as code and calls lead to their command."""

    def call(match):
        name, code = match[1].split()[1], f"<code>{match[1]}</code>"
        return code if name == "help" or not name[0].islower() else f'<a href="{root}{name}/">{code}</a>'

    return NAMED.sub(r'<code class="flag">\1</code>', CALL.sub(call, html.escape(text)))


def dedent(text):
    """Return lines without the space that all begin with."""
    lines = text.strip("\n").splitlines()
    indent = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return "\n".join(line[indent:].rstrip() for line in lines)

"""Sets what a code host shows as plain text: formulas, in sentences and apart, and numbers in tables."""

import re

PLAIN = '<div class="language-text highlight'  # a block of text in no language
# Code, drawings and tags, in which nothing is set, and blocks of plain text, which may be formulas.
APART = re.compile(
    r'(<div class="language-text highlight">.*?</div>|<pre.*?</pre>|<code.*?</code>|<svg.*?</svg>|<[^>]+>)',
    re.S,
)
INDEX = re.compile(r"\b(sum|int|[A-Za-z])_(?:\{([^}]*)\}|\(([^)]*)\)|(\w{1,2})(?!\w))")  # h_a, v_Ty, h_{k+1}
POWER = re.compile(r"(?<=[\w)])\^(?:\{([^}]*)\}|\(([^)]*)\)|(-?[\w.]*\w))")  # 2^-30, n^2.1
FORMULA = re.compile(rf"{INDEX.pattern}|{POWER.pattern}|\bP\(")
SIGNS = {
    re.compile(r"&lt;="): "≤",
    re.compile(r"&gt;="): "≥",
    re.compile(r"\bphi(?=\()"): "φ",
    re.compile(r"\beta\b"): "η",
    re.compile(r"\blog2\b"): "log<sub>2</sub>",
}
NUMBER = re.compile(r"<td>(?=(?:</?strong>|[-\d\s.,/%±^*]|none|ms|s|h|[kMG]B|bits?)*</td>)")


def on_page_content(html, page, config, files):
    """Set formulas, and keep each number of a table on a line."""
    parts = APART.split(NUMBER.sub('<td class="number">', html))
    for number, part in enumerate(parts):
        if number % 2 == 0:
            parts[number] = typeset(part)
        elif part.startswith(PLAIN) and FORMULA.search(part):
            parts[number] = typeset(part).replace(PLAIN, PLAIN + " formula", 1)
    return "".join(parts)


def typeset(text):
    """Return a text with indices below the line, powers above, and signs for words."""
    for words, sign in SIGNS.items():
        text = words.sub(sign, text)
    text = POWER.sub(lambda found: f"<sup>{found[1] or found[2] or found[3]}</sup>", text)
    return INDEX.sub(below, text)


def below(found):
    """Return a letter, or the sign of a sum or an integral, with its index."""
    name = {"sum": "∑", "int": "∫"}.get(found[1], found[1])
    return f"{name}<sub>{found[2] or found[3] or found[4]}</sub>"

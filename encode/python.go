package encode

import (
	"fmt"
	"strings"
	"unicode"
)

// python writes a module. What pandas makes of missing values and of whole numbers
// beside them is understood without its being there.
func (x *exporter) python() {
	x.print("# The cluster of every value of %s, written by dibmap.\n\n", pythonText(x.column))
	x.print("CLUSTERS = {\n")
	for i, label := range x.labels {
		x.print("    %s: %s,\n", pythonText(label), x.pythonValue(x.Clusters[x.numbers[i]]))
	}
	x.print("}\n\n\n")
	x.print(`def cluster(value):
    """Return the cluster of a value, which may be text, a number or missing."""
    if not isinstance(value, str):
        value = "" if value is None else str(value)
        if value in ("True", "False"):
            value = value.lower()
        elif value in ("nan", "NaT", "<NA>"):
            value = ""
        elif value.endswith(".0") and value not in CLUSTERS:
            value = value[:-2]
    if value == "" and "" not in CLUSTERS:
        value = %s
`, pythonText(MissingLabel))
	if x.HasOther {
		x.print("    return CLUSTERS.get(value, %s)\n", x.pythonValue(x.Other))
	} else {
		x.print("    return CLUSTERS[value]\n")
	}
}

func (x *exporter) pythonValue(text string) string {
	if x.Integers {
		return text
	}
	return pythonText(text)
}

// pythonText returns a text as a literal of Python 3 on one line. What cannot be seen
// is escaped, so that the module reads as it runs.
func pythonText(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

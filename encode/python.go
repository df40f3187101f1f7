package encode

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/dibmap/dibmap/internal/lists"
)

// python writes a module. It recognises the missing values, numbers and truth values of numpy and
// pandas without importing them.
func (x *exporter) python() error {
	if len(x.mappings) == 1 && x.mappings[0].simple() {
		x.pythonDict(&x.mappings[0])
		return nil
	}
	for i := range x.mappings {
		if err := x.mappings[i].refuse("Python", false); err != nil {
			return err
		}
	}
	names := x.functions()
	x.print("# The clusters of values, written by dibmap: %s.\n\n", strings.Join(names, ", "))
	x.print("from bisect import bisect_right\n\nMAPPINGS = {\n")
	for i := range x.mappings {
		x.pythonMapping(&x.mappings[i])
	}
	x.print("}\n\n\n%s%s", pythonLookUp, pythonSpellings)
	for i := range x.mappings {
		m := &x.mappings[i]
		arguments := "value"
		if len(m.columns) > 1 {
			arguments = "*values"
		}
		x.print("\n\ndef %s(%s):\n    \"\"\"Return the cluster of %s, which may be text, a number or missing.\"\"\"\n",
			names[i], arguments, pythonDoc(m.columns))
		x.print("    return look_up(%s, [%s])\n", pythonText(m.as), arguments)
	}
	if len(x.mappings) == 1 && names[0] != shortFunction {
		x.print("\n\n%s = %s\n", shortFunction, names[0])
	}
	return nil
}

// pythonDict writes a module for a column whose values are the labels.
func (x *exporter) pythonDict(m *mapping) {
	function := shortFunction
	if m.named {
		function = functionName(m.columns[0])
	}
	x.print("# The cluster of every value of %s, written by dibmap.\n\n", pythonText(m.columns[0]))
	x.print("CLUSTERS = {\n")
	for i, label := range m.encoder.labels {
		x.print("    %s: %s,\n", pythonText(label), m.value(m.Clusters[m.encoder.numbers[i]], pythonText))
	}
	x.print("}\n\n\n")
	x.print("%s", pythonSpellings)
	x.print(`

def %s(value):
    """Return the cluster of a value, which may be text, a number or missing."""
    for text in spellings(value):
        if text in CLUSTERS:
            return CLUSTERS[text]
`, function)
	if m.HasOther {
		x.print("    return %s\n", m.value(m.Other, pythonText))
	} else {
		x.print("    raise KeyError(value)\n")
	}
	if function != shortFunction {
		x.print("\n\n%s = %s\n", shortFunction, function)
	}
}

// functions returns the names of the functions: after the columns that are read or, if two functions
// would have the same name, after the column that is added.
func (x *exporter) functions() []string {
	names := make([]string, len(x.mappings))
	count := make(map[string]int)
	for i, m := range x.mappings {
		if names[i] = shortFunction; m.named {
			names[i] = functionName(strings.Join(m.columns, "_"))
		}
		count[names[i]]++
	}
	taken := map[string]bool{"look_up": true, "place": true, "cleaned": true, "number": true, "clusters": true, "spellings": true}
	for i, m := range x.mappings {
		if count[names[i]] > 1 {
			names[i] = functionName(m.as)
		}
		for name, n := names[i], 2; taken[names[i]]; n++ {
			names[i] = fmt.Sprintf("%s_%d", name, n)
		}
		taken[names[i]] = true
	}
	return names
}

// pythonDoc returns names of columns for a comment in code.
func pythonDoc(columns []string) string {
	named := make([]string, len(columns))
	for i, name := range columns {
		named[i] = strings.NewReplacer(`\`, `\\`, `"`, "'").Replace(strings.Map(func(r rune) rune {
			if unicode.IsPrint(r) {
				return r
			}
			return ' '
		}, name))
	}
	return "a value of " + strings.Join(named, " and of ")
}

// pythonMapping writes the data of a mapping.
func (x *exporter) pythonMapping(m *mapping) {
	p := m.encoder.plan(m.columns)
	x.print("    %s: {\n        \"columns\": [\n", pythonText(m.as))
	for i := range p.columns {
		p.columns[i].python(x)
	}
	x.print("        ],\n        \"clusters\": {\n")
	for _, at := range p.known {
		x.print("            (%s,): %s,\n", strings.Trim(strings.ReplaceAll(key(at), " ", ", "), "[]"), m.value(m.Clusters[p.clusters[key(at)]], pythonText))
	}
	x.print("        },\n")
	if m.HasOther {
		x.print("        \"unknown\": %s,\n", m.value(m.Other, pythonText))
	}
	x.print("    },\n")
}

// python writes the classes of a column.
func (c *classes) python(x *exporter) {
	x.print("            {\n                \"column\": %s,\n                \"labels\": {", pythonText(c.column))
	for i, label := range c.texts {
		x.print("%s%s: %d", strings.Repeat(", ", min(i, 1)), pythonText(label), c.of[i])
	}
	x.print("},\n")
	if c.scale.Binned() {
		numbers := lists.Map(c.cuts, func(cut float64) string { return strconv.FormatFloat(cut, 'g', -1, 64) })
		x.print("                # A number below the first cut is in the first class, and one at a cut in that after it.\n")
		x.print("                \"cuts\": [%s],\n", strings.Join(numbers, ", "))
		x.print("                \"classes\": [%s],\n", strings.Trim(strings.ReplaceAll(key(c.runs), " ", ", "), "[]"))
	}
	if len(c.scale.NA) > 0 {
		x.print("                \"na\": [%s],\n", strings.Join(lists.Map(c.scale.NA, pythonText), ", "))
	}
	if c.scale.Trim {
		x.print("                \"trim\": True,\n")
	}
	if c.scale.FoldCase {
		x.print("                \"fold_case\": True,\n")
	}
	if c.scale.Decimal == "," {
		x.print("                \"decimal\": \",\",\n")
	}
	x.print("            },\n")
}

// shortFunction is the name of a function that does not depend on the column.
const shortFunction = "cluster"

// functionName returns the name of the function for a column: with an underscore for every character except ASCII
// letters and digits, or the short name if it has no such characters.
func functionName(column string) string {
	plain := func(r rune) bool { return r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
	if !strings.ContainsFunc(column, plain) {
		return shortFunction
	}
	name := strings.Map(func(r rune) rune {
		if plain(r) {
			return r
		}
		return '_'
	}, column)
	if unicode.IsDigit(rune(name[0])) {
		name = "_" + name
	}
	return name + "_" + shortFunction
}

// pythonSpellings is a function of Python that lists the labels that a value may have. Labels
// have numbers up to 1e21 without exponents, and files spell them in any way.
const pythonSpellings = `def spellings(value):
    """List the texts that may stand for a value, the likeliest first."""
    text = str(value)
    if isinstance(value, str):
        return [text] if text else ["", "(missing)"]
    if text in ("None", "NaT", "<NA>"):
        return ["(missing)"]
    if text in ("nan", "NaN"):
        return ["(missing)", "NaN", "nan"]
    if text in ("True", "False"):
        return [text, text.lower(), text.upper()]
    if text in ("inf", "-inf"):
        return [text, "+Inf" if text == "inf" else "-Inf", text.title()]
    if hasattr(value, "isoformat"):
        iso = value.isoformat()
        return [text, iso, iso.replace("+00:00", "Z"), iso.replace("T00:00:00", "")]
    sign = "-" if text.startswith("-") else ""
    mantissa, _, exponent = text[len(sign):].partition("e")
    whole, _, fraction = mantissa.partition(".")
    if not (whole + fraction + exponent.lstrip("+-")).isdecimal():
        return [text]
    point = len(whole) + int(exponent or 0)
    digits = "0" * -point + whole + fraction
    whole, fraction = digits[:max(point, 0)].ljust(point, "0"), digits[max(point, 0):].rstrip("0")
    short = sign + (whole or "0")
    if fraction:
        return [text, short + "." + fraction, short + "." + fraction + "0"]
    return [text, short, short + ".0", short + ".00"]
`

// pythonLookUp are the functions of Python that find the cluster of some values.
const pythonLookUp = `def look_up(name, values):
    """Return the cluster of the values of the columns of a mapping."""
    mapping = MAPPINGS[name]
    classes = tuple(place(c, v) for c, v in zip(mapping["columns"], values, strict=True))
    if classes in mapping["clusters"]:
        return mapping["clusters"][classes]
    if "unknown" in mapping:
        return mapping["unknown"]
    raise KeyError(values[0] if len(values) == 1 else tuple(values))


def clusters(record):
    """Return the clusters of a record, which has values by the names of columns."""
    return {name: look_up(name, [record.get(c["column"]) for c in mapping["columns"]]) for name, mapping in MAPPINGS.items()}


def place(column, value):
    """Return the class of a value in a column, None if it has none."""
    missing = False
    for text in spellings(value):
        text = cleaned(column, text)
        if text in column["labels"]:
            return column["labels"][text]
        missing = missing or text == "(missing)"
    if missing or "cuts" not in column:
        return None
    at = number(column, value)
    if at is None:
        return None
    if at != at:
        return column["labels"].get("(missing)")
    return column["classes"][bisect_right(column["cuts"], at)]


def cleaned(column, text):
    """Return a text as it counts."""
    if "trim" in column:
        text = text.strip() or "(missing)"
    if text in column.get("na", ()):
        return "(missing)"
    if "fold_case" in column and text != "(missing)":
        text = text.casefold()
        if text in [na.casefold() for na in column.get("na", ())]:
            return "(missing)"
    return text


def number(column, value):
    """Return a value as a number, None if it is none."""
    text = str(value).strip()
    if isinstance(value, str) and column.get("decimal") == ",":
        if "." in text:
            return None
        text = text.replace(",", ".", 1)
    if text.lower() not in ("nan", "+nan", "inf", "+inf", "-inf", "infinity", "+infinity", "-infinity") and set(text) - set("0123456789+-.eE"):
        return None
    try:
        return float(text)
    except ValueError:
        return None


`

// pythonText returns a text as a literal of Python 3 on one line, with characters that do not
// print escaped.
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

package encode

import (
	"fmt"
	"strings"
	"unicode"
)

// python writes a module without imports. It recognises the missing values, numbers and truth
// values of numpy and pandas without importing them.
func (x *exporter) python() error {
	x.print("# The cluster of every value of %s, written by dibmap.\n\n", pythonText(x.column))
	x.print("CLUSTERS = {\n")
	for i, label := range x.labels {
		x.print("    %s: %s,\n", pythonText(label), x.value(x.Clusters[x.numbers[i]], pythonText))
	}
	x.print("}\n\n\n")
	x.print("%s", pythonSpellings)
	x.print(`

def %s(value):
    """Return the cluster of a value, which may be text, a number or missing."""
    for text in spellings(value):
        if text in CLUSTERS:
            return CLUSTERS[text]
`, x.function)
	if x.HasOther {
		x.print("    return %s\n", x.value(x.Other, pythonText))
	} else {
		x.print("    raise KeyError(value)\n")
	}
	if x.function != shortFunction {
		x.print("\n\n%s = %s\n", shortFunction, x.function)
	}
	return nil
}

// shortFunction is what the function is called whatever the column is.
const shortFunction = "cluster"

// functionName returns the name of the function for a column: with an underscore for every
// character but ASCII letters and digits, or the short name if there are none of these.
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

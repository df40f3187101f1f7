package wording

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dibmap/dibmap/internal/lists"
)

// Label quotes a label if it could be misread in a list with commas.
func Label(label string) string { return quoted(label, ` ,|{}"`) }

// Apart quotes a label if it could be misread in a list with spaces.
func Apart(label string) string { return quoted(label, ` |{}"`) }

// Spoken reports whether a label is a range or has several parts, as in "0.24 - 0.9", "(0, 5]" and
// "JFK / AA". Their spaces do not end the label, so lists of such labels have commas, and the
// labels need no quotes for spaces.
func Spoken(labels []string) bool {
	return slices.ContainsFunc(labels, func(l string) bool {
		open, closed := strings.HasPrefix(l, "(") || strings.HasPrefix(l, "["), strings.HasSuffix(l, ")") || strings.HasSuffix(l, "]")
		return open && closed && strings.Contains(l, ", ") || strings.Contains(l, " - ") || strings.Contains(l, " to ") || strings.Contains(l, " / ")
	})
}

// Part quotes a label of a list with commas that satisfies [Spoken], if it could be misread there.
// Alone means that it is the only label of its list.
func Part(label string, alone bool) string {
	special := `,|{}"`
	if alone {
		special = `|{}"`
	}
	if strings.TrimSpace(label) != label {
		return strconv.Quote(label)
	}
	return quoted(label, special)
}

// quoted returns a label in quotes if it is empty or has characters that are special or
// cannot be seen.
func quoted(label, special string) string {
	if label == "" || strings.ContainsFunc(label, func(r rune) bool {
		return !unicode.IsPrint(r) || strings.ContainsRune(special, r)
	}) {
		return strconv.Quote(label)
	}
	return label
}

// SomeLabels lists a few labels, and how many more there are.
func SomeLabels(labels []string) string {
	return Some(len(labels), func(i int) string { return Label(labels[i]) })
}

// Some lists the first few of n items, and how many more there are.
func Some(n int, item func(i int) string) string {
	const most = 8
	parts := lists.Make(min(most, n), item)
	list := strings.Join(parts, ", ")
	if n > most {
		list += fmt.Sprintf(" and %s more", Number(n-most))
	}
	return list
}

// Clusters writes clusters of labels on one line of at most width columns. It changes the
// clusters. Labels of one character run together; others are separated by commas, or by spaces if
// there are commas in them, as in pairs of numbers. If the line is too long, long clusters are
// shortened: "+3" means three more labels.
func Clusters(clusters [][]string, width int) string {
	// At most width clusters, and labels of each, have room, so thousands take no longer than a
	// few.
	clusters = clusters[:min(len(clusters), width)]
	more := make([]int, len(clusters))
	for k, c := range clusters {
		more[k] = max(len(c)-width, 0)
		clusters[k] = c[:len(c)-more[k]]
	}
	return FirstOfClusters(clusters, more, width)
}

// Holds returns the largest numbers of clusters, and of labels of each, that [Clusters] may show
// in width characters. One character of each cluster, with separators, takes four characters. If
// there are more clusters than that allows, the line has one label of each and is cut.
func Holds(clusters, width int) (first, labels int) {
	if most := (width + 3) / 4; clusters > most {
		return most + 1, 1
	}
	return clusters, width
}

// FirstOfClusters is [Clusters] for the first labels of the first clusters, limited by [Holds],
// and the number of further labels of each.
func FirstOfClusters(clusters [][]string, more []int, width int) string {
	separator, label := "", Label
	has := func(holds func(label string) bool) bool {
		return slices.ContainsFunc(clusters, func(c []string) bool { return slices.ContainsFunc(c, holds) })
	}
	switch {
	case slices.ContainsFunc(clusters, Spoken):
		separator = ", "
	case has(func(l string) bool { return strings.Contains(l, ",") }):
		separator, label = " ", Apart
	}
	for k, c := range clusters {
		for i, l := range c {
			if c[i] = label(l); separator == ", " {
				c[i] = Part(l, len(c)+more[k] == 1)
			}
			if separator == "" && utf8.RuneCountInString(c[i]) > 1 {
				separator = ","
			}
		}
	}
	parts := make([]string, len(clusters))
	lineOf := func(share int) string {
		for i, c := range clusters {
			parts[i] = someOf(c, more[i], separator, share)
		}
		return strings.Join(parts, " | ")
	}
	// The largest width of a cluster is the same for all clusters, and as large as possible.
	tooWide := sort.Search(width, func(share int) bool {
		return Width(lineOf(share+1)) > width
	})
	return Cut(lineOf(max(tooWide, 1)), width)
}

// someOf joins the labels that fit into width columns, at least one, and adds the number of the
// others. More is the number of labels that are not in the list.
func someOf(labels []string, more int, separator string, width int) string {
	rest := func(n int) string {
		if left := len(labels) - n + more; left > 0 {
			return separator + "+" + strconv.Itoa(left)
		}
		return ""
	}
	n, taken := len(labels), (len(labels)-1)*len(separator)
	for _, l := range labels {
		taken += Width(l)
	}
	for n > 1 && taken+len(rest(n)) > width {
		n--
		taken -= Width(labels[n]) + len(separator)
	}
	return strings.Join(labels[:n], separator) + rest(n)
}

// Listed writes the items that fit after an introduction on a line of width columns, at least one,
// and the number of the others.
func Listed(introduction string, items []string, width int) string {
	for n := len(items); n > 0; n-- {
		text := introduction + strings.Join(items[:n], ", ")
		if left := len(items) - n; left > 0 {
			text += ", +" + strconv.Itoa(left)
		}
		if Width(text) <= width {
			return text
		}
	}
	return Cut(introduction+items[0], width)
}

// Cut shortens a line to width columns.
func Cut(line string, width int) string {
	if Width(line) <= width {
		return line
	}
	runes := []rune(line)
	return string(runes[:fitting(runes, width-1)]) + "…"
}

// ShellWord writes a file name as one word of a command that a person may copy.
func ShellWord(path string) string {
	if path == "" || strings.ContainsAny(path, " \t\n'\"$&;()*?<>|\\`!#[]{}~") {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}

package main

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dibmap/dibmap/frontier"
)

// number writes a whole number with thousands separated.
func number[N int | int64](n N) string {
	digits := strconv.FormatInt(int64(n), 10)
	if len(digits) <= 3 {
		return digits
	}
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}

// plural writes a number with its noun, and many one of records.
func plural(n int, noun string) string { return many(int64(n), noun) }

func many(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return number(n) + " " + noun + "s"
}

// bits writes a number of bits as the tables show it.
func bits(v float64) string { return strconv.FormatFloat(v, 'f', 4, 64) }

// share writes a part of a whole in percent. Of nothing, or of less by an estimator,
// there are no parts.
func share(part, whole float64) string {
	if whole <= 0 {
		return "-"
	}
	return strconv.FormatFloat(100*part/whole, 'f', 1, 64) + " %"
}

// shown makes a label safe and unambiguous among others that are separated by
// commas, and apart one among such as are separated by spaces.
func shown(label string) string { return quoted(label, ` ,|{}"`) }
func apart(label string) string { return quoted(label, ` |{}"`) }

// quoted returns a label in quotes if it is empty or has characters that are not
// seen, or that are special.
func quoted(label, special string) string {
	if label == "" || strings.ContainsFunc(label, func(r rune) bool {
		return !unicode.IsPrint(r) || strings.ContainsRune(special, r)
	}) {
		return strconv.Quote(label)
	}
	return label
}

// someLabels lists a few labels.
func someLabels(labels []string) string {
	const most = 8
	parts := make([]string, 0, most)
	for _, l := range labels[:min(most, len(labels))] {
		parts = append(parts, shown(l))
	}
	list := strings.Join(parts, ", ")
	if more := len(labels) - most; more > 0 {
		list += fmt.Sprintf(" and %s more", number(more))
	}
	return list
}

// clusterText writes the clusters of a point on one line of at most width characters.
func clusterText(p frontier.Point, width int) string {
	clusters := p.Clusters()
	if clusters == nil {
		return "(no assignments in this file)"
	}
	return labelText(clusters, width)
}

// labelText writes clusters of labels, which it may change, on one line of at most width
// characters: labels of one character run together, others separated by commas, or by
// spaces if they have commas themselves, as pairs of numbers do. Where that is too long,
// long clusters are shortened, and "+3" stands for three labels that found no room.
func labelText(clusters [][]string, width int) string {
	separator, label := "", shown
	if slices.ContainsFunc(clusters, func(c []string) bool {
		return slices.ContainsFunc(c[:min(len(c), width)], func(l string) bool { return strings.Contains(l, ",") })
	}) {
		separator, label = " ", apart
	}
	more := make([]int, len(clusters)) // labels that cannot find room
	for k, c := range clusters {
		// Of thousands of labels no more than width can be shown.
		more[k] = max(len(c)-width, 0)
		clusters[k] = c[:len(c)-more[k]]
		for i, l := range clusters[k] {
			c[i] = label(l)
			if separator == "" && utf8.RuneCountInString(c[i]) > 1 {
				separator = ","
			}
		}
	}
	// A cluster takes four characters at least, so of thousands of clusters no
	// more than width can be shown either.
	clusters = clusters[:min(len(clusters), width)]
	parts := make([]string, len(clusters))
	lineOf := func(share int) string {
		for i, c := range clusters {
			parts[i] = someOf(c, more[i], separator, share)
		}
		return strings.Join(parts, " | ")
	}
	// The widest share that fits: short clusters leave room to long ones.
	tooWide := sort.Search(width, func(share int) bool {
		return utf8.RuneCountInString(lineOf(share+1)) > width
	})
	return cut(lineOf(max(tooWide, 1)), width)
}

// someOf joins as many labels as width characters hold, at least one, and tells
// how many there are beyond these and more.
func someOf(labels []string, more int, separator string, width int) string {
	rest := func(n int) string {
		if left := len(labels) - n + more; left > 0 {
			return separator + "+" + strconv.Itoa(left)
		}
		return ""
	}
	n, taken := len(labels), (len(labels)-1)*len(separator)
	for _, l := range labels {
		taken += utf8.RuneCountInString(l)
	}
	for n > 1 && taken+len(rest(n)) > width {
		n--
		taken -= utf8.RuneCountInString(labels[n]) + len(separator)
	}
	return strings.Join(labels[:n], separator) + rest(n)
}

// cut shortens a line to width characters.
func cut(line string, width int) string {
	if utf8.RuneCountInString(line) <= width {
		return line
	}
	runes := []rune(line)
	return string(runes[:width-1]) + "…"
}

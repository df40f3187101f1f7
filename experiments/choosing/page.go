package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/experiments/internal/place"
)

// write writes the results into the page, and the files next to it. Pairs without results keep
// the results in the file of numbers.
func write(p place.Place, made []result) error {
	before, err := committedResults(p)
	if err != nil {
		return err
	}
	all := merged(before, made)
	if err := place.Replace(p.Beside(".csv"), func(w io.Writer) error { return writeResults(w, all) }); err != nil {
		return err
	}
	if err := place.Replace(p.Beside(".svg"), func(w io.Writer) error { return drawResults(w, "svg", all) }); err != nil {
		return err
	}
	return p.Fill(tables(all))
}

// committedResults returns the results of the file of numbers, or nothing without the file.
func committedResults(p place.Place) ([]result, error) {
	data, err := os.ReadFile(p.Beside(".csv"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	results, err := readResults(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.Beside(".csv"), err)
	}
	return results, nil
}

// shown is the number of groups in the table; the figure and the file of numbers have all.
const shown = 4

// tables returns the tables of the results.
func tables(results []result) string {
	present := slices.DeleteFunc(methods(), func(m method) bool {
		return !slices.ContainsFunc(results, func(r result) bool { return r.method == m.id })
	})
	var titles, kept strings.Builder
	for _, m := range present {
		titles.WriteString(" " + m.title + " |")
	}
	for _, p := range pairs() {
		if of := ofPair(results, p.id); len(of) > 0 {
			kept.WriteString(p.kept(of, present))
		}
	}
	return fmt.Sprintf("\nThe share of I(X;Y) that %d groups keep on held-out records, in per cent:\n\n", shown) +
		"| pair |" + titles.String() + "\n|---|" + strings.Repeat("---|", len(present)) + "\n" + kept.String() +
		"\n" + behind(results) + "\n"
}

// kept returns the line of what groups of a pair keep by some methods.
func (p pair) kept(of []result, methods []method) string {
	var b strings.Builder
	whole, _ := find(of, none, 0)
	fmt.Fprintf(&b, "| %s, %s records of %d x %d values |", p.title, thousands(whole.records), whole.rows, whole.columns)
	for _, m := range methods {
		text := "-"
		if r, found := find(of, m.id, shown); found {
			if text = heldOutShare(r.heldOut, whole); text == highest(of, shown, whole) {
				text = "**" + text + "**"
			}
		}
		b.WriteString(" " + text + " |")
	}
	b.WriteString("\n")
	return b.String()
}

// highest returns the highest held-out share of k groups.
func highest(of []result, k int, whole result) string {
	var best result
	for _, m := range methods() {
		if r, ok := find(of, m.id, k); ok && (best.method == "" || r.heldOut > best.heldOut) {
			best = r
		}
	}
	return heldOutShare(best.heldOut, whole)
}

// heldOutShare is share for held-out records, about which groups of noise tell less than nothing.
func heldOutShare(bits float64, whole result) string {
	if bits < 0 {
		return "none"
	}
	return share(bits, whole)
}

// share writes what is kept of I(X;Y) in per cent.
func share(bits float64, whole result) string {
	return strconv.FormatFloat(100*bits/whole.training, 'f', 1, 64)
}

// behind returns the list of where another method keeps more on held-out records than both of
// dibmap's best groupings, by at least 0.05 points.
func behind(results []result) string {
	var b strings.Builder
	for _, p := range pairs() {
		of := ofPair(results, p.id)
		whole, _ := find(of, none, 0)
		before := "" // the method of the last number of groups
		for k := fewest; k <= most; k++ {
			own, other := first(of, k, true), first(of, k, false)
			more := other.heldOut - own.heldOut
			if other.method == "" || 100*more < 0.05*whole.training {
				continue
			}
			switch before {
			case other.method:
				b.WriteString(",")
			case "":
				b.WriteString("- " + p.title + ": " + titleOf(other.method) + " for")
			default:
				b.WriteString("; " + titleOf(other.method) + " for")
			}
			fmt.Fprintf(&b, " %d (%s ± %s)", k, share(more, whole), share(other.seMore, whole))
			before = other.method
		}
		if before != "" {
			b.WriteString("\n")
		}
	}
	if b.Len() == 0 {
		return "No other method keeps more on held-out records than dibmap's best of k.\n"
	}
	return "For these numbers of groups from 2 to 8, another method keeps at least 0.05 points more on held-out records than both of dibmap's best of k groups, any and in order. The standard error is for the difference on the same records.\n\n" + b.String()
}

// first returns the result of k groups that keeps most on held-out records, among dibmap's best or
// among the others.
func first(of []result, k int, ours bool) (best result) {
	for _, m := range methods() {
		if m.ours != ours || ours && !strings.HasPrefix(m.id, "best") {
			continue
		}
		if r, ok := find(of, m.id, k); ok && (best.method == "" || r.heldOut > best.heldOut) {
			best = r
		}
	}
	return best
}

// titleOf returns the title of a method.
func titleOf(id string) string {
	at := slices.IndexFunc(methods(), func(m method) bool { return m.id == id })
	return methods()[at].title
}

// thousands writes a number with commas.
func thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	for at := len(s) - 3; at > 0; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}

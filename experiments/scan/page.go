package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/experiments/internal/place"
)

// write writes the results into the page, and the files next to it. Data without results keep
// the results in the file of numbers.
func write(p place.Place, made []result) error {
	before, err := committedResults(p)
	if err != nil {
		return err
	}
	merge := merged(before, made)
	if err := place.Replace(p.Beside(".csv"), func(w io.Writer) error { return writeResults(w, merge) }); err != nil {
		return err
	}
	// The figure and the tables show the rounded numbers of the file, so that the file is enough to make them again.
	all, err := committedResults(p)
	if err != nil {
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

// tables returns what goes into the page.
func tables(results []result) string {
	var b strings.Builder
	b.WriteString("\n" + tallies(results) + "\n" + losses(results))
	return b.String() + "\n"
}

// score counts columns by the comparison of dibmap's groups with another method.
type score struct{ columns, more, equal, less, clearlyMore, clearlyLess int }

// equal is the difference in bits below which two methods make the same groups.
const equal = 1e-9

// scoreOf compares with a method. It leaves out columns where all methods make the same groups,
// such as columns of two values.
func scoreOf(results []result, method string) (s score) {
	for _, r := range results {
		if r.method != method || r.column == "" || allEqual(ofData(results, r.data), r.column) {
			continue
		}
		s.columns++
		switch {
		case math.Abs(r.less) < equal:
			s.equal++
		case r.less > 0:
			s.more++
		default:
			s.less++
		}
		if r.less > 2*r.seLess {
			s.clearlyMore++
		}
		if r.less < -2*r.seLess {
			s.clearlyLess++
		}
	}
	return s
}

// allEqual reports whether the groups of all methods have the same information in a column.
func allEqual(of []result, column string) bool {
	for _, r := range of {
		if r.column == column && math.Abs(r.less) >= equal {
			return false
		}
	}
	return true
}

// tallies returns the table of scores.
func tallies(results []result) string {
	var b strings.Builder
	b.WriteString("| dibmap against | columns | tells more | the same | less | clearly more | clearly less |\n|---|---|---|---|---|---|---|\n")
	for _, m := range others() {
		if s := scoreOf(results, m.id); s.columns > 0 {
			fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d |\n", m.title, s.columns, s.more, s.equal, s.less, s.clearlyMore, s.clearlyLess)
		}
	}
	return b.String()
}

// losses returns the tables of the regressions' log losses and times.
func losses(results []result) string {
	var b, rule, line strings.Builder
	b.WriteString("| log loss [bits], seconds |")
	rule.WriteString("|---|")
	for _, d := range dataSets() {
		if len(ofData(results, d.id)) > 0 {
			b.WriteString(" " + d.title + " |")
			rule.WriteString("---|")
		}
	}
	for _, m := range regressions() {
		line.WriteString("| " + m.title + " |")
		for _, d := range dataSets() {
			of := ofData(results, d.id)
			if len(of) == 0 {
				continue
			}
			r, ok := find(of, "", m.id)
			text := "-"
			if ok {
				text = strconv.FormatFloat(r.loss/math.Ln2, 'f', 4, 64)
				if m.id != none && m.id != weights {
					text += ", " + strconv.FormatFloat(r.seconds, 'f', 1, 64) + " s"
				}
			}
			line.WriteString(" " + text + " |")
		}
		line.WriteString("\n")
	}
	return b.String() + "\n" + rule.String() + "\n" + line.String()
}

// regressions returns what the regressions are made of.
func regressions() []method {
	list := append([]method{{id: ours, title: "dibmap"}}, others()...)
	return append(list,
		method{id: weights, title: "optbinning, weights of evidence"},
		method{id: none, title: "not grouped"})
}

// present returns the methods with results for columns.
func present(of []result) (methods []method) {
	for _, m := range regressions() {
		for _, r := range of {
			if r.method == m.id && r.column != "" {
				methods = append(methods, m)
				break
			}
		}
	}
	return methods
}

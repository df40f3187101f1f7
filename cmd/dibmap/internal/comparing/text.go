package comparing

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/listing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/internal/textfile"
)

// column is a column of the table, with its head for people and its name for programs.
type column struct {
	head, name string
	left       bool // aligned to the left
}

var columns = []column{
	{"method", "method", true},
	{"points", "points", false},
	{"TP", "tp", false},
	{"FP", "fp", false},
	{"FN", "fn", false},
	{"precision", "precision", false},
	{"recall", "recall", false},
	{"area", "area", false},
	{"mean", "mean_deficit", false},
	{"max", "largest_deficit", false},
	{"status", "status", true},
	{"seconds", "seconds", false},
}

// columns returns the columns of the table.
func (r *comparison) columns() []column {
	if r.flags.noTimes {
		return columns[:len(columns)-1]
	}
	return columns
}

// cell is a cell of the table, for people and at full precision.
type cell struct{ text, full string }

// cells returns the cells of a method.
func (r *comparison) cells(k int) []cell {
	s, found := &r.Scores[k], &r.found[k]
	word := func(text string) cell { return cell{text, text} }
	whole := func(n int) cell { return cell{wording.Number(n), strconv.Itoa(n)} }
	part := func(v float64, decimals int) cell { return cell{share(v, decimals), exactly(v)} }
	bits := func(v float64) cell { return cell{wording.Bits(v), exactly(v)} }
	seconds := cell{strconv.FormatFloat(found.seconds, 'f', 3, 64), exactly(found.seconds)}
	if found.external {
		seconds = cell{"-", ""}
	}
	return []cell{
		word(s.Method), whole(len(s.Points)), whole(s.TP), whole(s.FP), whole(s.FN),
		part(s.Precision, 1), part(s.Recall, 1), part(s.Area, 2),
		bits(s.MeanDeficit), bits(s.LargestDeficit), word(found.status), seconds,
	}
}

// exactly writes a number at full precision, and NaN as nothing.
func exactly(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// share writes a share with some decimals, and "-" if there is none.
func share(v float64, decimals int) string {
	if !(v >= 0) {
		return "-"
	}
	return textfile.Percent(min(v, 1), decimals)
}

// encodeCSV writes the table for programs.
func (r *comparison) encodeCSV(w io.Writer) error {
	var record []string
	out := csv.NewWriter(w)
	for _, c := range r.columns() {
		record = append(record, c.name)
	}
	_ = out.Write(record) // Error returns what fails
	for k := range r.Scores {
		cells := r.cells(k)
		for c := range record {
			record[c] = cells[c].full
		}
		_ = out.Write(record)
	}
	out.Flush()
	return out.Error()
}

// print writes the table for people.
func (r *comparison) print(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n\n", listing.Table(r.problem), r.describeTruth())
	columns := r.columns()
	lines := make([]string, 1+len(r.Scores))
	for c, column := range columns {
		cells, width := []string{column.head}, 0
		for k := range r.Scores {
			cells = append(cells, wording.Cut(r.cells(k)[c].text, widestCell))
		}
		for _, text := range cells {
			width = max(width, wording.Width(text))
		}
		for k, text := range cells {
			pad := strings.Repeat(" ", width-wording.Width(text))
			if column.left {
				lines[k] += text + pad + "  "
			} else {
				lines[k] += pad + text + "  "
			}
		}
	}
	for _, line := range lines {
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	if len(r.notRun) > 0 {
		fmt.Fprintf(&b, "\nnot run: %s\n", strings.Join(r.notRun, ", "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// widestCell is the number of characters that the name of a method may take.
const widestCell = 30

// describeTruth describes in a line the frontier that the methods are judged by.
func (r *comparison) describeTruth() string {
	known := "truth: " + wording.Plural(len(r.Truth), "point") + ", the best known"
	switch {
	case r.complete() && r.flags.noTimes:
		return "truth: " + listing.Claim(r.proved)
	case r.complete():
		return fmt.Sprintf("truth: %s, in %.3f s", listing.Claim(r.proved), r.proofSeconds)
	case r.proved != nil && r.proved.Certificate != nil:
		return known + "; " + listing.Proof(r.proved)
	case r.problem.N > exact.MaxProvedRows:
		return known
	default:
		return known + "; --prove finds and proves all"
	}
}

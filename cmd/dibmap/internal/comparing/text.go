package comparing

import (
	"encoding/csv"
	"fmt"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/listing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/internal/judge"
)

// rivalryJSON is what compare prints as JSON. It is a contract.
type rivalryJSON struct {
	Name      string       `json:"name"`
	SHA256    string       `json:"sha256"`
	Samples   *int64       `json:"samples"`
	N         int          `json:"n"`
	M         int          `json:"m"`
	HX        float64      `json:"hx"`
	IXY       float64      `json:"ixy"`
	Seed      uint64       `json:"seed"`
	Restarts  int          `json:"restarts"`
	Clusters  []int        `json:"clusters,omitempty"`
	TimeLimit float64      `json:"time_limit"`
	Truth     truthJSON    `json:"truth"`
	Methods   []methodJSON `json:"methods"`
	NotRun    []string     `json:"not_run"`
}

// truthJSON is what the methods are judged by.
type truthJSON struct {
	Points  int         `json:"points"`
	Proved  bool        `json:"proved"`
	Seconds *float64    `json:"seconds,omitempty"` // of the proof
	Curve   []pointJSON `json:"clusterings"`
}

// methodJSON is a line of the table, with what is behind it.
type methodJSON struct {
	Method           string      `json:"method"`
	Points           int         `json:"points"`
	TP               int         `json:"tp"`
	FP               int         `json:"fp"`
	FN               int         `json:"fn"`
	Precision        *float64    `json:"precision"`
	Recall           float64     `json:"recall"`
	Area             *float64    `json:"area"`
	MeanDeficit      float64     `json:"mean_deficit"`
	LargestDeficit   float64     `json:"largest_deficit"`
	LargestDeficitAt float64     `json:"largest_deficit_h"`
	Status           string      `json:"status"`
	Seconds          *float64    `json:"seconds,omitempty"`
	Clusterings      []pointJSON `json:"clusterings"`
	Soft             []softJSON  `json:"soft,omitempty"`
}

// softJSON is a point of the curve of soft groupings, in bits.
type softJSON struct {
	Beta float64 `json:"beta"`
	IXT  float64 `json:"ixt"`
	HT   float64 `json:"ht"`
	ITY  float64 `json:"ity"`
}

// pointJSON is a point.
type pointJSON struct {
	H         float64 `json:"h"`
	I         float64 `json:"i"`
	K         int     `json:"k"`
	Parameter float64 `json:"parameter"`
	TP        bool    `json:"tp"`
}

// encode writes JSON.
func (r *rivalry) encode(w io.Writer) error {
	p, f := &r.problem, r.flags
	out := rivalryJSON{
		Name: p.Source.Name, SHA256: p.Source.SHA256, Samples: p.Samples, N: p.N, M: p.M, HX: p.HX, IXY: p.IXY,
		Seed: f.opts.Seed, Restarts: f.opts.Restarts, Clusters: f.opts.Clusters, TimeLimit: f.timeLimit.Seconds(),
		Truth:  truthJSON{Points: len(r.Truth), Proved: r.complete(), Curve: pointsJSON(r.Truth)},
		NotRun: append([]string{}, r.notRun...), // never null in JSON
	}
	if r.proved != nil && !f.noTimes {
		out.Truth.Seconds = &r.proofSeconds
	}
	for k := range r.Scores {
		s, is := &r.Scores[k], &r.results[k]
		m := methodJSON{
			Method: s.Method, Points: len(s.Points), TP: s.TP, FP: s.FP, FN: s.FN, Recall: s.Recall,
			MeanDeficit: s.MeanDeficit, LargestDeficit: s.LargestDeficit, LargestDeficitAt: s.LargestAt,
			Status: is.status, Clusterings: pointsJSON(s.Points),
		}
		if !math.IsNaN(s.Precision) {
			m.Precision = &s.Precision
		}
		if !math.IsNaN(s.Area) {
			m.Area = &s.Area
		}
		if !f.noTimes && !is.untimed {
			m.Seconds = &is.seconds
		}
		for _, p := range is.soft {
			m.Soft = append(m.Soft, softJSON(p))
		}
		out.Methods = append(out.Methods, m)
	}
	return cli.WriteJSON(w, out)
}

func pointsJSON(points []judge.Point) []pointJSON {
	list := make([]pointJSON, len(points))
	for k, p := range points {
		list[k] = pointJSON{p.H, p.I, p.K, p.Parameter, p.Optimal}
	}
	return list
}

// column is one of the table: its head for people and for programs, and what it shows
// of each method.
type column struct {
	head, name string
	text       func(s *judge.Score, r *result) string
	// full is the text at full precision; nil means that text is.
	full func(s *judge.Score, r *result) string
	left bool // aligned
}

// exactly writes a number at full precision; what is no number is empty.
func exactly(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// percentOf writes a share with some decimals. What is not all is not 100 %.
func percentOf(decimals int) func(float64) string {
	return func(v float64) string {
		if math.IsNaN(v) {
			return "-"
		}
		most := 1.0
		if v < 1 {
			most -= math.Pow10(-2 - decimals)
		}
		return strconv.FormatFloat(100*min(v, most), 'f', decimals, 64) + " %"
	}
}

// columns returns those of the table.
func (r *rivalry) columns() []column {
	whole := func(name, head string, value func(s *judge.Score) int) column {
		return column{
			head: head, name: name,
			text: func(s *judge.Score, _ *result) string { return wording.Number(value(s)) },
			full: func(s *judge.Score, _ *result) string { return strconv.Itoa(value(s)) },
		}
	}
	measured := func(name, head string, write func(float64) string, value func(s *judge.Score) float64) column {
		return column{
			head: head, name: name,
			text: func(s *judge.Score, _ *result) string { return write(value(s)) },
			full: func(s *judge.Score, _ *result) string { return exactly(value(s)) },
		}
	}
	list := []column{
		{head: "method", name: "method", text: func(s *judge.Score, _ *result) string { return s.Method }, left: true},
		whole("points", "points", func(s *judge.Score) int { return len(s.Points) }),
		whole("tp", "TP", func(s *judge.Score) int { return s.TP }),
		whole("fp", "FP", func(s *judge.Score) int { return s.FP }),
		whole("fn", "FN", func(s *judge.Score) int { return s.FN }),
		measured("precision", "precision", percentOf(1), func(s *judge.Score) float64 { return s.Precision }),
		measured("recall", "recall", percentOf(1), func(s *judge.Score) float64 { return s.Recall }),
		measured("area", "area", percentOf(2), func(s *judge.Score) float64 { return s.Area }),
		measured("mean_deficit", "mean", wording.Bits, func(s *judge.Score) float64 { return s.MeanDeficit }),
		measured("largest_deficit", "max", wording.Bits, func(s *judge.Score) float64 { return s.LargestDeficit }),
		{head: "status", name: "status", text: func(_ *judge.Score, r *result) string { return r.status }, left: true},
	}
	if r.flags.noTimes {
		return list
	}
	return append(list, column{
		head: "seconds", name: "seconds",
		text: func(_ *judge.Score, r *result) string {
			if r.untimed {
				return "-"
			}
			return strconv.FormatFloat(r.seconds, 'f', 3, 64)
		},
		full: func(_ *judge.Score, r *result) string {
			if r.untimed {
				return ""
			}
			return exactly(r.seconds)
		},
	})
}

// encodeCSV writes the table for programs.
func (r *rivalry) encodeCSV(w io.Writer) error {
	columns := r.columns()
	record := make([]string, len(columns))
	out := csv.NewWriter(w)
	for c := range columns {
		record[c] = columns[c].name
	}
	if err := out.Write(record); err != nil {
		return err
	}
	for k := range r.Scores {
		for c := range columns {
			write := columns[c].full
			if write == nil {
				write = columns[c].text
			}
			record[c] = write(&r.Scores[k], &r.results[k])
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// print writes the table for people.
func (r *rivalry) print(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n\n", listing.Table(r.problem), r.describeTruth())
	columns := r.columns()
	lines := make([]strings.Builder, 1+len(r.Scores))
	for c := range columns {
		cells := []string{columns[c].head}
		for k := range r.Scores {
			cells = append(cells, wording.Cut(columns[c].text(&r.Scores[k], &r.results[k]), widestCell))
		}
		alignCells(lines, cells, columns[c].left, c == len(columns)-1)
	}
	for k := range lines {
		b.WriteString(strings.TrimRight(lines[k].String(), " ") + "\n")
	}
	if len(r.notRun) > 0 {
		fmt.Fprintf(&b, "\nnot run: %s\n", strings.Join(r.notRun, ", "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// widestCell is the number of characters that a name may take.
const widestCell = 30

// alignCells adds a column to lines.
func alignCells(lines []strings.Builder, cells []string, left, last bool) {
	width := 0
	for _, text := range cells {
		width = max(width, utf8.RuneCountInString(text))
	}
	for k, text := range cells {
		pad := strings.Repeat(" ", width-utf8.RuneCountInString(text))
		if left {
			text += pad
		} else {
			text = pad + text
		}
		lines[k].WriteString(text)
		if !last {
			lines[k].WriteString("  ")
		}
	}
}

// describeTruth says in a line what the methods are judged by.
func (r *rivalry) describeTruth() string {
	truth := "truth: " + wording.Plural(len(r.Truth), "Pareto-optimal point")
	switch {
	case r.proved == nil && r.problem.N > exact.MaxProvedRows:
		return truth + ", the best known"
	case r.proved == nil:
		return truth + ", the best known; --prove finds and proves all"
	}
	took := ""
	if !r.flags.noTimes {
		took = fmt.Sprintf(", in %.3f s", r.proofSeconds)
	}
	return truth + ", " + listing.Proof(r.proved) + took
}

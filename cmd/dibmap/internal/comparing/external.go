package comparing

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/internal/baseline"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/search"
)

// readExternal reads the file of --external, if there is one, and returns its methods.
func (f *compareFlags) readExternal(j *joint.Joint, contenders []contender, s cli.Streams) ([]contender, error) {
	if f.external == "" {
		return nil, nil
	}
	name, in := f.external, s.In
	if name == "-" {
		name = "stdin"
	} else {
		file, err := s.Open(name)
		if err != nil {
			return nil, fmt.Errorf("--external: %s: %w", name, err)
		}
		defer func() { _ = file.Close() }() // it was only read
		in = file
	}
	list, err := externalMethods(name, in, j, contenders)
	if err != nil {
		return nil, fmt.Errorf("--external: %w", err)
	}
	return list, nil
}

// external reads groupings that other programs made of the values of X.
type external struct {
	labels []string       // of the values of X
	rows   map[string]int // the rows of these labels; -1 for one without mass
	taken  []contender    // the other methods, whose names are taken
	// columns are the indices of the columns of the method, the row, the label and the key. The
	// last is -1 without keys.
	columns   [4]int
	groupings []*grouping // in the order of the file
	byKey     map[[2]string]*grouping
}

// grouping is a grouping of a method. A method with several has a key for each.
type grouping struct {
	method, key string
	labels      []string // of the rows
	lines       []int    // the lines of the labels; 0 without a label
}

// externalMethods reads a CSV file of groupings. Each of them labels every value of X.
func externalMethods(name string, in io.Reader, j *joint.Joint, taken []contender) ([]contender, error) {
	e := external{labels: j.XLabels(), rows: make(map[string]int), taken: taken, byKey: make(map[[2]string]*grouping)}
	for _, label := range j.ZeroRows() {
		e.rows[label] = -1
	}
	for x, label := range e.labels {
		e.rows[label] = x
	}
	if err := e.read(in, name); err != nil {
		return nil, err
	}
	if e.groupings == nil {
		return nil, fmt.Errorf("%s holds no labels, only a header", name)
	}
	var methods []string
	clusterings := make(map[string][]baseline.Clustering)
	for _, g := range e.groupings {
		if err := e.checkComplete(g); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if clusterings[g.method] == nil {
			methods = append(methods, g.method)
		}
		p := partition.Canonical(g.labels)
		clusterings[g.method] = append(clusterings[g.method], baseline.Clustering{Partition: p, Parameter: float64(p.K())})
	}
	var list []contender
	for _, method := range methods {
		found := findings{clusterings: slices.Values(clusterings[method]), status: "external", external: true}
		list = append(list, contender{name: method, wanted: true, run: func(context.Context, *joint.Joint, func(search.Progress)) (findings, error) {
			return found, nil
		}})
	}
	return list, nil
}

// read reads the file.
func (e *external) read(in io.Reader, name string) error {
	records := textfile.NewCSV(in, name)
	records.Comma = ','
	header, err := records.Next()
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("%s is empty: want a header line with method, row and label", name)
	}
	if err != nil {
		return err
	}
	for k, column := range []string{"method", "row", "label"} {
		if e.columns[k] = slices.Index(header, column); e.columns[k] < 0 {
			return records.Wrong(0, "the header has no column %q: want method, row and label, and k or clustering if a method has several", column)
		}
	}
	if e.columns[3] = slices.Index(header, "clustering"); e.columns[3] < 0 {
		e.columns[3] = slices.Index(header, "k")
	}
	for {
		record, err := records.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		if err := e.add(records, record); err != nil {
			return err
		}
	}
}

// add takes in a record of the file. Rows of the table that have no mass are passed over.
func (e *external) add(records *textfile.CSV, record []string) error {
	method, row, label, key := record[e.columns[0]], record[e.columns[1]], record[e.columns[2]], ""
	if e.columns[3] >= 0 {
		key = record[e.columns[3]]
	}
	x, known := e.rows[row]
	switch {
	case method == "":
		return records.Wrong(e.columns[0], "the method is empty: give it a name")
	case slices.ContainsFunc(e.taken, func(c contender) bool { return c.name == method }):
		return records.Wrong(e.columns[0], "method %s is one that is compared already: give the external one another name", wording.Label(method))
	case label == "":
		return records.Wrong(e.columns[2], "the label of row %s is empty: every row needs one, and noise can be a label too, such as -1", wording.Label(row))
	case !known:
		return records.Wrong(e.columns[1], "row %s is not a value of X in the table", wording.Label(row))
	case x < 0:
		return nil
	}
	g := e.byKey[[2]string{method, key}]
	if g == nil {
		method, key = strings.Clone(method), strings.Clone(key)
		g = &grouping{method: method, key: key, labels: make([]string, len(e.labels)), lines: make([]int, len(e.labels))}
		e.byKey[[2]string{method, key}] = g
		e.groupings = append(e.groupings, g)
	}
	if g.lines[x] > 0 {
		return records.Wrong(e.columns[1], "row %s of %s has a label on line %d already: several groupings of a method need a column k or clustering that tells them apart",
			wording.Label(row), g, g.lines[x])
	}
	g.labels[x] = strings.Clone(label)
	g.lines[x], _ = records.Place(0)
	return nil
}

// String names a grouping in an error.
func (g *grouping) String() string {
	if g.key == "" {
		return "method " + wording.Label(g.method)
	}
	return fmt.Sprintf("method %s, grouping %s", wording.Label(g.method), wording.Label(g.key))
}

// checkComplete returns an error if a row has no label.
func (e *external) checkComplete(g *grouping) error {
	var missing []string
	for x, line := range g.lines {
		if line == 0 {
			missing = append(missing, e.labels[x])
		}
	}
	rows := "rows"
	switch len(missing) {
	case 0:
		return nil
	case 1:
		rows = "row"
	}
	return fmt.Errorf("%s has no label for %s %s: every value of X needs one", g, rows, wording.SomeLabels(missing))
}

// writeLabels writes the groupings of all methods but our own, whose frontier map keeps, in the form that
// [external] reads.
func (r *comparison) writeLabels(w io.Writer) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"method", "clustering", "k", "row", "label"}) // Error returns what fails
	for n := range r.Scores {
		if r.Scores[n].Method == ourName {
			continue
		}
		number := 0
		for c := range r.found[n].clusterings {
			number++
			k := strconv.Itoa(c.Partition.K())
			for x, label := range c.Partition {
				_ = out.Write([]string{r.Scores[n].Method, strconv.Itoa(number), k, r.joint.XLabels()[x], strconv.Itoa(label)})
			}
		}
	}
	out.Flush()
	return out.Error()
}

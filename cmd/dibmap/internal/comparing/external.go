package comparing

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/internal/baseline"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/search"
)

// externalStatus is the status of a method that was not run here.
const externalStatus = "external"

// readExternal reads the labels of other programs, if there are any, as methods.
func (f *compareFlags) readExternal(j *joint.Joint, contenders []contender, s cli.Streams) ([]contender, error) {
	if f.external == "" {
		return nil, nil
	}
	name, in := f.external, s.In
	if name == "-" {
		name = "stdin"
	} else {
		file, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("--external: %w", err)
		}
		defer func() { _ = file.Close() }() // it was only read
		in = file
	}
	labels := newExternal(name, j)
	for _, c := range contenders {
		labels.taken[c.name] = true
	}
	if err := labels.read(in); err != nil {
		return nil, fmt.Errorf("--external: %w", err)
	}
	list, err := labels.contenders()
	if err != nil {
		return nil, fmt.Errorf("--external: %w", err)
	}
	return list, nil
}

// external holds the labels that other programs gave the rows of a table.
type external struct {
	name   string
	labels []string       // of X
	row    map[string]int // of a label
	zero   map[string]bool
	taken  map[string]bool // names of methods

	methods []string
	// groupings are those of each method, in the order of the file, and of finds one.
	groupings map[string][]*grouping
	of        map[groupingKey]*grouping
}

// groupingKey tells groupings apart.
type groupingKey struct{ method, key string }

// grouping is one clustering: for each row the label, and the line that gave it, 0 if
// none did.
type grouping struct {
	key    string
	labels []string
	lines  []int
}

func newExternal(name string, j *joint.Joint) *external {
	e := &external{
		name: name, labels: j.XLabels(), row: make(map[string]int), zero: make(map[string]bool),
		taken: make(map[string]bool), groupings: make(map[string][]*grouping), of: make(map[groupingKey]*grouping),
	}
	for x, label := range e.labels {
		e.row[label] = x
	}
	for _, label := range j.ZeroRows() {
		e.zero[label] = true
	}
	return e
}

// The columns of a file of labels.
const (
	methodColumn = iota
	rowColumn
	labelColumn
	keyColumn
	externalColumns
)

const byteOrderMark = "\ufeff"

// read reads the file. Rows of the table that have no mass are passed over.
func (e *external) read(in io.Reader) error {
	text := bufio.NewReader(in)
	if mark, _ := text.Peek(len(byteOrderMark)); string(mark) == byteOrderMark { // as spreadsheets write it
		_, _ = text.Discard(len(mark)) // they are in the buffer
	}
	records := csv.NewReader(text)
	records.ReuseRecord = true
	var at [externalColumns]int
	for first := true; ; first = false {
		record, err := records.Read()
		var bad *csv.ParseError
		switch {
		case errors.Is(err, io.EOF) && first:
			return fmt.Errorf("%s is empty: want a header line with method, row and label", e.name)
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, &bad):
			return fmt.Errorf("%s:%d:%d: %w", e.name, bad.Line, bad.Column, bad.Err)
		case err != nil:
			return fmt.Errorf("%s: %w", e.name, err)
		}
		line, _ := records.FieldPos(0)
		if first {
			at, err = e.header(record)
		} else {
			err = e.add(record, at, line)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", e.name, line, err)
		}
	}
}

// header finds the columns; that of keys is -1 if there is none.
func (e *external) header(record []string) (at [externalColumns]int, err error) {
	names := slices.Clone(record)
	for k, name := range []string{"method", "row", "label"} {
		if at[k] = slices.Index(names, name); at[k] < 0 {
			return at, fmt.Errorf("the header has no column %q: want method, row and label, and k or clustering if a method has several", name)
		}
	}
	if at[keyColumn] = slices.Index(names, "clustering"); at[keyColumn] < 0 {
		at[keyColumn] = slices.Index(names, "k")
	}
	return at, nil
}

// add takes in a record.
func (e *external) add(record []string, at [externalColumns]int, line int) error {
	method, label := record[at[methodColumn]], record[at[labelColumn]]
	row, key := record[at[rowColumn]], ""
	if at[keyColumn] >= 0 {
		key = record[at[keyColumn]]
	}
	switch x, known := e.row[row]; {
	case method == "":
		return errors.New("the method is empty: give it a name")
	case e.taken[method]:
		return fmt.Errorf("method %s is one that is compared already: give the external one another name", wording.Label(method))
	case label == "":
		return fmt.Errorf("the label of row %s is empty: every row needs one, and noise can be a label too, such as -1", wording.Label(row))
	case e.zero[row]:
		return nil
	case !known:
		return fmt.Errorf("row %s is not a value of X in the table", wording.Label(row))
	default:
		g := e.grouping(method, key)
		if g.lines[x] > 0 {
			return fmt.Errorf("row %s of %s has a label on line %d already: several groupings of a method need a column k or clustering that tells them apart",
				wording.Label(row), g.describe(method), g.lines[x])
		}
		g.lines[x], g.labels[x] = line, label
		return nil
	}
}

// grouping returns the grouping of a method and a key.
func (e *external) grouping(method, key string) *grouping {
	at := groupingKey{method, key}
	if g, known := e.of[at]; known {
		return g
	}
	if len(e.groupings[method]) == 0 {
		e.methods = append(e.methods, method)
	}
	g := &grouping{key: key, labels: make([]string, len(e.labels)), lines: make([]int, len(e.labels))}
	e.groupings[method] = append(e.groupings[method], g)
	e.of[at] = g
	return g
}

// describe names a grouping in an error.
func (g *grouping) describe(method string) string {
	if g.key == "" {
		return "method " + wording.Label(method)
	}
	return fmt.Sprintf("method %s, grouping %s", wording.Label(method), wording.Label(g.key))
}

// contenders returns the methods of the file. Every row must have a label.
func (e *external) contenders() ([]contender, error) {
	if len(e.methods) == 0 {
		return nil, fmt.Errorf("%s holds no labels, only a header", e.name)
	}
	var list []contender
	for _, method := range e.methods {
		var encoders []baseline.Clustering
		for _, g := range e.groupings[method] {
			if err := e.check(g, method); err != nil {
				return nil, err
			}
			p := partition.Canonical(g.labels)
			encoders = append(encoders, baseline.Clustering{Partition: p, Parameter: float64(p.K())})
		}
		list = append(list, contender{name: method, wanted: true, run: func(context.Context, *joint.Joint, func(search.Progress)) (attempt, error) {
			return attempt{encoders: slices.Values(encoders), status: externalStatus, untimed: true}, nil
		}})
	}
	return list, nil
}

// check wants a label of every row.
func (e *external) check(g *grouping, method string) error {
	var missing []string
	for x, line := range g.lines {
		if line == 0 {
			missing = append(missing, e.labels[x])
		}
	}
	if missing == nil {
		return nil
	}
	rows := "rows"
	if len(missing) == 1 {
		rows = "row"
	}
	return fmt.Errorf("%s: %s has no label for %s %s: every value of X needs one", e.name, g.describe(method), rows, wording.SomeLabels(missing))
}

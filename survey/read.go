package survey

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/records"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// Survey is the result of reading all columns. It is immutable.
type Survey struct {
	// Name is the name of the file for people, and Records the number of its records, without those that lack Y if
	// Options.MissingY leaves them out.
	Name    string
	Records int64
	// Columns are the columns of the file in its order, without Y and Count. A part of a time
	// follows its column.
	Columns []Column
	// Notes tell people how the file was read, and which values may have another meaning, such as
	// texts for missing values.
	Notes []string
	// Y is the column of Y; nil if Options has no Y.
	Y *Column
	// Proposed are the indices of the columns that make sense as X and Y, if Options.Propose asks for them. They depend
	// on each other in a sample of the records; neither is nearly a function of the other, and neither tells records
	// apart. An index is -1 if no column makes sense.
	Proposed [2]int

	file     string // for messages
	coded    []coded
	codedY   coded
	tables   []*tally.Sums // of the columns and Y, by row; nil unless there is a Y
	counts   *list[float64]
	missingY string
}

// Read reads the records of all files of a name, as table.Open does. The first file or, in JSON
// Lines, the first record determines the columns.
//
// The error is a *table.Error if the input is at fault, such as a column of numbers with texts in it whose
// spec says that it has numbers, and ctx.Err() if the context is done first. O(records x columns), and
// O(n log n) for the n different numbers of a column.
func Read(ctx context.Context, name string, o Options) (*Survey, error) {
	if source.Builtin(name) {
		return nil, &textfile.Error{File: name, Msg: "a built-in data set has no columns of records: name a file"}
	}
	in, err := source.Find(name)
	if err != nil {
		return nil, err
	}
	r := &reading{ctx: ctx, in: in, o: o, s: &Survey{Name: in.Title(), file: in.Label(), missingY: o.MissingY}}
	if r.workers, err = pool.Workers(o.Workers); err == nil {
		err = r.all()
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, err
	}
	return r.s, nil
}

// reading is the state of Read.
type reading struct {
	ctx     context.Context
	in      source.Inputs
	o       Options
	workers int
	s       *Survey
	begun   bool     // a pass has ended
	records int64    // of the file
	without []bool   // the records that are left out; nil for none
	left    []string // columns that are not read yet
	unnamed []string // notes on columns without a name of their own
}

// all reads the file until all columns are read.
func (r *reading) all() error {
	for !r.begun || len(r.left) > 0 {
		columns, err := r.pass()
		if err != nil {
			return err
		}
		if err := r.finish(columns); err != nil {
			return err
		}
		r.begun = true
	}
	if r.o.Propose == nil || r.s.Y != nil {
		return nil
	}
	names := lists.Map(r.s.Columns, func(v Column) string { return v.Name })
	for _, given := range r.o.Propose {
		list, err := textfile.SplitNames(given)
		if err != nil {
			return err
		}
		for _, name := range list {
			if given != "" && !slices.Contains(names, name) {
				return &textfile.Error{File: r.s.Name, Msg: textfile.NoColumn(name, names)}
			}
		}
	}
	var err error
	r.s.Proposed, err = r.s.propose(r.ctx, *r.o.Propose)
	return err
}

// choose returns the columns to read, Y first. Columns of the file without a name of their own are left out.
func (r *reading) choose(columns []string) ([]string, error) {
	if r.o.Columns != nil {
		columns = r.o.Columns
	} else if named := r.named(columns); len(named) > 0 || len(columns) == 0 {
		columns = named
	} else {
		return nil, errors.New("no column has a name of its own: name the columns in the first line")
	}
	rest := slices.DeleteFunc(slices.Clone(columns), func(c string) bool { return c == r.o.Y || c == r.o.Count })
	if r.o.Y == "" {
		return rest, nil
	}
	return append([]string{r.o.Y}, rest...), nil
}

// named returns the columns that have a name of their own, and notes the others.
func (r *reading) named(columns []string) (list []string) {
	times := make(map[string]int)
	for _, c := range columns {
		times[c]++
	}
	for _, c := range columns {
		switch n := times[c]; {
		case c == "" && n > 0:
			r.unnamed = append(r.unnamed, textfile.Plural(n, "column")+" left out, as the header has no name there")
		case n > 1 && (c == r.o.Y || c == r.o.Count): // an error
			list = append(list, c)
		case n > 1:
			r.unnamed = append(r.unnamed, fmt.Sprintf("%d columns are called %s and left out: rename them", n, textfile.Shown(c)))
		case n == 1:
			list = append(list, c)
		}
		times[c] = 0 // it is noted once
	}
	return list
}

// pass reads the file once. If its values take too much memory, the last columns are put off.
func (r *reading) pass() ([]*collector, error) {
	q := records.Query{Choose: r.choose, Count: r.o.Count}
	q.Options = source.Options{Format: r.o.Format, Dialect: r.o.Dialect, Stdin: r.o.Stdin}
	if r.begun {
		q.Columns = r.left
	}
	file := records.Open(r.ctx, r.in, q)
	defer file.Close()
	limit := cmp.Or(r.o.MaxMemory, defaultMaxMemory)
	var columns []*collector
	var postponed []string
	n := int64(0)
	for ; ; n++ {
		err := file.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if columns == nil {
			declared := file.Declared()
			for i, name := range file.Columns() {
				spec := r.o.spec(name)
				if declared != nil {
					spec = records.WithDeclared(spec, declared[i])
				}
				columns = append(columns, newCollector(name, spec))
			}
		}
		if err := r.count(file); err != nil {
			return nil, err
		}
		for i, c := range columns {
			c.take(file, i)
		}
		if n%pieceLength == 0 {
			if r.o.Observe != nil {
				r.o.Observe(n)
			}
			for sizeOf(columns)*n > limit && len(columns) > 2 {
				if r.in.Files[0].Path == source.Stdin {
					return nil, &textfile.Error{File: r.s.file, Msg: "there are more records than fit into memory, and standard input cannot be read twice: allow more memory, or write them to a file"}
				}
				half := (len(columns) + 2) / 2
				names := lists.Map(columns[half:], func(c *collector) string { return c.name })
				columns, postponed = columns[:half], append(names, postponed...)
			}
		}
	}
	for i, says := range file.Declared() {
		if i < len(columns) && !columns[i].many {
			columns[i].spec.Declared = says.Declared // of JSON, the first record does not tell
		}
	}
	if r.begun && n != r.records {
		return nil, &textfile.Error{File: r.s.file, Msg: "the file changed while it was read"}
	}
	if !r.begun {
		r.s.Notes, r.s.Records = slices.Concat(file.Notes, r.unnamed), n
	}
	r.records, r.left = n, postponed
	return columns, nil
}

func sizeOf(columns []*collector) (bytes int64) {
	for _, c := range columns {
		bytes += c.size()
	}
	return bytes
}

// count keeps the weight of the current record.
func (r *reading) count(file *records.Reader) error {
	if r.o.Count == "" {
		return nil
	}
	n, err := file.Count()
	if err != nil || r.begun {
		return err
	}
	if r.s.counts == nil {
		r.s.counts = &list[float64]{}
	}
	r.s.counts.add(n)
	return nil
}

// finish makes columns of the values of a pass.
func (r *reading) finish(collected []*collector) error {
	s := r.s
	if !r.begun && r.o.Y != "" {
		collected[0].isY = true
		settle := s.settle
		if r.o.NumericY {
			settle = func(c *collector, _ *Options) (Column, coded, error) { return s.settleY(c) }
		}
		column, codes, err := settle(collected[0], &r.o)
		if err == nil && column.Missing > 0 && codes.wide == nil {
			hints := codes.hints
			if hints = append(hints, r.withoutY(&codes)); r.without != nil {
				collected[0].keep(r.without)
				column, codes, err = settle(collected[0], &r.o)
			}
			codes.hints = hints
		}
		if err != nil {
			return &textfile.Error{File: s.file, Msg: err.Error()}
		}
		if column.Unusable != "" && column.Unusable != constant {
			return &textfile.Error{File: s.file, Msg: fmt.Sprintf("%s, which is Y, is of no use: %s", textfile.Shown(r.o.Y), column.Unusable)}
		}
		if !r.o.NumericY {
			column.H = s.entropyOfLabels(&codes)
		}
		s.Y, s.codedY = &column, codes
		s.Notes = append(s.Notes, codes.hints...)
		collected = collected[1:]
	}
	var all []*collector
	for _, c := range collected {
		c.keep(r.without)
		all = append(append(all, c), c.partsOf(r.o.Parts)...)
	}
	collected = all
	before := len(s.Columns)
	s.Columns = append(s.Columns, make([]Column, len(collected))...)
	s.coded = append(s.coded, make([]coded, len(collected))...)
	s.tables = append(s.tables, make([]*tally.Sums, len(collected))...)
	err := pool.Each(r.ctx, r.workers, len(collected), func(_, n int) error {
		column, codes, err := s.settle(collected[n], &r.o)
		if err != nil {
			return &textfile.Error{File: s.file, Msg: err.Error()}
		}
		at := before + n
		if r.o.Pairs && column.Unusable == "" && r.o.spec(column.Name).Bins.String() == fine.String() {
			collected[n].spec.Bins = coarse
			_, asY, err := s.settle(collected[n], &r.o)
			if err != nil {
				return &textfile.Error{File: s.file, Msg: err.Error()}
			}
			codes.asY = &asY
		}
		if s.Y != nil && !r.o.NumericY && column.Unusable == "" {
			s.tables[at] = s.table(&codes, &s.codedY)
			codes.of = nil
		}
		s.Columns[at], s.coded[at], collected[n] = column, codes, nil
		return nil
	})
	for _, codes := range s.coded[before:] {
		s.Notes = append(s.Notes, codes.hints...)
	}
	return err
}

// withoutY leaves out the records without Y, or keeps them as a value, and returns a note.
func (r *reading) withoutY(y *coded) string {
	s, last := r.s, len(y.labels)-1
	absent := make([]bool, len(y.of))
	var lost, all []float64
	n := 0
	for w := range s.weights() {
		if all = append(all, w); n < len(y.of) && int(y.of[n]) == last {
			absent[n], lost = true, append(lost, w)
		}
		n++
	}
	if r.o.MissingY != scale.MissingDrop || last <= 0 {
		return records.AsValue(r.o.Y, int64(tally.Sum(lost)), int64(tally.Sum(all)))
	}
	if r.without = absent; s.counts != nil {
		s.counts.keep(absent, func(float64) {})
	}
	s.Records -= int64(len(lost))
	return records.LeftOut(tally.Sum(lost), tally.Sum(all), r.o.Y)
}

package codec

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/parquetfile"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/partition"
)

// readParquet reads points and header. Files that another program has read and written again can
// be read too if it kept the metadata: whole numbers may have 64 bits, and columns may be nullable
// as long as they hold no null.
func readParquet(r io.ReaderAt, size int64) (f *frontier.Frontier, err error) {
	// The library trusts a file, and panics if the file is wrong.
	defer func() {
		if p := recover(); p != nil {
			f, err = nil, fmt.Errorf("%w: it is damaged (%v)", errNotParquet, p)
		}
	}()
	file, err := parquetfile.Open(r, size)
	if err != nil {
		return nil, parquetError(err)
	}
	for _, group := range file.Metadata().RowGroups {
		for k := range group.Columns {
			if err := parquetfile.CheckColumn(&group.Columns[k]); err != nil {
				return nil, err
			}
		}
	}
	meta, ok := file.Lookup(metadataKey)
	if !ok {
		return nil, fmt.Errorf("is not a frontier: the metadata has no key %q", metadataKey)
	}
	h, err := readHeader(strings.NewReader(meta))
	if err != nil {
		return nil, fmt.Errorf("metadata: %w", err)
	}
	t := parquetTable{columns: h.columnsRead(), list: "assignment", labels: make(partition.Partition, h.Problem.N)}
	if h.Version == differencesVersion {
		t.list = "changes"
	}
	if err := t.findColumns(file.Schema()); err != nil {
		return nil, err
	}
	for _, group := range file.RowGroups() {
		if err := t.readGroup(group); err != nil {
			return nil, err
		}
	}
	return assemble(h, t.points)
}

// errNotParquet is the beginning of every error about a damaged file.
var errNotParquet = errors.New("is not a whole Parquet file")

// parquetError returns an error about a damaged file, unless it says why a whole one is not read.
func parquetError(err error) error {
	var refused textfile.Refusal
	if errors.As(err, &refused) {
		return refused
	}
	return fmt.Errorf("%w: %w", errNotParquet, err)
}

// parquetTable collects the points of a Parquet file.
type parquetTable struct {
	columns []column
	role    []int  // of every leaf column of the file: an index in columns, or one of the roles below
	list    string // the name of the column of lists
	labels  partition.Partition
	points  []point
}

// The roles of leaf columns that are not columns of numbers.
const (
	elements = -1 - iota // of the lists
	origin               // the column from
	ignored
)

// findColumns finds the leaf columns by name and checks that each exists once.
func (t *parquetTable) findColumns(schema *parquet.Schema) error {
	found := make(map[string]int)
	for _, path := range schema.Columns() {
		role := slices.IndexFunc(t.columns, func(c column) bool { return len(path) == 1 && path[0] == c.name })
		switch {
		case role >= 0:
		case len(path) > 1 && path[0] == t.list:
			role = elements
		case len(path) == 1 && path[0] == "from" && t.list == "changes":
			role = origin
		default:
			role = ignored
		}
		if role != ignored {
			found[path[0]]++
		}
		t.role = append(t.role, role)
	}
	names := []string{t.list}
	if t.list == "changes" {
		names = append(names, "from")
	}
	for _, c := range t.columns {
		names = append(names, c.name)
	}
	for _, name := range names {
		if found[name] != 1 {
			return fmt.Errorf("is not a frontier: there is no column %s of the right type", name)
		}
	}
	return nil
}

func (t *parquetTable) readGroup(group parquet.RowGroup) error {
	rows := group.Rows()
	defer func() { _ = rows.Close() }() // it was only read
	buffer := make([]parquet.Row, 64)
	for {
		n, err := rows.ReadRows(buffer)
		for _, row := range buffer[:n] {
			p, err := t.point(row)
			if err != nil {
				return fmt.Errorf("point %d: %w", len(t.points), err)
			}
			t.points = append(t.points, p)
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return parquetError(err)
		case n == 0:
			return fmt.Errorf("%w: it ends within a group of rows", errNotParquet)
		}
	}
}

// point returns the point of a row.
func (t *parquetTable) point(row parquet.Row) (p point, err error) {
	p.descent.from = none
	labels, known := 0, true
	for _, value := range row {
		role := t.role[value.Column()]
		switch {
		case role == ignored || role == origin && value.IsNull():
			continue
		case role == elements && value.IsNull():
			known = false
			continue
		}
		name := t.nameOf(role)
		v, ok := numberOf(value)
		switch {
		case !ok:
			err = fmt.Errorf("is %v, want a number of 64 bits", value)
		case role == origin:
			p.descent.from, err = int(v), checkWhole(v, 0)
		case role != elements:
			err = t.columns[role].store(&p, v)
		case t.list == "changes":
			p.descent.list, err = append(p.descent.list, int32(v)), checkChange(v)
		case labels == len(t.labels):
			return p, fmt.Errorf("the assignment has more labels than the %d rows", labels)
		default:
			err = checkWhole(v, 0)
			t.labels[labels] = int(v)
			labels++
		}
		if err != nil {
			return p, fmt.Errorf("%s %w", name, err)
		}
	}
	if t.list == "changes" || !known && labels == 0 { // null or an empty list
		return p, nil
	}
	if labels != len(t.labels) || !known {
		return p, fmt.Errorf("the assignment has %d labels for %d rows", labels, len(t.labels))
	}
	p.Assignment, err = packed(t.labels)
	return p, err
}

// nameOf returns the name of the column of a role.
func (t *parquetTable) nameOf(role int) string {
	switch role {
	case elements:
		return t.list
	case origin:
		return "from"
	default:
		return t.columns[role].name
	}
}

// numberOf returns a number, and false for null and values of other types.
func numberOf(v parquet.Value) (float64, bool) {
	switch v.Kind() {
	case parquet.Double:
		return v.Double(), true
	case parquet.Int32:
		return float64(v.Int32()), true
	case parquet.Int64:
		return float64(v.Int64()), true
	default:
		return 0, false
	}
}

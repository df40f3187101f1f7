package table

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/internal/npy"
	"github.com/dibmap/dibmap/joint"
)

// builtinData holds the data sets that were counted. Those that are computed
// need no file.
//
//go:embed data/*.csv
//go:generate go run -C ../experiments ./alphabet -o ../table/data/alphabet.csv $MOBY_DICK $STATE_OF_THE_UNION
var builtinData embed.FS

// Builtin describes a built-in data set.
type Builtin struct {
	// Name is what [Open] knows it by, such as "@alphabet".
	Name string
	// Title says in a line what the table is.
	Title string
	// Source says in a line where it is from.
	Source string
	// Shape is the numbers of rows and columns; for a table of three variables
	// those of the values of x1, x2 and y.
	Shape []int
	// Samples is the number of samples that were counted, 0 for a table that is
	// computed and therefore exact.
	Samples int64

	group func() *Group // of a table of three variables
}

// Builtins returns the built-in data sets, the one to begin with first. The last
// is an example of those that are called "@group:" and the name of a group; see
// [OpenGroup].
func Builtins() []Builtin {
	return []Builtin{
		{
			Name:    "@alphabet",
			Title:   "letters of English text, each with the next one",
			Source:  "counted in Moby Dick and 233 State of the Union addresses",
			Shape:   []int{27, 27},
			Samples: alphabetPairs,
		},
		{
			Name:    "@occupation",
			Title:   "occupational status of British fathers and their sons",
			Source:  "occupationalStatus of R's package datasets, from Goodman (1979), J. Am. Stat. Assoc. 74, 537",
			Shape:   []int{8, 8},
			Samples: 3498,
		},
		{
			Name:   "@z40",
			Title:  "products of two units of the integers modulo 40",
			Source: "computed",
			Shape:  []int{16, 16, 16},
			group:  func() *Group { return unitsModulo(40) },
		},
		{
			Name:   "@pauli",
			Title:  "products of two elements of the Pauli group",
			Source: "computed",
			Shape:  []int{16, 16, 16},
			group:  pauliGroup,
		},
		{
			Name:   groupPrefix + "S3",
			Title:  "products of two elements of a group: S3, or Z8, D4, Q8, A4, U40, Z2xZ4, ...",
			Source: "computed",
			Shape:  []int{6, 6, 6},
			group:  func() *Group { return permutations(3, false) },
		},
	}
}

// alphabetPairs is the number of pairs of letters in @alphabet.
const alphabetPairs = 11_672_796

// findBuiltin returns the data set of the given name. The error lists all of
// them, the likeliest first.
func findBuiltin(name string) (Builtin, error) {
	if strings.HasPrefix(name, groupPrefix) {
		return findGroup(name)
	}
	all := Builtins()
	for _, b := range all {
		if b.Name == name {
			return b, nil
		}
	}
	slices.SortStableFunc(all, func(a, b Builtin) int {
		return cmp.Compare(distance(name, a.Name), distance(name, b.Name))
	})
	names := make([]string, len(all))
	for i, b := range all {
		names[i] = b.Name
	}
	return Builtin{}, &Error{Msg: fmt.Sprintf(
		"there is no built-in data set %s; choose %s", shown(name), strings.Join(names, ", "))}
}

// openBuiltin returns a built-in table of two variables.
func openBuiltin(name string) (*Table, error) {
	b, err := findBuiltin(name)
	if err != nil {
		return nil, err
	}
	if b.group != nil {
		return nil, &Error{Msg: name + " is a table of three variables, x1, x2 and y: add --symmetric"}
	}
	rows, err := builtinRows(b)
	if err != nil {
		return nil, err
	}
	t := &Table{origin: origin{name: name, file: name}, y: rows[0][1:]}
	for x, row := range rows[1:] {
		t.x = append(t.x, row[0])
		for y, field := range row[1:] {
			n, err := strconv.ParseFloat(field, 64)
			if err != nil {
				return nil, err
			}
			if n != 0 {
				t.cells = append(t.cells, joint.Cell{X: int32(x), Y: int32(y), Value: n})
			}
		}
	}
	return t, nil
}

// builtinTriple returns a built-in table of three variables.
func builtinTriple(name string) (*TripleTable, error) {
	b, err := findBuiltin(name)
	switch {
	case err != nil:
		return nil, err
	case b.group == nil:
		return nil, &Error{Msg: fmt.Sprintf("%s is a table of two variables, and %s", name, wantTriple)}
	}
	g, err := OpenGroup(name)
	if err != nil {
		return nil, err
	}
	return g.table(name), nil
}

// builtinFile returns the name of the file that holds a table of counts.
func builtinFile(b Builtin) string { return "data/" + strings.TrimPrefix(b.Name, "@") + ".csv" }

// builtinRows returns a table of counts as its file has it, with the labels.
func builtinRows(b Builtin) ([][]string, error) {
	content, err := builtinData.ReadFile(builtinFile(b))
	if err != nil {
		return nil, err
	}
	return csv.NewReader(bytes.NewReader(content)).ReadAll()
}

// WriteBuiltin writes a built-in data set as CSV (or Auto) or NPY.
//
// As CSV, a table of two variables is a matrix with a header row and a first
// column of labels; one of three variables is records of x1, x2, y and count,
// without those that count 0. As NPY it is an array of float64 of the data
// set's shape, without labels, which follow the order of the CSV. Counts are
// written in both cases; each pair x1, x2 counts once.
func WriteBuiltin(w io.Writer, name string, format Format) error {
	b, err := findBuiltin(name)
	if err != nil {
		return err
	}
	switch format {
	case Auto, CSV:
		if b.group == nil {
			return copyBuiltin(w, b)
		}
		g, err := OpenGroup(name)
		if err != nil {
			return err
		}
		return g.writeRecords(w)
	case NPY:
		cells, err := builtinCells(b)
		if err != nil {
			return err
		}
		return npy.Write(w, b.Shape, cells)
	case TSV, JSONLines, Parquet:
	}
	return &Error{Msg: fmt.Sprintf("%s cannot be written as %v: choose csv or npy", name, format)}
}

func copyBuiltin(w io.Writer, b Builtin) error {
	content, err := builtinData.ReadFile(builtinFile(b))
	if err != nil {
		return err
	}
	_, err = w.Write(content)
	return err
}

// builtinCells returns the counts of a data set, the last variable fastest.
func builtinCells(b Builtin) ([]float64, error) {
	if b.group != nil {
		g, err := OpenGroup(b.Name)
		if err != nil {
			return nil, err
		}
		return g.cells(), nil
	}
	t, err := openBuiltin(b.Name)
	if err != nil {
		return nil, err
	}
	cells := make([]float64, len(t.x)*len(t.y))
	for _, c := range t.cells {
		cells[int(c.X)*len(t.y)+int(c.Y)] = c.Value
	}
	return cells, nil
}

// Package dataset holds the built-in data sets: tables of counts, and the multiplication tables of
// groups. Package table opens them by name, like files.
package dataset

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

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/npy"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
)

// builtinData holds the data sets that were counted. Those that are computed
// need no file.
//
//go:embed data/*.csv
//go:generate go run -C ../experiments ./alphabet -o ../dataset/data/alphabet.csv $MOBY_DICK $STATE_OF_THE_UNION
var builtinData embed.FS

// Builtin describes a built-in data set.
type Builtin struct {
	// Name is the name by which package table opens it, such as "@alphabet".
	Name string
	// Title says in one line what the table is.
	Title string
	// Source says in one line where it is from.
	Source string
	// X and Y name the variables of a table of two; they are empty for a group.
	X, Y string
	// Shape holds the numbers of rows and columns, or the numbers of values of x1, x2 and y.
	Shape []int
	// Samples is the number of samples that were counted. It is 0 for a table that is computed.
	Samples int64

	group func() *group // of a table of three variables
}

// Builtins returns the built-in data sets. The first is a good beginning; the last is an example of the groups that
// [Triples] knows by name: "@group:" and a name such as Z8, D4, Q8, S3, A4, U40 or Z2xZ4, of at most 256 elements.
func Builtins() []Builtin {
	return []Builtin{
		{
			Name:    "@alphabet",
			Title:   "letters of English text, each with the next one",
			Source:  "counted in Moby Dick and 233 State of the Union addresses",
			X:       "letter",
			Y:       "next letter",
			Shape:   []int{27, 27},
			Samples: alphabetPairs,
		},
		{
			Name:    "@occupation",
			Title:   "occupational status of British fathers and their sons",
			Source:  "occupationalStatus of R's package datasets, from Goodman (1979), J. Am. Stat. Assoc. 74, 537",
			X:       "father",
			Y:       "son",
			Shape:   []int{8, 8},
			Samples: 3498,
		},
		{
			Name:   "@z40",
			Title:  "products of two units of the integers modulo 40",
			Source: "computed",
			Shape:  []int{16, 16, 16},
			group:  func() *group { return unitsModulo(40) },
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
			group:  func() *group { return permutations(3, false) },
		},
	}
}

// alphabetPairs is the number of pairs of letters in @alphabet.
const alphabetPairs = 11_672_796

// findBuiltin returns the data set of the given name. The error lists all of them, the most similar name
// first.
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
		return cmp.Compare(textfile.Distance(name, a.Name), textfile.Distance(name, b.Name))
	})
	names := lists.Map(all, func(b Builtin) string { return b.Name })
	return Builtin{}, &textfile.Error{Msg: fmt.Sprintf(
		"there is no built-in data set %s; choose %s", textfile.Shown(name), strings.Join(names, ", "))}
}

// Pairs returns a data set of two variables as [joint.New] takes it.
func Pairs(name string) (x, y []string, cells []joint.Cell, err error) {
	b, err := findBuiltin(name)
	if err != nil {
		return nil, nil, nil, err
	}
	if b.group != nil {
		return nil, nil, nil, &textfile.Error{Msg: name + " is " + textfile.ErrThreeVariables.Error(), Err: textfile.ErrThreeVariables}
	}
	rows, err := builtinRows(b)
	if err != nil {
		return nil, nil, nil, err
	}
	for i, row := range rows[1:] {
		x = append(x, row[0])
		for j, field := range row[1:] {
			n, err := strconv.ParseFloat(field, 64)
			if err != nil {
				return nil, nil, nil, err
			}
			if n != 0 {
				cells = append(cells, joint.Cell{X: int32(i), Y: int32(j), Value: n})
			}
		}
	}
	return x, rows[0][1:], cells, nil
}

// Triples returns a data set of three variables as [joint.NewTriple] takes it.
func Triples(name string) (x, y []string, cells []joint.TripleCell, err error) {
	g, err := openGroup(name)
	if err != nil {
		return nil, nil, nil, err
	}
	return g.labels, g.labels, g.triples(), nil
}

// builtinFile returns the name of the file that holds a table of counts.
func builtinFile(b Builtin) string { return "data/" + strings.TrimPrefix(b.Name, "@") + ".csv" }

// builtinRows returns a table of counts with its labels, as in its file.
func builtinRows(b Builtin) ([][]string, error) {
	content, err := builtinData.ReadFile(builtinFile(b))
	if err != nil {
		return nil, err
	}
	return csv.NewReader(bytes.NewReader(content)).ReadAll()
}

// WriteBuiltin writes a data set in the format "csv" or "npy".
//
// As CSV, a data set of two variables is a matrix with a header row and a first column of labels; a
// data set of three variables is records of x1, x2, y and count, without counts of 0. As NPY it is
// an array of float64 of the data set's shape, without labels, in the order of the CSV.
func WriteBuiltin(w io.Writer, name, format string) error {
	b, err := findBuiltin(name)
	if err != nil {
		return err
	}
	var g *group
	if b.group != nil {
		if g, err = openGroup(name); err != nil {
			return err
		}
	}
	switch {
	case format == "csv" && g == nil:
		return copyBuiltin(w, b)
	case format == "csv":
		return g.writeRecords(w)
	case format == "npy" && g == nil:
		return writeArray(w, b)
	case format == "npy":
		return npy.Write(w, b.Shape, g.cells())
	}
	return &textfile.Error{Msg: fmt.Sprintf("%s cannot be written as %q: choose csv or npy", name, format)}
}

func copyBuiltin(w io.Writer, b Builtin) error {
	content, err := builtinData.ReadFile(builtinFile(b))
	if err != nil {
		return err
	}
	_, err = w.Write(content)
	return err
}

// writeArray writes the counts of a data set of two variables.
func writeArray(w io.Writer, b Builtin) error {
	_, y, cells, err := Pairs(b.Name)
	if err != nil {
		return err
	}
	array := make([]float64, b.Shape[0]*b.Shape[1])
	for _, c := range cells {
		array[int(c.X)*len(y)+int(c.Y)] = c.Value
	}
	return npy.Write(w, b.Shape, array)
}

package workfolder

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/parquet-go/parquet-go"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/parquetfile"
	"github.com/dibmap/dibmap/joint"
)

// TableFile is the usual name of the file of the only table of a plan. It holds records of x, y and the count or
// the probability of the pair.
const TableFile = "table.parquet"

// probabilityUnits is the number of units in which package joint holds probabilities. A table of numbers of units,
// divided by their sum, is read as the same numbers.
const probabilityUnits = 1 << 52

type (
	countedCell struct {
		X     string `parquet:"x,dict"`
		Y     string `parquet:"y,dict"`
		Count int64  `parquet:"count"`
	}
	weightedCell struct {
		X           string  `parquet:"x,dict"`
		Y           string  `parquet:"y,dict"`
		Probability float64 `parquet:"count"`
	}
)

// encodeTable returns the cells of a table as Parquet. O(cells).
func encodeTable(j *joint.Joint) ([]byte, error) {
	if _, counts := j.Samples(); counts {
		return encodeCells(j, func(x, y string, mass float64) countedCell { return countedCell{x, y, int64(mass)} })
	}
	return encodeCells(j, func(x, y string, mass float64) weightedCell { return weightedCell{x, y, mass / probabilityUnits} })
}

func encodeCells[T any](j *joint.Joint, cell func(x, y string, mass float64) T) ([]byte, error) {
	var b bytes.Buffer
	w := parquet.NewGenericWriter[T](&b, parquet.Compression(&parquet.Zstd))
	rows := make([]T, 0, j.Cols())
	for x, label := range j.XLabels() {
		rows = rows[:0]
		columns, masses := j.Row(x)
		for k, y := range columns {
			rows = append(rows, cell(label, j.YLabels()[y], masses[k]))
		}
		if _, err := w.Write(rows); err != nil {
			return nil, errors.Join(err, w.Close())
		}
	}
	err := w.Close()
	return b.Bytes(), err
}

// Joint returns a table of the plan, with rows and columns in the order of its problem. O(cells).
func (f *Folder) Joint(table int) (c Contents, err error) {
	if table < 0 || table >= len(f.Plan.Tables) {
		return c, fmt.Errorf("%s: the plan lacks a table: plan again", f.Path)
	}
	t := &f.Plan.Tables[table]
	if c.Rows, err = f.read(t); err == nil && t.Values != nil {
		c.Values, err = f.read(t.Values)
	}
	return c, err
}

func (f *Folder) read(t *Table) (*joint.Joint, error) {
	content, err := f.File(t.File)
	if err != nil {
		return nil, err
	}
	j, err := decodeTable(content, &t.Problem)
	clustered := j
	if err == nil {
		clustered, err = j.Smooth(t.Problem.Smooth)
	}
	if err == nil && clustered.SHA256() != t.Problem.Source.SHA256 {
		err = errors.New("is not the table of the plan: plan again")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(f.Path, t.File), err)
	}
	return j, nil
}

func decodeTable(content []byte, p *frontier.Problem) (j *joint.Joint, err error) {
	// The library trusts what a file says of itself, and panics if that is wrong.
	defer func() {
		if p := recover(); p != nil {
			j, err = nil, fmt.Errorf("is damaged (%v)", p)
		}
	}()
	file, err := parquetfile.Open(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, err
	}
	if len(file.Schema().Columns()) != 3 {
		return nil, errors.New("has not the columns x, y and count")
	}
	x := slices.Concat(p.XLabels, p.ZeroRows)
	rowOf, columnOf := lists.Index(x), lists.Index(p.YLabels)
	var cells []joint.Cell
	for _, group := range file.RowGroups() {
		if cells, err = appendCells(cells, group.Rows(), rowOf, columnOf); err != nil {
			return nil, err
		}
	}
	return joint.New(x, p.YLabels, cells)
}

// appendCells appends the cells in rows of a file, given the places of labels.
func appendCells(cells []joint.Cell, rows parquet.Rows, rowOf, columnOf map[string]int) (_ []joint.Cell, err error) {
	defer func() { err = errors.Join(err, rows.Close()) }()
	buffer := make([]parquet.Row, 64)
	for {
		n, err := rows.ReadRows(buffer)
		for _, row := range buffer[:n] {
			x, known := rowOf[string(row[0].ByteArray())]
			y, alsoKnown := columnOf[string(row[1].ByteArray())]
			if !known || !alsoKnown {
				return nil, fmt.Errorf("has the labels %q and %q, one of which the plan has not", row[0], row[1])
			}
			cell := joint.Cell{X: int32(x), Y: int32(y)}
			switch v := row[2]; v.Kind() {
			case parquet.Int64:
				cell.Value = float64(v.Int64())
			case parquet.Double:
				cell.Value = v.Double()
			default:
				return nil, errors.New("has a column count without numbers")
			}
			cells = append(cells, cell)
		}
		if errors.Is(err, io.EOF) {
			return cells, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

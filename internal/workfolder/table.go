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
	rowOf, columnOf := placesOf(x), placesOf(p.YLabels)
	var cells []joint.Cell
	for _, group := range file.RowGroups() {
		chunks := group.ColumnChunks()
		rows, err := indicesOf(chunks[0], rowOf)
		if err != nil {
			return nil, err
		}
		columns, err := indicesOf(chunks[1], columnOf)
		if err != nil {
			return nil, err
		}
		values, err := numbersOf(chunks[2])
		if err != nil {
			return nil, err
		}
		if len(rows) != len(values) || len(columns) != len(values) {
			return nil, errors.New("has columns of different lengths")
		}
		cells = slices.Grow(cells, len(values))
		for k, v := range values {
			cells = append(cells, joint.Cell{X: rows[k], Y: columns[k], Value: v})
		}
	}
	return joint.New(x, p.YLabels, cells)
}

// placesOf returns the place of each label.
func placesOf(labels []string) map[string]int32 {
	places := make(map[string]int32, len(labels))
	for k, label := range labels {
		places[label] = int32(k)
	}
	return places
}

// eachPage calls visit with the pages of a column.
func eachPage(chunk parquet.ColumnChunk, visit func(page parquet.Page) error) (err error) {
	pages := chunk.Pages()
	defer func() { err = errors.Join(err, pages.Close()) }()
	for {
		page, err := pages.ReadPage()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		err = visit(page)
		parquet.Release(page)
		if err != nil {
			return err
		}
	}
}

// indicesOf returns the places of the labels in a column of texts. Each entry of a dictionary is looked up
// once.
func indicesOf(chunk parquet.ColumnChunk, places map[string]int32) (at []int32, err error) {
	var of []int32 // the places of the dictionary
	var dictionary parquet.Dictionary
	err = eachPage(chunk, func(page parquet.Page) error {
		d := page.Dictionary()
		if d == nil {
			return errors.New("has labels without a dictionary")
		}
		if d != dictionary {
			dictionary, of = d, make([]int32, d.Len())
			for k := range of {
				place, known := places[d.Index(int32(k)).String()]
				if !known {
					return fmt.Errorf("has the label %q, which the plan has not", d.Index(int32(k)).String())
				}
				of[k] = place
			}
		}
		data := page.Data()
		for _, k := range data.Int32() {
			at = append(at, of[k]) // an index that is not there is a panic
		}
		return nil
	})
	return at, err
}

// numbersOf returns the values of a column of numbers.
func numbersOf(chunk parquet.ColumnChunk) (values []float64, err error) {
	err = eachPage(chunk, func(page parquet.Page) error {
		data := page.Data()
		switch chunk.Type().Kind() {
		case parquet.Int64:
			for _, v := range data.Int64() {
				values = append(values, float64(v))
			}
		case parquet.Double:
			values = append(values, data.Double()...)
		default:
			return errors.New("has a column count without numbers")
		}
		return nil
	})
	return values, err
}

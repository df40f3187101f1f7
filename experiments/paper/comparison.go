package main

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// comparisonFile has the lines of all rows.
const comparisonFile = "comparison.csv"

var comparisonHeader = []string{"row", "table", "quantity", "published", "ours", "remark"}

// comparison reads the lines of the rows that were made.
func comparison(r io.Reader) (map[string]outcome, error) {
	in := csv.NewReader(r)
	in.FieldsPerRecord = len(comparisonHeader)
	records, err := in.ReadAll()
	if err != nil {
		return nil, err
	}
	if len(records) == 0 || !slices.Equal(records[0], comparisonHeader) {
		return nil, fmt.Errorf("the header is not %v", comparisonHeader)
	}
	made := make(map[string]outcome)
	for _, r := range records[1:] {
		o := made[r[0]]
		o.table = r[1]
		o.lines = append(o.lines, line{r[2], r[3], r[4], r[5]})
		made[r[0]] = o
	}
	return made, nil
}

// recorded returns what the file says; nothing if there is none.
func (e *env) recorded() (map[string]outcome, error) {
	path := filepath.Join(e.out, comparisonFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return make(map[string]outcome), nil
	}
	if err != nil {
		return nil, err
	}
	made, err := comparison(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w: remove it and make all rows", path, err)
	}
	return made, nil
}

// record puts the lines of a row into the file in place of the old ones.
func (e *env) record(id string, made outcome) error {
	all, err := e.recorded()
	if err != nil {
		return err
	}
	all[id] = made
	var records [][]string
	for _, id := range ids() {
		for _, l := range all[id].lines {
			records = append(records, []string{id, all[id].table, l.quantity, l.published, l.ours, l.remark})
		}
	}
	return e.numbers("comparison", comparisonHeader, records)
}

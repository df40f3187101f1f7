package scanning

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/mapping"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier/codec"
	"github.com/dibmap/dibmap/internal/workfolder"
	"github.com/dibmap/dibmap/survey"
)

// ColumnKind is the kind of a unit of work that maps a column. Its part is the number of the column's table.
const ColumnKind = "column"

// dividedFile is the file of a plan with what a scan knows before its columns are mapped.
const dividedFile = "scan.json"

// Divided is a scan whose columns are units of a folder of work.
type Divided struct {
	folder  *workfolder.Folder
	Catalog *catalog `json:"catalog"`
	// Options say how each table is mapped.
	Options []mapping.ColumnOptions `json:"options"`
	// Keys are the keys of the tables, which get into the catalog when their columns are mapped.
	Keys []string `json:"keys"`
}

// plan writes a plan of one unit for each usable column.
func (f *scanFlags) plan(c *catalog, all *survey.Survey) (*workfolder.Folder, error) {
	d := Divided{Catalog: c}
	p := workfolder.Plan{Program: f.version, Name: all.Name}
	var tables []workfolder.Contents
	for _, e := range c.Columns {
		if e.Unusable != "" {
			continue
		}
		posed, o, key, err := f.problemOf(e, c, all)
		if err != nil {
			return nil, err
		}
		described, err := new(input.ProblemFlags).Described(posed)
		if err != nil {
			return nil, err
		}
		tables, d.Keys = append(tables, workfolder.Contents{Rows: posed.Joint, Values: posed.Values}), append(d.Keys, key)
		d.Options = append(d.Options, o)
		p.Tables = append(p.Tables, workfolder.Table{File: fmt.Sprintf("table-%d.parquet", len(tables)), Problem: described})
	}
	if len(tables) == 0 {
		return nil, errors.New("no column is of use, so there is nothing to divide; 'dibmap info' says why")
	}
	p.Work = []workfolder.Work{{Stage: 1, Kind: ColumnKind, Units: len(tables)}}
	text, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	folder, err := workfolder.Create(f.divide, p, tables, map[string][]byte{dividedFile: text})
	return folder, cli.Failed(err)
}

// ReadDivided returns what a scan knows before its columns are mapped, or nil if a folder of work holds none.
func ReadDivided(folder *workfolder.Folder) (*Divided, error) {
	if !folder.Has(dividedFile) {
		return nil, nil
	}
	text, err := folder.File(dividedFile)
	if err != nil {
		return nil, err
	}
	d := &Divided{folder: folder}
	if err := json.Unmarshal(text, d); err != nil || d.Catalog == nil || !d.Catalog.fits(len(d.Keys)) || len(d.Keys) != len(folder.Plan.Tables) || len(d.Options) != len(d.Keys) {
		return nil, fmt.Errorf("%s: makes no sense: plan again", filepath.Join(folder.Path, dividedFile))
	}
	return d, nil
}

// MapColumn does a unit of a scan: it returns the frontier of a column, as a file.
func (d *Divided) MapColumn(ctx context.Context, u workfolder.Unit) ([]byte, error) {
	t, err := d.folder.Joint(u.Part)
	if err != nil {
		return nil, err
	}
	described := &d.folder.Plan.Tables[u.Part].Problem
	p, err := new(input.ProblemFlags).Restored(described, t.Rows, t.Values, described.Source.Name)
	if err != nil {
		return nil, err
	}
	fr, err := mapping.Column(ctx, p, d.Options[u.Part])
	if err != nil {
		return nil, err
	}
	fr.Search.Seconds = 0 // a clock's
	var b bytes.Buffer
	err = codec.Write(&b, fr, "json")
	return b.Bytes(), err
}

// Unite writes the folder of a scan from the columns that units have mapped.
func (d *Divided) Unite(output string, quiet bool, s cli.Streams) (err error) {
	if output == "" || output == "-" {
		return errors.New("merge of a scan needs -o: name the folder to write to")
	}
	c := d.Catalog
	if c.before, err = opened(output); err != nil {
		return err
	}
	if err := begin(output); err != nil {
		return err
	}
	table := 0
	var missing []int
	for _, e := range c.Columns {
		if e.Unusable != "" {
			continue
		}
		table++
		content, err := d.folder.Result(table)
		if err != nil {
			return err
		}
		if content == nil {
			missing = append(missing, table)
			continue
		}
		if err := c.takeOver(e, content, output); err != nil {
			return err
		}
		e.Key = d.Keys[table-1]
	}
	if len(missing) > 0 {
		s.Warn("%s: %s %s left out", NotDone(missing, table), wording.Plural(len(missing), "column"), wording.AreOrIs(len(missing)))
	}
	return c.finish(output, quiet, false, s)
}

// takeOver writes the frontier of a column to the folder of the scan.
func (c *catalog) takeOver(e *entry, content []byte, folder string) error {
	fr, err := codec.Read(bytes.NewReader(content))
	if err != nil {
		return fmt.Errorf("the frontier of %s: %w", e.Column, err)
	}
	if err := c.renew(folder); err != nil {
		return err
	}
	e.describe(fr, c.Rule)
	return putFrontier(folder, e, fr)
}

// NotDone says that units are not done, given their numbers in ascending order and the number of all units.
func NotDone(units []int, of int) string {
	noun := "units"
	if len(units) == 1 {
		noun = "unit"
	}
	return fmt.Sprintf("%s %s of %d %s not done", noun, workfolder.Ranges(units), of, wording.AreOrIs(len(units)))
}

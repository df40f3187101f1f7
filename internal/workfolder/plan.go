// Package workfolder keeps a search that is divided among processes or machines in a folder: plan.json with
// the problem and the units of work, the table as Parquet, what was found while the work was planned, and the
// results of units. All of these are files that are written once and replaced whole, so that machines may
// share a folder if they see the same files: there are no locks, no clocks and no connections.
package workfolder

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/atomicfile"
	"github.com/dibmap/dibmap/internal/sealed"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
)

// planFile is the file that makes a folder a folder of work. It is written last, and unfinishedFile first: an
// unfinishedFile without a plan means that the command that wrote it did not come to its end.
const (
	planFile       = "plan.json"
	unfinishedFile = "unfinished"
)

// formatName and version identify plan.json.
const (
	formatName = "dibmap/plan"
	version    = 1
)

// Plan is the content of plan.json.
type Plan struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	// Program is the version of the program that made the plan, and that units need.
	Program string `json:"program"`
	// Flags are the flags of the call that say how to search.
	Flags []string `json:"flags,omitempty"`
	// Name is the name of the table for people.
	Name string `json:"name"`
	// Tables are the tables that are searched.
	Tables []Table `json:"tables"`
	// MaxH is the largest H(Z), up to which searches around ranges of it divide the rest of the work.
	MaxH float64 `json:"max_h,omitempty"`
	// Work lists the units, in the order of their numbers, which begin with 1.
	Work []Work `json:"work"`
	// Files holds the SHA-256 of the files that were written with the plan.
	Files map[string]string `json:"files"`
	// SHA256 is the digest of plan.json with zeros in its place.
	SHA256 string `json:"sha256"`
}

// Table is a table that is searched.
type Table struct {
	// File is the name of the file with its cells, as Parquet.
	File string `json:"file"`
	// Problem describes what is searched, without the cells.
	Problem frontier.Problem `json:"problem"`
	// Values is the table of the values of X as they are, if records are held out and the rows are not these values.
	Values *Table `json:"values,omitempty"`
}

// Work is a number of units of one kind.
type Work struct {
	// Stage is the number of the stage, from 1. Units need the results of all earlier stages.
	Stage int    `json:"stage"`
	Kind  string `json:"kind"`
	Units int    `json:"units"`
}

// Unit is a unit of work: part number Part, from 0, of the parts of its kind.
type Unit struct {
	Number, Stage int
	Kind          string
	Part, Parts   int
}

// Span is the range of the numbers of the units of a stage, both included.
type Span struct{ First, Last int }

// Folder is a folder of work.
type Folder struct {
	Path   string
	Plan   Plan
	digest string // of plan.json
	units  []Unit
}

// Files returns the folder for reading and writing its files, which others may have written.
func (f *Folder) Files() atomicfile.Folder { return atomicfile.Folder(f.Path) }

// Is reports whether a path leads to a folder of work.
func Is(path string) bool {
	_, err := os.Stat(filepath.Join(path, planFile))
	return err == nil
}

// CheckNew returns an error if no new plan can be written to a path: if there is a folder with files that are not of an
// unfinished plan, or no folder can be made.
func CheckNew(path string) error {
	entries, err := os.ReadDir(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("%s: is no folder that can be written to: %w", path, cause(err))
	case Is(path):
		return fmt.Errorf("%s: holds a plan already: name another folder, or delete it", path)
	case slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == unfinishedFile }):
		return nil
	case slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return !atomicfile.IsTemporary(e.Name()) }):
		return fmt.Errorf("%s: the folder is not empty: name a new one", path)
	}
	return nil
}

// cause returns the error inside an error that names its path.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// Create writes a plan, its tables, in their order, and further files to a folder, which must be new or empty, or hold
// an unfinished plan. plan.json comes last, so that a folder with one is whole.
func Create(path string, p Plan, tables []Contents, files map[string][]byte) (*Folder, error) {
	if err := CheckNew(path); err != nil {
		return nil, err
	}
	if _, err := unitsOf(p.Work); err != nil {
		return nil, fmt.Errorf("%s: the plan %w: take fewer parts or columns", path, err)
	}
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, err
	}
	folder := atomicfile.Folder(path)
	folder.SweepAll()
	if err := folder.Write(unfinishedFile, []byte("There is no plan here yet: 'dibmap plan' did not end. Plan again.\n")); err != nil {
		return nil, err
	}
	if err := folder.Make(partsFolder); err != nil {
		return nil, err
	}
	p.Format, p.Version, p.Files = formatName, version, make(map[string]string)
	for k := range p.Tables {
		t := &p.Tables[k]
		if err := p.writeTable(folder, t, tables[k].Rows); err != nil {
			return nil, err
		}
		if tables[k].Values != nil {
			t.Values = &Table{File: "values-" + t.File, Problem: problem.DIB(tables[k].Values).Describe()}
			if err := p.writeTable(folder, t.Values, tables[k].Values); err != nil {
				return nil, err
			}
		}
	}
	for name, content := range files {
		if content == nil {
			continue
		}
		if err := p.write(folder, name, content); err != nil {
			return nil, err
		}
	}
	p.SHA256 = unsealed
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return nil, err
	}
	if err := folder.Write(planFile, seal(text)); err != nil {
		return nil, err
	}
	return Open(path)
}

// Contents are the tables of a [Table]: the rows that are searched, and the values or nil.
type Contents struct{ Rows, Values *joint.Joint }

func (p *Plan) writeTable(folder atomicfile.Folder, t *Table, j *joint.Joint) error {
	t.Problem.Cells = nil // the file has them
	content, err := encodeTable(j)
	if err != nil {
		return err
	}
	return p.write(folder, t.File, content)
}

// write writes a file of a plan.
func (p *Plan) write(folder atomicfile.Folder, name string, content []byte) error {
	p.Files[name] = sealed.Digest(content)
	return folder.Write(name, content)
}

// unsealed is the text in place of the digest of plan.json before that is known.
var unsealed = strings.Repeat("0", 2*sha256.Size)

// seal puts the digest of a plan into its text.
func seal(text []byte) []byte {
	return bytes.Replace(text, []byte(unsealed), []byte(sealed.Digest(text)), 1)
}

// isSealed reports whether the text of a plan is unchanged, given the digest in it.
func isSealed(text []byte, digest string) bool {
	return len(digest) == len(unsealed) && sealed.Digest(bytes.Replace(text, []byte(digest), []byte(unsealed), 1)) == digest
}

// Open reads the plan of a folder.
func Open(path string) (*Folder, error) {
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s: is a file, and no folder of 'dibmap plan': name the folder", path)
	}
	folder := atomicfile.Folder(path)
	name := folder.Path(planFile)
	text, err := folder.Read(planFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: is no folder of 'dibmap plan': there is no %s in it", path, planFile)
	case err != nil:
		return nil, fmt.Errorf("%s: cannot be read: %w", name, cause(err))
	}
	f := &Folder{Path: path, digest: sealed.Digest(text)}
	var shape struct{ Tables []json.RawMessage }
	if err := json.Unmarshal(text, &shape); err == nil && len(shape.Tables) > maxUnits {
		return nil, fmt.Errorf("%s: lists more than %d tables: plan again", name, maxUnits)
	}
	if err := json.Unmarshal(text, &f.Plan); err != nil || f.Plan.Format != formatName {
		return nil, fmt.Errorf("%s: is no plan of 'dibmap plan', or it is damaged: plan again", name)
	}
	if !isSealed(text, f.Plan.SHA256) {
		return nil, fmt.Errorf("%s: is not what 'dibmap plan' has written: plan again", name)
	}
	if f.Plan.Version != version {
		return nil, fmt.Errorf("%s: is of version %d, and this program knows version %d: use the program that made it", name, f.Plan.Version, version)
	}
	if f.units, err = unitsOf(f.Plan.Work); err != nil {
		return nil, fmt.Errorf("%s: %w: plan again", name, err)
	}
	_ = folder.Remove(unfinishedFile) // it means nothing once there is a plan
	return f, nil
}

// MaxParts is the largest number of parts into which a plan divides a kind of work. maxUnits is the largest number of
// units of a plan, and of its tables, as only the columns of a scan have one each.
const (
	MaxParts = 10_000
	maxUnits = 10 * MaxParts
)

// unitsOf lists the units of some work. The error completes a message that begins with the name of the plan.
func unitsOf(list []Work) (units []Unit, err error) {
	stage := 1
	for _, w := range list {
		switch {
		case w.Units < 1 || w.Stage < stage:
			return nil, errors.New("lists units that make no sense")
		case w.Units > maxUnits-len(units):
			return nil, fmt.Errorf("lists more than %d units", maxUnits)
		}
		stage = w.Stage
		for part := range w.Units {
			units = append(units, Unit{Number: len(units) + 1, Stage: w.Stage, Kind: w.Kind, Part: part, Parts: w.Units})
		}
	}
	return units, nil
}

// Units returns all units, in the order of their numbers.
func (f *Folder) Units() []Unit { return f.units }

// Unit returns the unit of a number. It is an error if there is none.
func (f *Folder) Unit(number int) (Unit, error) {
	if number < 1 || number > len(f.units) {
		return Unit{}, fmt.Errorf("%s: there is no unit %d: the plan has units 1 to %d", f.Path, number, len(f.units))
	}
	return f.units[number-1], nil
}

// Stages returns the ranges of the units of every stage.
func (f *Folder) Stages() (spans []Span) {
	for _, u := range f.units {
		if u.Number == 1 || u.Stage != f.units[u.Number-2].Stage {
			spans = append(spans, Span{First: u.Number})
		}
		spans[len(spans)-1].Last = u.Number
	}
	return spans
}

// Has reports whether a file was written with the plan.
func (f *Folder) Has(name string) bool { return f.Plan.Files[name] != "" }

// File returns the content of a file that was written with the plan.
func (f *Folder) File(name string) ([]byte, error) {
	path := f.Files().Path(name)
	content, err := f.Files().Read(name)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be read: %w", path, cause(err))
	}
	if sealed.Digest(content) != f.Plan.Files[name] {
		return nil, fmt.Errorf("%s: is not what was written with the plan: plan again", path)
	}
	return content, nil
}

// String returns the numbers of a span, such as 1-64.
func (s Span) String() string {
	if s.First == s.Last {
		return fmt.Sprint(s.First)
	}
	return fmt.Sprintf("%d-%d", s.First, s.Last)
}

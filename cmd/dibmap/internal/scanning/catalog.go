package scanning

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/mapping"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/codec"
	"github.com/dibmap/dibmap/frontier/describe"
	"github.com/dibmap/dibmap/info"
	"github.com/dibmap/dibmap/internal/atomicfile"
	"github.com/dibmap/dibmap/internal/binning"
	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/permuted"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
	"github.com/dibmap/dibmap/survey"
)

// pageFile is the page in the folder of a scan, next to input.ScanFile.
const pageFile = "index.html"

// version is the version of the format of the mapping.
const version = 1

// catalog is the content of mapping.json.
type catalog struct {
	Format  string  `json:"format"`
	Version int     `json:"version"`
	Name    string  `json:"name"`
	Path    string  `json:"path"`
	Y       string  `json:"y"`
	HY      float64 `json:"hy"`
	// Target is "mean" if groups explain the mean of Y: all information is then a share of its variance.
	Target  string `json:"target,omitempty"`
	Records int64  `json:"records"`
	// Rule is [input.RulePredict] if the groups are recommended for prediction.
	Rule    string   `json:"rule,omitempty"`
	Columns []*entry `json:"columns"` // in the order of the file

	before  map[string]string // keys of the files of an earlier scan
	written bool              // the file is of this scan, not of an earlier one
}

// entry is a column in mapping.json.
type entry struct {
	Column   string     `json:"column"`
	Part     string     `json:"part,omitempty"`
	Type     scale.Type `json:"type"`
	Distinct int        `json:"distinct"`
	Missing  int64      `json:"missing"`
	HX       float64    `json:"hx"` // of the values before they are cut
	Unusable string     `json:"unusable,omitempty"`
	// File is the frontier of the column, and Key identifies its table and options; it is empty until the
	// column is mapped.
	File string `json:"file,omitempty"`
	Key  string `json:"key,omitempty"`
	// Rows is the number of bins or values that were grouped.
	Rows int `json:"rows,omitempty"`
	// Smooth is the strength of smoothing, or 0. IXY and I are then of the smoothed table.
	Smooth float64 `json:"smooth,omitempty"`
	// IXY is I(X;Y) in bits, Corrected is corrected for the size of the sample, Chance takes its place where most of
	// I(X;Y) may be chance, and P is the permutation p-value.
	IXY       float64  `json:"ixy"`
	Corrected *float64 `json:"corrected,omitempty"`
	Chance    *float64 `json:"chance,omitempty"`
	P         *float64 `json:"p,omitempty"`
	// Clusters, H, I and HeldOut describe the recommended grouping, Reason says why it is recommended,
	// and Groups are its groups.
	Clusters int      `json:"k,omitempty"`
	H        float64  `json:"h"`
	I        float64  `json:"i"`
	HeldOut  *float64 `json:"held_out,omitempty"`
	Reason   string   `json:"reason,omitempty"`
	// Answer means that I(X;Y) is at least 99.9 % of H(Y): the column may have been made from Y.
	Answer bool    `json:"contains_answer,omitempty"`
	Groups []group `json:"groups,omitempty"`
	// Event is the value of Y that rates of groups are about, and IV the information value in nats, if Y has two
	// values.
	Event *string  `json:"event,omitempty"`
	IV    *float64 `json:"iv,omitempty"`

	at    int // in the survey
	curve []point
	view  *groupview.View        // of the recommended grouping; nil if it has one group
	level func(v float64) string // writes a mean of Y
	paged bool                   // the folder has a page of the column
	least bool                   // P is the smallest that the permutations can give
}

// group is a group of the recommended grouping of a column.
type group struct {
	Name   string   `json:"name"`
	Share  float64  `json:"share"`
	Values []string `json:"values"`
	// Missing marks the group of the records without a value, which comes after the others. Its share is
	// of all records; the other shares are of the records with a value.
	Missing bool `json:"missing,omitempty"`
	// Rate is the share of the event, and WoE and IV are the weight of evidence and the term of the information value in
	// nats, if Y has two values.
	Rate *float64 `json:"rate,omitempty"`
	WoE  *float64 `json:"woe,omitempty"`
	IV   *float64 `json:"iv,omitempty"`
	// GroupMean is the mean of Y in the group; nil unless groups explain it.
	*describe.GroupMean

	shown string // the name for people: ranges that share an end say where it belongs
}

// point is the best of k.
type point struct {
	k int
	i float64
}

// told returns the information by which a column is ranked: what the recommended grouping tells, about held-out
// records if there are any.
func (e *entry) told() float64 {
	if e.HeldOut != nil {
		return *e.HeldOut
	}
	return e.I
}

func compareTold(a, b *entry) int {
	corrected := func(e *entry) float64 {
		switch {
		case e.Chance != nil:
			return e.IXY - *e.Chance
		case e.Corrected != nil:
			return *e.Corrected
		}
		return e.IXY
	}
	return cmp.Or(cmp.Compare(a.told(), b.told()), cmp.Compare(corrected(a), corrected(b)))
}

// newCatalog returns the catalog of a file before its columns are mapped.
func newCatalog(s *survey.Survey, path string, f *scanFlags, before map[string]string) *catalog {
	c := &catalog{Format: input.ScanFormat, Version: version, Name: s.Name, Path: path, Y: f.file.Y, HY: s.Y.H, Target: f.columns.Target, Records: s.Records, before: before}
	taken := map[string]bool{input.ScanFile: true}
	if f.columns.Predict {
		c.Rule = input.RulePredict
	}
	for at := range s.Columns {
		column := &s.Columns[at]
		if slices.Contains(f.targets, column.Name) || column.Scale.Part != "" && column.Distinct < 2 {
			continue // such as the hours of dates
		}
		e := &entry{
			Column: column.Name, Part: column.Scale.Part, Type: column.Type, Distinct: column.Distinct, Missing: column.Missing,
			HX: column.H, Unusable: column.Unusable, at: at,
		}
		if e.Unusable == "" {
			e.File = fileName(e.title(), taken)
		}
		c.Columns = append(c.Columns, e)
	}
	return c
}

// fits reports whether the list of columns is whole: without gaps, with the given number of usable columns, whose
// files have the names that a scan gives them.
func (c *catalog) fits(usable int) bool {
	taken := map[string]bool{input.ScanFile: true}
	for _, e := range c.Columns {
		switch {
		case e == nil:
			return false
		case e.Unusable != "":
			continue
		case e.File != fileName(e.title(), taken):
			return false
		}
		usable--
	}
	return usable == 0
}

// title returns the name of a column for people.
func (e *entry) title() string { return input.Title(e.Column, e.Part) }

// maxFileName is the length of names of files, without the number that makes them unique.
const maxFileName = 80

// fileName returns a name for the file of a column that is unique even if small and capital letters are the
// same.
func fileName(column string, taken map[string]bool) string {
	name := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_-.", r) {
			return r
		}
		return '_'
	}, column)
	name = strings.TrimLeft(name, ".")
	if len(name) > maxFileName {
		name = strings.ToValidUTF8(name[:maxFileName], "")
	}
	name = cmp.Or(name, "column")
	unique := name + ".json"
	for n := 2; taken[strings.ToLower(unique)]; n++ {
		unique = name + "-" + strconv.Itoa(n) + ".json"
	}
	taken[strings.ToLower(unique)] = true
	return unique
}

// opened returns the keys of the files that an earlier scan left in a folder. It is an error if the folder
// has other files and no mapping.
func opened(folder string) (map[string]string, error) {
	info, err := os.Stat(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("-o: %w", err)
	case !info.IsDir():
		return nil, fmt.Errorf("-o: %s is a file, and scan writes to a folder: name another one", folder)
	}
	text, err := atomicfile.Folder(folder).Read(input.ScanFile)
	if errors.Is(err, fs.ErrNotExist) {
		entries, _ := os.ReadDir(folder)
		other := func(e fs.DirEntry) bool {
			return !atomicfile.IsTemporary(e.Name()) && !input.IsScan(filepath.Join(folder, e.Name()))
		}
		if slices.ContainsFunc(entries, other) {
			return nil, fmt.Errorf("-o: the folder %s has files that are not of a scan: name a new folder, or an empty one", folder)
		}
		if scan := input.ScanIn(folder); scan != "" {
			return nil, fmt.Errorf("-o: the folder %s is of several columns of --y, and has %s: name another folder", folder, scan)
		}
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("-o: %w", err)
	}
	var c catalog
	if err := json.Unmarshal(text, &c); err != nil || c.Format != input.ScanFormat {
		return nil, fmt.Errorf("-o: %s in %s is of no scan: name another folder", input.ScanFile, folder)
	}
	keys := make(map[string]string)
	for _, e := range c.Columns {
		if e != nil && e.Key != "" {
			keys[e.File] = e.Key
		}
	}
	return keys, nil
}

// keyOf returns a digest of what the frontier of a column depends on.
func keyOf(j, values *joint.Joint, x, y scale.Scale, missing *scale.Missing, o mapping.ColumnOptions) (string, error) {
	on := []any{version, j.SHA256(), x, y, missing, o}
	if values != nil {
		on = append(on, values.SHA256())
	}
	text, err := json.Marshal(on)
	if err != nil {
		return "", err
	}
	digest := sha256.Sum256(text)
	return hex.EncodeToString(digest[:]), nil
}

// describe fills the entry from the frontier of a column.
func (e *entry) describe(fr *frontier.Frontier, rule string) {
	p := &fr.Problem
	e.Rows, e.IXY = p.N, p.IXY
	if v := fr.Evidence; v != nil {
		value := v.P()
		if e.P, e.least = &value, v.AtLeast == 0; p.Means == nil && p.Smooth == 0 && p.Samples != nil && permuted.MostlyChance(v, p.IXY, *p.Samples, p.N, p.M) {
			e.Chance = &v.Chance
		} else {
			corrected := v.Corrected
			if p.Means == nil {
				corrected = min(corrected, p.HX, p.HY)
			}
			e.Corrected = &corrected
		}
	}
	for b := range fr.BestKnown() {
		e.curve = append(e.curve, point{b.K, b.I})
	}
	r, ok := input.Recommend(fr, rule)
	if !ok {
		return
	}
	whole := p.HY
	if p.Means != nil {
		whole = 1 // all of the variance
	}
	e.Answer = r.K > 1 && p.IXY >= determines*whole
	e.Clusters, e.H, e.I, e.Reason = r.K, r.H, r.I, r.Reason
	if fr.Validation != nil {
		heldOut := r.HeldOut.I
		e.HeldOut = &heldOut
	}
	names, mass := r.Names(), p.Masses()
	e.Smooth = p.Smooth
	e.Groups = make([]group, len(names))
	ranges := r.Ranges()
	for c, name := range names {
		e.Groups[c].Name, e.Groups[c].shown = name, name
		if len(ranges[c]) == 1 && len(p.GroupNames) == 0 && !slices.ContainsFunc(p.XScales, func(s scale.Scale) bool { return s.Whole }) {
			e.Groups[c].shown = groupview.RangeTexts(fr, ranges[c])[0]
		}
	}
	for x, c := range r.Assignment() {
		g := &e.Groups[c]
		g.Values = append(g.Values, p.XLabels[x])
		if mass != nil {
			g.Share += mass[x]
		}
	}
	if rule == input.RulePredict && mass != nil { // the frontier has log2 k in place of H(Z)
		e.H = info.Entropy(lists.Map(e.Groups, func(g group) float64 { return g.Share }))
	}
	for c, d := range describe.Clusters(fr, r.Point, 0) {
		e.Groups[c].GroupMean = cli.GroupMeanOf(d.GroupMean)
	}
	if missing, ok := describe.MissingGroup(fr, 0); ok {
		e.Groups = append(e.Groups, group{Name: scale.MissingLabel, shown: scale.MissingLabel, Share: p.Missing.Share, Values: []string{scale.MissingLabel}, Missing: true, GroupMean: cli.GroupMeanOf(missing.GroupMean)})
	} else if c, ok := input.MissingCluster(fr, r.Point); ok {
		e.Groups[c].Values = append(e.Groups[c].Values, scale.MissingLabel)
	}
	e.rate(fr, r.Point)
	e.level = func(v float64) string { return wording.Level(v, math.Sqrt(p.Variance)) }
	if view, ok, err := groupview.Of(fr, r.Point, "", apartMost); ok && err == nil {
		e.view = view
	}
}

// rate adds the binning table, if Y has two values and the table holds counts.
func (e *entry) rate(fr *frontier.Frontier, p frontier.Point) {
	t, err := binning.Of(fr, p, "")
	if err != nil || t.Event < 0 || !t.Counts {
		return
	}
	e.Event, e.IV = &t.Y[t.Event], &t.Total.IV
	for c := range e.Groups {
		g := &t.Groups[c]
		e.Groups[c].Rate, e.Groups[c].WoE, e.Groups[c].IV = &g.Rate, &g.WoE, &g.IV
	}
}

// determines is the least share of H(Y) in a column that may contain the answer.
const determines = 0.999

// begin makes a folder ready for columns.
func begin(folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return failed(fmt.Errorf("-o: %w", err))
	}
	atomicfile.Folder(folder).SweepAll()
	return nil
}

// failed marks an error as not the fault of the call, unless it asks for a folder that nobody may write to.
func failed(err error) error {
	if errors.Is(err, fs.ErrPermission) {
		return err
	}
	return cli.Failed(err)
}

// renew writes the mapping before the first column is replaced, so that it never describes another frontier than
// the one in the folder, and so that a folder with columns is known as the folder of a scan.
func (c *catalog) renew(folder string) error {
	if c.written {
		return nil
	}
	return c.write(folder)
}

// write writes the mapping.
func (c *catalog) write(folder string) error {
	c.written = true
	return put(folder, input.ScanFile, func(w io.Writer) error { return cli.WriteJSON(w, c) })
}

// put replaces a file in the folder of a scan, and nothing that a link there leads to.
func put(folder, name string, write func(w io.Writer) error) error {
	file, err := atomicfile.Folder(folder).Create(name)
	if err != nil {
		return failed(err)
	}
	defer file.Abort()
	if err := write(file); err != nil {
		return cli.Failed(err)
	}
	return cli.Failed(file.Commit())
}

// putFrontier replaces the frontier of a column in the folder of a scan.
func putFrontier(folder string, e *entry, fr *frontier.Frontier) error {
	return put(folder, e.File, func(w io.Writer) error { return codec.Write(w, fr, "json") })
}

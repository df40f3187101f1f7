package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/experiments/internal/performance"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/npy"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
	"github.com/dibmap/dibmap/table"
)

// The authors' tables.
const (
	lettersFile = "pxy_alpha27.npy"
	tenFile     = "pxy_alpha10.npy"
	coloursFile = "pxy_colors.npy"
)

// mostCells is more than the number of cells of any of them.
const mostCells = 1 << 16

// source is a table with its name.
type source struct {
	joint *joint.Joint
	name  string
}

// tables are those that several rows need.
type tables struct {
	letters, ten *source
	held         *contest
	proved       map[*joint.Joint]*frontier.Frontier
}

// errNoTable is returned if a table of the authors is missing.
var errNoTable = errors.New("not in the folder of -data")

// array reads a file of the authors.
func (e *env) array(name string) (*npy.Array, error) {
	if e.data == "" {
		return nil, errNoTable
	}
	path := filepath.Join(e.data, name)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errNoTable
	}
	if err != nil {
		return nil, err
	}
	a, err := npy.Read(bytes.NewReader(data), mostCells)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return a, nil
}

// authors reads a table of the authors, whose files have no labels.
func (e *env) authors(name string, x, y []string) (*source, error) {
	a, err := e.array(name)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(e.data, name)
	if len(a.Shape) != 2 || a.Shape[0] != len(x) || a.Shape[1] != len(y) {
		return nil, fmt.Errorf("%s: has the shape %v, and this table is %d x %d: get it from the authors' repository", path, a.Shape, len(x), len(y))
	}
	values := make([][]float64, len(x))
	for r := range values {
		values[r] = a.Data[r*len(y) : (r+1)*len(y)]
	}
	j, err := joint.Dense(x, y, values)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &source{j, name}, nil
}

// alphabet returns the letters with the letters that follow: the authors' table, or the
// built-in one, which was counted in other texts.
func (e *env) alphabet(ctx context.Context) (*source, error) {
	if e.letters != nil {
		return e.letters, nil
	}
	labels := []string{"_"}
	for c := 'a'; c <= 'z'; c++ {
		labels = append(labels, string(c))
	}
	s, err := e.authors(lettersFile, labels, labels)
	if errors.Is(err, errNoTable) {
		s, err = builtin(ctx, "@alphabet")
	}
	if err != nil {
		return nil, err
	}
	e.letters = s
	return s, nil
}

// builtin returns a built-in table.
func builtin(ctx context.Context, name string) (*source, error) {
	t, err := table.Open(ctx, name, table.Options{})
	if err != nil {
		return nil, err
	}
	j, err := t.Joint()
	return &source{j, name}, err
}

// groups returns the letters in ten groups, as the paper makes them: the clusters of the most
// informative point of ten clusters that is found at epsilon = 0.
func (e *env) groups(ctx context.Context) (*source, error) {
	if e.ten != nil {
		return e.ten, nil
	}
	letters, err := e.alphabet(ctx)
	if err != nil {
		return nil, err
	}
	j, err := performance.Group(ctx, letters.joint, search.Options{Method: search.Merge})
	if err != nil {
		return nil, err
	}
	e.ten = &source{j, "ten groups of " + letters.name}
	return e.ten, nil
}

// colours returns the authors' table of hues and classes of objects, or errNoTable.
func (e *env) colours() (*source, error) {
	return e.authors(coloursFile, numbered(30), numbered(18))
}

// numbered returns the labels 0 to n-1.
func numbered(n int) []string {
	labels := make([]string, n)
	for k := range labels {
		labels[k] = strconv.Itoa(k)
	}
	return labels
}

// frontier returns the frontier of a table, proved as far as possible, and computed once for all
// experiments.
func (e *env) frontier(ctx context.Context, s *source) (*frontier.Frontier, error) {
	if f := e.proved[s.joint]; f != nil {
		return f, nil
	}
	r, err := search.Map(ctx, problem.DIB(s.joint), search.Options{})
	if err != nil {
		return nil, err
	}
	if r, err = exact.Prove(ctx, s.joint, r.Frontier, exact.Options{}); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r.Frontier.Problem.Source.Name = s.name
	if e.proved == nil {
		e.proved = make(map[*joint.Joint]*frontier.Frontier)
	}
	e.proved[s.joint] = r.Frontier
	return r.Frontier, nil
}

// simplex returns a random table of n rows and m columns from the uniform distribution over all
// such tables: independent exponential numbers, divided by their sum.
func simplex(n, m int, seed uint64) (*joint.Joint, error) {
	stream := random.New(seed, uint64(n), uint64(m))
	values := make([][]float64, n)
	for x := range values {
		values[x] = make([]float64, m)
		for y := range values[x] {
			values[x][y] = -plogp.Log2(stream.Uniform())
		}
	}
	return joint.Dense(numbered(n), numbered(m), values)
}

// certified says how much of a frontier is proved.
func certified(f *frontier.Frontier) string {
	switch {
	case f.Certificate == nil:
		return "not proved"
	case f.Certificate.Complete:
		return "proved complete"
	}
	return fmt.Sprintf("proved complete from %s bits on", show(f.Certificate.CompleteFromH))
}

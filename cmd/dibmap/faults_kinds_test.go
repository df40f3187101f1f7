//go:build faults && linux && (amd64 || arm64)

package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// kind is a kind of call that the tests of faults disturb. Commands are lists of words with spaces between them.
type kind struct {
	name   string
	before []string // commands that make what it reads, and what it replaces
	args   string   // of the command
	// longer are further flags with which it takes long enough to be killed at random moments.
	longer string
	makes  []string // the files that it makes, or folders of files
	// grows are those of them that are replaced as the work goes on.
	grows []string
	// together is how many of it work at once when it is killed at random moments, 1 if it is 0.
	together int
	// refuses is what it says where its result is there already.
	refuses string
	// after are commands that complete what is compared. Where there are any, the bytes of what the call itself makes
	// may depend on the time, as that of a plan with its digests.
	after []string
}

// kinds lists what is disturbed. The folder holds what [inputs] returns.
var kinds = []kind{
	// Searches, with the file that they replace, and their checkpoints.
	{name: "map by rounds", before: []string{old}, args: "map table.csv --fast --effort 0.2" + keeping, longer: "--effort 1", makes: single},
	{name: "map by sweeps", before: []string{old}, args: "map wide.csv --fast --effort 0.001 --best-up-to 2" + keeping, longer: "--effort 0.1", makes: single},
	{name: "map in little memory", args: "map wide.csv --fast --effort 0.001 --best-up-to 0 --max-memory 16MiB" + keeping, longer: "--effort 0.1", makes: single},
	{name: "map by merging", args: "map small.csv --epsilon 0.01 --seed 7" + keeping, longer: "--epsilon 0.02", makes: single},
	{name: "map into groups by number", args: "map wide.csv --problem dmc --fast --effort 0.001 --best-up-to 3" + keeping, longer: "--effort 0.01", makes: single},
	{name: "map of points", args: "map points.csv --problem kmeans --columns a,b --fast --effort 0.001 --best-up-to 3" + keeping, longer: "--effort 0.01", makes: single},
	{name: "map of points by sweeps", args: "map points.csv --problem quantizer --columns a,b --fast --effort 0.001 --best-up-to 0" + keeping, longer: "--effort 0.01", makes: single},
	{name: "map of two variables alike", args: "map pairs.csv --symmetric --x1 a --x2 b --y y --fast" + keeping, makes: single},
	{name: "map to a proof", before: []string{old}, args: "map small.csv --prove" + keeping, longer: "--workers 1", makes: single},
	{name: "map with uncertainty", args: "map small.csv --fast --robust --resamples 5" + keeping, longer: "--resamples 2000", makes: single},
	{name: "map with records held out", args: "map people.csv --x city --y product --validate=2" + keeping, longer: "--validate=10", makes: single},
	{name: "map without an output", args: "map small.csv --fast"},

	// Formats.
	{name: "csv", args: "map small.csv --fast -o f.csv", makes: []string{"f.csv"}},
	{name: "parquet", args: "map small.csv --fast -o f.parquet", makes: []string{"f.parquet"}},
	{name: "npz", args: "map small.csv --fast -o f.npz", makes: []string{"f.npz"}},
	{name: "zst", args: "map small.csv --fast -o f.json.zst", makes: []string{"f.json.zst"}},
	{name: "standard output", args: "map small.csv --fast -o -"},

	// Commands that work on many files.
	{name: "scan", args: "scan people.csv --y product --validate 0 -o folder", longer: "--validate 5", makes: []string{"folder"}, grows: catalog},
	{name: "plan", args: plan, makes: []string{"run"}, after: []string{work, merge}, refuses: planned},
	{name: "work", before: []string{plan}, args: work, makes: []string{"run/parts"}, after: []string{merge}},
	{name: "work of two", before: []string{plan}, args: work, longer: "-q", together: 2, makes: []string{"run/parts"}, after: []string{merge}},
	{name: "merge of work", before: []string{plan, work}, args: merge, makes: single},
	{name: "plan of a scan", args: "scan people.csv --y product --validate 0 --plan run", makes: []string{"run"}, after: []string{work, "merge run -q -o folder"}, refuses: planned},
	{name: "merge of a scan", before: []string{"scan people.csv --y product --validate 0 --plan run", work}, args: "merge run -o folder", makes: []string{"folder"}, grows: catalog},

	// Commands that read a frontier.
	{name: "merge", before: []string{old, "map small.csv --epsilon 0.01 -q -o g.json"}, args: "merge f.json g.json -o h.json", makes: []string{"h.json"}},
	{name: "encode", before: []string{groups}, args: encode + " -o new.csv", makes: []string{"new.csv"}},
	{name: "encode in place", before: []string{groups}, args: encode + " --force -o people.csv", makes: []string{"people.csv"}, refuses: "there is a column cluster already"},
	{name: "encode by the nearest", before: []string{groups}, args: encode + " --unknown nearest -o new.csv.zst", makes: []string{"new.csv.zst"}},
	{name: "encode of Parquet", before: []string{old, "plan small.csv -o run --fast -q"}, args: "encode f.json run/table.parquet --x x --clusters 2 -q -o new.parquet", makes: []string{"new.parquet"}},
	{name: "encode to gzip", before: []string{groups}, args: encode + " -o new.csv.gz", makes: []string{"new.csv.gz"}},
	{name: "encode to numbers", before: []string{groups}, args: encode + " -o new.npy", makes: []string{"new.npy"}},
	{name: "export", before: []string{groups}, args: "encode f.json --clusters 2 --export sql -o new.sql", makes: []string{"new.sql"}},
	{name: "select", before: []string{groups}, args: "select f.json --clusters 2"},
	{name: "drift", before: []string{groups}, args: "drift f.json people.csv --clusters 2"},
	{name: "verify", before: []string{old}, args: "verify f.json small.csv"},
	{name: "plot", before: []string{old}, args: "plot f.json -o f.pdf", makes: []string{"f.pdf"}},
	{name: "page", before: []string{old}, args: "plot f.json -o f.html", makes: []string{"f.html"}},
	{name: "sample", args: "sample @occupation --n 100 -o s.csv", makes: []string{"s.csv"}},
	{name: "data", args: "data @occupation -o s.csv", makes: []string{"s.csv"}},
	{name: "compare", args: "compare small.csv --methods mapper,ward --no-times -o c.svg --csv c.csv", makes: []string{"c.svg", "c.csv"}},
	{name: "map of all groupings", args: "map small.csv --search dp -o f.json", makes: single},
	{name: "map of neighbours", args: "map small.csv --order linear -o f.json", makes: single},
}

// Parts of the commands of several kinds.
const (
	keeping = " --checkpoint state --resume -o f.json"
	old     = "map small.csv --fast -q -o f.json"
	groups  = "map people.csv --x city --y product -q -o f.json"
	encode  = "encode f.json people.csv --clusters 2 -q"
	plan    = "plan wide.csv -o run --parts 2 --effort 0.001 --best-up-to 0 --fast -q"
	work    = "work run --all -q"
	merge   = "merge run -q -o f.json"
	planned = "holds a plan already"
)

var (
	single  = []string{"f.json"}
	catalog = []string{"folder/mapping.json", "folder/index.html"}
)

// inputs returns the files that the kinds read.
func inputs() map[string]string {
	rng := rand.New(rand.NewPCG(23, 1))
	var people, points, pairs strings.Builder
	people.WriteString("city,age,product\n")
	for range 60 {
		city := rng.IntN(6)
		fmt.Fprintf(&people, "city %d,%d,%c\n", city, 20+rng.IntN(50), 'a'+(city+rng.IntN(3))%4)
	}
	points.WriteString("a,b\n")
	for range 410 {
		fmt.Fprintf(&points, "%.3f,%.3f\n", rng.NormFloat64(), rng.NormFloat64())
	}
	pairs.WriteString("a,b,y\n")
	for range 300 {
		a, b := rng.IntN(7), rng.IntN(7)
		fmt.Fprintf(&pairs, "%d,%d,%d\n", a, b, (a+b+rng.IntN(2))%7)
	}
	return map[string]string{
		"small.csv": randomTable(8, 5, 1), "table.csv": randomTable(24, 8, 1), "wide.csv": randomTable(410, 5, 1),
		"people.csv": people.String(), "points.csv": points.String(), "pairs.csv": pairs.String(),
	}
}

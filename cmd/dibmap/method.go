package main

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/search"
)

// searchFlags are the flags that steer a search.
type searchFlags struct {
	method, epsilon, memory string
	effort                  float64
	seed                    uint64
	workers                 int
	timeLimit               time.Duration
}

// defaultMemory is what a search takes at most: that of package search.
const defaultMemory = "2GiB"

// searchHelp explains them.
const searchHelp = `The search is a local one, by merging groups and moving values from one group to
another, and then rounds with growing epsilon: each explores every grouping
within epsilon bits of the frontier, for the sake of better ones beyond. It ends
when two rounds have found nothing new, when it has evaluated as many groupings as
--effort allows, or when a round would take more than --max-memory. --search local
leaves the rounds out. --search merge is the Pareto Mapper of Tan, Tegmark and
Chuang (2022), which merges only; --epsilon is its depth, and chooses it unless
--search says otherwise. Ctrl-C or --time-limit end the search early and keep what
it found.`

func (f *searchFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.method, "search", "auto", "search by this `METHOD`: auto, local or merge")
	flags.Float64Var(&f.effort, "effort", 1, "evaluate `X` times as many groupings; merge has no limit")
	flags.StringVar(&f.epsilon, "epsilon", "", "search depth of merge or local in `BITS`: 0 is greedy, inf tries every grouping")
	flags.Uint64Var(&f.seed, "seed", 0, "draw survivors from seed `N`, which matters only with an epsilon between 0 and inf")
	flags.DurationVar(&f.timeLimit, "time-limit", 0, "end the search after this `TIME`, such as 30s or 10m (default none)")
	flags.StringVar(&f.memory, "max-memory", defaultMemory, "keep the search to about this `SIZE`, such as 500MB; the table comes on top")
	flags.IntVar(&f.workers, "workers", 0, "use `N` threads; the result does not depend on it (default one a core)")
}

// methods are the values of --search.
var methods = map[string]search.Method{"auto": search.Auto, "merge": search.Merge, "local": search.Local}

// options checks the flags and makes options of them. given tells whether a flag
// was, and not left at its default.
func (f *searchFlags) options(given func(flag string) bool) (opts search.Options, err error) {
	var known bool
	if opts.Method, known = methods[f.method]; !known {
		return opts, fmt.Errorf("--search is %q: want auto, local or merge", f.method)
	}
	if given("epsilon") {
		if opts.Epsilon, err = parseEpsilon(f.epsilon); err != nil {
			return opts, err
		}
		switch {
		case given("search") && opts.Method == search.Auto:
			return opts, errors.New("--search auto chooses its own epsilons: leave --epsilon out, or --search")
		case opts.Method == search.Auto:
			opts.Method = search.Merge // also with epsilon 0
		}
	}
	switch {
	case !(f.effort > 0) || math.IsInf(f.effort, 1):
		return opts, fmt.Errorf("--effort is %g: want a number above 0, such as 10 for ten times the default", f.effort)
	case given("effort") && opts.Method == search.Merge:
		return opts, errors.New("--effort does not limit a search by merging, which --search merge or --epsilon asks for: leave it out; --time-limit does")
	case f.timeLimit < 0:
		return opts, fmt.Errorf("--time-limit is %v: want a time above zero, such as 30s", f.timeLimit)
	}
	if opts.MaxMemory, err = parseSize(f.memory); err != nil {
		return opts, fmt.Errorf("--max-memory is %q: %w", f.memory, err)
	}
	opts.Effort, opts.Seed, opts.Workers = f.effort, f.seed, f.workers
	return opts, nil
}

func parseEpsilon(s string) (float64, error) {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(v) || v < 0 {
		return 0, fmt.Errorf("--epsilon is %q: want a number of bits, 0 or more, or inf", s)
	}
	return v, nil
}

// units are those of sizes, in bytes.
var units = map[string]float64{
	"": 1, "B": 1,
	"KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12,
	"KIB": 1 << 10, "MIB": 1 << 20, "GIB": 1 << 30, "TIB": 1 << 40,
}

// parseSize reads a number of bytes such as 500MB or 1.5 GiB.
func parseSize(s string) (int64, error) {
	digits := strings.TrimRightFunc(s, unicode.IsLetter)
	unit, known := units[strings.ToUpper(s[len(digits):])]
	v, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
	if err != nil || !known || !(v*unit >= 1 && v*unit < 1<<60) {
		return 0, errors.New("want a size such as 500MB, 2GB or 1.5GiB, or a number of bytes")
	}
	return int64(v * unit), nil
}

// limitMemory has the garbage collector keep the process to a number of bytes
// beside what is in use now, until restore is called. It leaves a lower limit,
// which the user set, as it is.
func limitMemory(bytes int64) (restore func()) {
	runtime.GC()
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	before := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(before, bytes+int64(now.HeapAlloc)+int64(now.Sys-now.HeapSys)))
	return func() { debug.SetMemoryLimit(before) }
}

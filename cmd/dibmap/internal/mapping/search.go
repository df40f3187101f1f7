package mapping

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/listing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/progress"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/internal/solve"
	"github.com/dibmap/dibmap/internal/way"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// searchFlags are the flags that steer a search.
type searchFlags struct {
	method, order   string
	epsilon, memory string
	effort          float64
	seed            uint64
	workers         int
	timeLimit       time.Duration
	prove           cli.Proving
	fast            bool
	allPoints       bool
	from            string
	best            bestFlags
	perK            bool
	free            []string // the flags in the call that apply only to groups of any values
	anyGroups       bool     // ignore the order of X
	asked           bool     // the call chooses the search
	remark          string   // on the trend of the groups
	predict         bool     // only what predictions need is searched, by hasten
	state           *stages  // of a call with a checkpoint
}

// defaultMemory is the default of package search.
const defaultMemory = "2GiB"

// By default a frontier has at most keptPoints, and a search thins its points beyond foundPoints: tables with
// symmetries can have millions.
const (
	keptPoints  = 20_000
	foundPoints = 5 * keptPoints
)

// searchHelp explains the flags of a search.
const searchHelp = `The search is a local one, by merging groups and moving values from one group to
another, and then rounds with growing epsilon: each explores every grouping
within epsilon bits of the frontier, to find better ones beyond. It ends
when rounds find nothing new, when it has evaluated as many groupings as
--effort allows, or when a round would take more than --max-memory. --search local
leaves the rounds out. --search merge is the Pareto Mapper of Tan, Tegmark and
Chuang (2022), which merges only; --epsilon is its depth, and chooses it unless
--search is given. Tables of more than 400 values are searched by sweeps through the
whole range instead, and with --problem dmc and kmeans of more than 300 through all
numbers of groups. Ctrl-C or --time-limit end the search early and keep what it found.

A search may miss groupings. After the default one, dibmap therefore adds the missing
groupings and proves that the frontier is complete, if two or three seconds are enough:
mostly for up to 25 values of X. Then the summary ends with "proved complete". Otherwise
it ends with "best found", and says above which H(Z) the frontier is complete and how
much better a grouping can be below it. A proof that makes no progress ends after about
a second. --effort 10 allows ten times the work, --prove any amount, and --prove=no or
--fast leave the proof out. The proof is in the frontier file, and 'dibmap verify' checks
it. Where the proof does not apply or takes long, dynamic programming goes over all
groupings of few values; --search dp does only that, for up to 20.

With --order linear, only groups of neighbours in the table's order are considered:
the order of the rows of a matrix, and for values of records the order of numbers if all
are numbers, else of names. With --order circular, the last is next to the first. All
optimal groupings of this kind are found.`

func (f *searchFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.method, "search", "auto", "search by this `METHOD`: auto, local, merge or dp")
	flags.StringVar(&f.order, "order", "", "consider only groups of neighbours, in this `ORDER` of the table: linear, circular or none (default the order of X, if it has one)")
	flags.Float64Var(&f.effort, "effort", 1, "take `X` times as many steps of search and proof; merge has no limit")
	flags.StringVar(&f.epsilon, "epsilon", "", "search depth of merge or local in `BITS`: 0 is greedy, inf tries every grouping")
	flags.Uint64Var(&f.seed, "seed", 0, "draw survivors from seed `N`, only for an epsilon between 0 and inf")
	flags.BoolVar(&f.fast, "fast", false, "search only, without a proof: short for --prove=no")
	f.prove.Add(cmd)
	flags.BoolVar(&f.allPoints, "all-points", false, "keep all groupings of the frontier (default 20,000: the hull, the best for each number of groups, and others, about evenly in H(Z))")
	f.best.add(cmd)
	flags.BoolVar(&f.perK, "per-k", false, "find the Pareto-optimal groupings of each number of groups, too")
	flags.DurationVar(&f.timeLimit, "time-limit", 0, "finish after this `TIME`, such as 30s or 10m, with the groupings found so far (default none)")
	flags.StringVar(&f.memory, "max-memory", defaultMemory, "use about this `SIZE` of memory for the search and its table, such as 500MB")
	flags.IntVar(&f.workers, "workers", 0, "use `N` threads; the result does not depend on it (default one a core)")
}

// methods are the values of --search, except dynamic.
var methods = map[string]search.Method{"auto": search.Auto, "merge": search.Merge, "local": search.Local}

const dynamic = "dp"

// options checks the flags and returns the options of the search. given reports whether a
// flag is in the call.
func (f *searchFlags) options(given func(flag string) bool) (opts search.Options, err error) {
	var known bool
	if opts.Method, known = methods[f.method]; !known && f.method != dynamic {
		return opts, fmt.Errorf("--search is %q: want auto, local, merge or dp", f.method)
	}
	f.asked = slices.ContainsFunc([]string{"search", "epsilon", "effort", "prove", "from", bestUpTo}, given)
	if err := f.best.check(given); err != nil {
		return opts, err
	}
	if err := f.checkProgram(given); err != nil {
		return opts, err
	}
	if err := f.checkProof(given); err != nil {
		return opts, err
	}
	if given("epsilon") {
		opts.Epsilon, err = strconv.ParseFloat(f.epsilon, 64)
		switch {
		case err != nil || !(opts.Epsilon >= 0):
			return opts, fmt.Errorf("--epsilon is %q: want a number of bits, 0 or more, or inf", f.epsilon)
		case given("search") && opts.Method == search.Auto:
			return opts, errors.New("--search auto chooses its own epsilons: leave --epsilon out, or --search")
		case opts.Method == search.Auto:
			opts.Method = search.Merge // also with epsilon 0
		}
	}
	switch {
	case !(f.effort > 0) || math.IsInf(f.effort, 1):
		return opts, fmt.Errorf("--effort is %g: want a number above 0, such as 10 for ten times the default", f.effort)
	case f.from == "" && given("from"):
		return opts, errors.New("--from is empty: name a frontier file, or last")
	case f.from == "-":
		return opts, errors.New("--from - would read standard input: name a frontier file, or last")
	case f.from != "" && (opts.Method == search.Merge || math.IsInf(opts.Epsilon, 1)):
		return opts, errors.New("--from is for a local search, and --search merge or --epsilon asks for another one: leave it out")
	case given("effort") && opts.Method == search.Merge:
		return opts, errors.New("--effort does not limit a search by merging, which --search merge or --epsilon asks for: leave it out; --time-limit does")
	case f.timeLimit < 0:
		return opts, fmt.Errorf("--time-limit is %v: want a time above zero, such as 30s", f.timeLimit)
	}
	if opts.MaxMemory, err = parseSize(f.memory); err != nil {
		return opts, fmt.Errorf("--max-memory is %q: %w", f.memory, err)
	}
	if opts.MaxMemory < resources.MinMemory {
		return opts, fmt.Errorf("--max-memory is %q: want at least 16MiB", f.memory)
	}
	opts.Effort, opts.Seed, opts.Workers, opts.PerK = f.effort, f.seed, f.workers, f.perK
	if !f.allPoints {
		opts.MaxPoints = foundPoints
	}
	return opts, nil
}

// readEarlier reads the frontier that --from names, or returns nil.
func (f *searchFlags) readEarlier(s cli.Streams) (*frontier.Frontier, error) {
	if f.from == "" {
		return nil, nil //nolint:nilnil // no earlier result is named
	}
	earlier, err := input.ReadFrontier(f.from, s)
	if err != nil {
		return nil, err
	}
	return earlier, input.CheckAssigned(f.from, earlier.At(0))
}

// checkProgram refuses flags that a dynamic program does not use, if the call asks for one. It allows --prove=no, so
// that callers that map many columns need not know which columns have an order.
func (f *searchFlags) checkProgram(given func(flag string) bool) error {
	for _, flag := range []string{"search", "epsilon", "effort", "prove", "from"} {
		if given(flag) && (flag != "prove" || f.prove == cli.ProveYes) {
			f.free = append(f.free, "--"+flag)
		}
	}
	if f.order == "none" {
		f.order, f.free = "", nil
		f.anyGroups = true
	} else if given("order") {
		if order := exact.Order(f.order); order != exact.Linear && order != exact.Circular {
			return fmt.Errorf("--order is %q: want linear, circular or none", f.order)
		}
		if len(f.free) > 0 {
			return fmt.Errorf("--order goes over all groups of neighbours in its own way: leave %s out", f.free[0])
		}
		return nil
	}
	for _, flag := range []string{"epsilon", "effort", "from"} {
		if f.method == dynamic && given(flag) {
			return fmt.Errorf("--search dp goes over all groupings at once: leave --%s out", flag)
		}
	}
	return nil
}

// settle takes over the order of X, unless the call names one, and the trend of groups in this order.
func (f *searchFlags) settle(ctx context.Context, p *input.Problem, memory int64) error {
	if err := f.settleOrder(p); err != nil {
		return err
	}
	return f.direct(ctx, p, memory)
}

// settleOrder ignores --effort, so that callers that map many columns can set it.
func (f *searchFlags) settleOrder(p *input.Problem) error {
	order := p.XScales.Order()
	f.free = slices.DeleteFunc(f.free, func(flag string) bool { return flag == "--effort" })
	switch additive := p.Problem.Traits().Cluster != nil; {
	case p.Limits.Second != nil && (f.order != "" || order != "" && !f.anyGroups):
		return errors.New("--max-leak limits a search for groups of any values, and these are neighbours in an order: leave it out and choose from the map by 'dibmap select --max-leak', or take groups of any values by --order none")
	case order == "" || f.anyGroups:
		return nil
	case f.order == "" && len(f.free) > 0:
		return fmt.Errorf("%s applies to groups of any values, and the groups of %s are neighbours in their order: leave it out, or add --order none", f.free[0], p.XScales[0].Column)
	case f.order == "" && !additive:
		return fmt.Errorf("groups of neighbours, such as of %s, need objectives that are sums over the groups, unlike the objectives of %s: leave it out, or add --order none", p.XScales[0].Column, posedBy(p.Problem))
	case f.order == "":
		f.order = string(order)
	}
	return nil
}

// checkProof checks the flags of proofs. A search other than the default has a proof only on request.
func (f *searchFlags) checkProof(given func(flag string) bool) error {
	if err := f.prove.Check(); err != nil {
		return err
	}
	switch {
	case f.fast && given("prove"):
		return errors.New("--fast is short for --prove=no: leave one of them out")
	case f.fast, f.prove == cli.ProveAuto && (given("epsilon") || given("search") && f.method != "auto"):
		f.prove = cli.ProveNo
	}
	return nil
}

// within searches and proves as far as the flags and the clock allow, and records the time taken. It enters each
// stage except the first in the display.
func (f *searchFlags) within(ctx context.Context, p *input.Problem, opts search.Options, clock cli.Clock, display *progress.Display) (*frontier.Frontier, error) {
	if err := f.checkProvable(p); err != nil {
		return nil, err
	}
	if err := f.checkPerK(p); err != nil {
		return nil, err
	}
	defer display.Within(ctx)
	ctx, cancel := clock.Within(ctx)
	defer cancel()
	return f.state.frontier(ctx, "found", f.key(p, opts), func() (fr *frontier.Frontier, err error) {
		start := time.Now()
		if opts.Checkpoint, opts.Resume, err = f.state.hooks(searchSection); err == nil {
			fr, err = f.frontier(ctx, p, opts, clock.Share(f.best.searchShare()), display)
		}
		if err == nil {
			display.Within(ctx)
			fr, err = f.bestOf(ctx, p, fr, opts, display.Enter)
		}
		if err != nil {
			return nil, err
		}
		fr.Search.Seconds = time.Since(start).Seconds()
		return fr, nil
	})
}

// frontier searches, and proves as far as the flags ask.
func (f *searchFlags) frontier(ctx context.Context, p *input.Problem, opts search.Options, clock cli.Clock, display *progress.Display) (*frontier.Frontier, error) {
	ctx, cancel := clock.Within(ctx)
	defer cancel()
	display.Within(ctx)
	opts.Limits = p.Limits
	if err := f.state.ofMethod(f.programmed(p.Problem, opts), f.posed(p)); err != nil {
		return nil, err
	}
	exactly := exact.Options{MaxMemory: opts.MaxMemory, Workers: opts.Workers, Enter: display.Enter, Observe: opts.Observe, Limits: p.Limits, Effort: f.prove.Effort(f.effort)}
	r, err := f.find(ctx, p.Problem, opts, exactly)
	if err == nil && f.proves(r) {
		begun := r
		err = f.state.goOn(ctx, "proof", func(keep func(func() []byte, bool), resume []byte) (err error) {
			exactly.Checkpoint, exactly.Resume = keep, resume
			r, err = exact.Solve(ctx, p.Problem, begun, exactly)
			return err
		})
	}
	if err != nil {
		return nil, err
	}
	return f.thin(r.Frontier), nil
}

// proves reports whether a proof follows a search. After a search that was thinned to fit into memory, it follows only
// on request.
func (f *searchFlags) proves(found *search.Result) bool {
	thinned := found.Frontier.Search.Resolution > 0
	return f.order == "" && (f.prove == cli.ProveYes || f.prove == cli.ProveAuto && !thinned)
}

// thin limits a frontier to keptPoints, unless all points are wanted.
func (f *searchFlags) thin(fr *frontier.Frontier) *frontier.Frontier {
	if f.allPoints {
		return fr
	}
	return fr.Thin(keptPoints)
}

// checkProvable refuses --prove for problems without a proof.
func (f *searchFlags) checkProvable(p *input.Problem) error {
	if f.prove != cli.ProveYes {
		return nil
	}
	d := p.Problem.Describe()
	most, n := exact.SolvedRows(p.Problem, p.Limits), p.Problem.Rows()
	switch {
	case p.Limits.Second != nil:
		return errors.New("--prove: there is no proof under --max-leak: leave one of them out")
	case most == 0:
		return fmt.Errorf("--prove: there is no proof for %s: leave it out", posedBy(p.Problem))
	case n <= most:
		return nil
	case most < exact.MaxProvedRows && (!p.Limits.IsZero() || !d.Constraints.IsZero()):
		return fmt.Errorf("--prove takes up to %d values of X with constraints, and there are %s: leave it out, or %s", most, wording.Number(n), listing.FewerValues(p.XScales))
	case most < exact.MaxProvedRows:
		return fmt.Errorf("--prove takes up to %d rows with %s, and there are %s: leave it out, or %s", most, posedBy(p.Problem), wording.Number(n), listing.FewerValues(p.XScales))
	default:
		return fmt.Errorf("--prove takes up to %d values of X, and there are %s: leave it out, or %s", most, wording.Number(n), listing.FewerValues(p.XScales))
	}
}

// checkPerK refuses --per-k for large tables, and for problems whose frontier answers already.
func (f *searchFlags) checkPerK(p *input.Problem) error {
	switch most, n := way.SweptRows, p.Problem.Rows(); {
	case !f.perK:
	case p.Problem.Traits().LogK:
		return fmt.Errorf("--per-k: the frontier of %s has one grouping for each number of groups, the best: leave it out", posedBy(p.Problem))
	case f.order == "" && n > most:
		return fmt.Errorf("--per-k takes up to %d values of X, and there are %s: leave it out, or %s", most, wording.Number(n), listing.FewerValues(p.XScales))
	}
	return nil
}

// find answers by the search or the dynamic program that the flags ask for.
func (f *searchFlags) find(ctx context.Context, p problem.Problem, opts search.Options, exactly exact.Options) (*search.Result, error) {
	exactly.Order, exactly.Sets = exact.Order(f.order), f.method == dynamic
	flag := "--search dp"
	if f.order != "" {
		flag = "--order"
	}
	if p.Traits().Cluster == nil && (f.order != "" || exactly.Sets) {
		return nil, fmt.Errorf("%s needs objectives that are sums over the groups, unlike the objectives of %s: leave it out", flag, posedBy(p))
	}
	return exact.Find(ctx, p, opts, exactly)
}

// posedBy returns the flag that chose a problem.
func posedBy(p problem.Problem) string {
	d := p.Describe()
	if d.Estimator != "" {
		return "--estimator " + d.Estimator
	}
	return "--problem " + d.Kind
}

// programmed reports whether a dynamic program replaces the search. It keeps no state to continue from.
func (f *searchFlags) programmed(p problem.Problem, opts search.Options) bool {
	return solve.Way(p, opts, exact.Options{Order: exact.Order(f.order), Sets: f.method == dynamic}).Program()
}

// firstStage names what a search does before the epsilon rounds.
func (f *searchFlags) firstStage(opts search.Options) string {
	switch {
	case f.order != "" || f.method == dynamic:
		return "dynamic programming"
	case math.IsInf(opts.Epsilon, 1):
		return "all groupings"
	case opts.Method == search.Merge:
		return "merging"
	default:
		return "local search"
	}
}

// units are the units of sizes in bytes.
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

package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"sync"

	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/search"
	"github.com/dibmap/dibmap/table"
)

// groups is how many groups of letters are the rows of the table that is used unless
// another is given: as many as the paper's, and few enough to enumerate all clusterings.
const groups = 10

// exact stands for the size of a sample that shows the distribution itself.
const exact int64 = 0

// The grid of settings: every size with every search depth, in bits.
var (
	sizes    = []int64{100, 300, 1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6, 3e6, 1e7, exact}
	epsilons = []float64{0, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1}
)

// setting is what a run depends on, apart from the table.
type setting struct {
	size    int64
	epsilon float64
	seed    uint64 // of the sample and of the search
}

// score is the outcome of a run.
type score struct {
	setting
	seen  int // rows of which the sample has a record
	found int // points on the sample's frontier
	right int // those of them that are on the true frontier
	truth int // points on the true frontier
}

// precision is the part of what was found that is true.
func (s score) precision() float64 { return float64(s.right) / float64(max(s.found, 1)) }

// recall is the part of what is true that was found.
func (s score) recall() float64 { return float64(s.right) / float64(s.truth) }

// experiment is a distribution and its true frontier.
type experiment struct {
	table *joint.Joint
	truth map[partition.Packed]bool
}

// openTable reads a matrix or, without a name, groups the letters as the most informative
// point of their frontier does.
func openTable(ctx context.Context, name string) (*joint.Joint, error) {
	letters := name == ""
	if letters {
		name = "@alphabet"
	}
	t, err := table.Open(ctx, name, table.Options{})
	if err != nil {
		return nil, err
	}
	j, err := t.Joint()
	if err != nil || !letters {
		return j, err
	}
	r, err := search.Map(ctx, search.DIB(j), search.Options{})
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p, ok := r.Frontier.WithClusters(groups)
	if !ok {
		return nil, fmt.Errorf("the frontier of %s has no point of %d clusters", name, groups)
	}
	return j.Coarsen(p.Assignment()), nil
}

// newExperiment finds the true frontier of a table of up to 14 rows by enumeration.
func newExperiment(ctx context.Context, j *joint.Joint) (*experiment, error) {
	e := &experiment{table: j}
	var err error
	e.truth, err = frontierOf(ctx, j, search.Options{Epsilon: math.Inf(1)})
	return e, err
}

// frontierOf returns the clusterings that a search finds.
func frontierOf(ctx context.Context, j *joint.Joint, o search.Options) (map[partition.Packed]bool, error) {
	r, err := search.Map(ctx, search.DIB(j), o)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	found := make(map[partition.Packed]bool, r.Frontier.Len())
	for p := range r.Frontier.All() {
		found[partition.Pack(p.Assignment())] = true
	}
	return found, nil
}

// grid returns all settings, in the order of sizes, then depths, then seeds from 0.
func grid(sizes []int64, epsilons []float64, seeds int) []setting {
	var all []setting
	for _, size := range sizes {
		for _, epsilon := range epsilons {
			for seed := range seeds {
				all = append(all, setting{size, epsilon, uint64(seed)})
			}
		}
	}
	return all
}

// run draws a sample, maps it, and compares the result with the truth.
//
// A point that was found is right if its clustering is that of a point of the true
// frontier. Of a sample without a record of some row none is: nothing in it says to which
// cluster that row belongs, so its points are no clusterings of all rows. Of clusterings
// that tie in a sample the frontier has one, and only that one counts.
func (e *experiment) run(ctx context.Context, s setting) (score, error) {
	result := score{setting: s, truth: len(e.truth)}
	j, err := e.sample(s)
	switch {
	case errors.Is(err, joint.ErrOneRow) || errors.Is(err, joint.ErrOneColumn):
		return result, nil // a sample with which nothing can be found
	case err != nil:
		return result, err
	}
	found, err := frontierOf(ctx, j, search.Options{Method: search.Merge, Epsilon: s.epsilon, Seed: s.seed, Workers: 1})
	if err != nil {
		return result, err
	}
	result.seen, result.found = j.Rows(), len(found)
	// The rows of a sample keep their order, so clusterings of all of them can be compared.
	// One of fewer rows is a shorter string, and equals none.
	for c := range found {
		if e.truth[c] {
			result.right++
		}
	}
	return result, nil
}

// sample draws the sample of a setting. Samples of one size and seed are the same for every
// search depth, which makes these comparable.
func (e *experiment) sample(s setting) (*joint.Joint, error) {
	if s.size == exact {
		return e.table, nil
	}
	counts, err := e.table.Sample(s.size, s.seed)
	if err != nil {
		return nil, err
	}
	var cells []joint.Cell
	for x := range e.table.Rows() {
		columns, _ := e.table.Row(x)
		for _, y := range columns {
			cells = append(cells, joint.Cell{X: int32(x), Y: y, Value: float64(counts[len(cells)])})
		}
	}
	return joint.New(e.table.XLabels(), e.table.YLabels(), cells)
}

// measure makes all runs, as many at a time as there are workers, and returns their scores
// in the order of the settings. It calls observe, one call at a time, after each of them.
func (e *experiment) measure(ctx context.Context, settings []setting, workers int, observe func(done, all int)) ([]score, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	scores := make([]score, len(settings))
	var (
		group      sync.WaitGroup
		mutex      sync.Mutex
		next, done int
	)
	// take returns the next setting. The last ones take the longest and come first, so
	// that no worker is left alone with one.
	take := func() (int, bool) {
		mutex.Lock()
		defer mutex.Unlock()
		next++
		return len(settings) - next, next <= len(settings)
	}
	for range workers {
		group.Go(func() {
			for n, ok := take(); ok; n, ok = take() {
				s, err := e.run(ctx, settings[n])
				if err != nil {
					cancel(err)
					return
				}
				mutex.Lock()
				scores[n] = s
				done++
				observe(done, len(settings))
				mutex.Unlock()
			}
		})
	}
	group.Wait()
	return scores, context.Cause(ctx)
}

// writeCSV writes a line for each run. The size of what is no sample is inf, and r is the
// number of records for every cell of the size that the entropy gives the table.
func (e *experiment) writeCSV(w io.Writer, scores []score) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{"n", "r", "epsilon", "seed", "rows_seen", "found", "right", "true", "precision", "recall"}); err != nil {
		return err
	}
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	for _, s := range scores {
		size, ratio := "inf", "inf"
		if s.size != exact {
			size, ratio = strconv.FormatInt(s.size, 10), number(float64(s.size)/math.Exp2(e.table.HXY()))
		}
		if err := out.Write([]string{
			size, ratio, number(s.epsilon), strconv.FormatUint(s.seed, 10), strconv.Itoa(s.seen),
			strconv.Itoa(s.found), strconv.Itoa(s.right), strconv.Itoa(s.truth), number(s.precision()), number(s.recall()),
		}); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

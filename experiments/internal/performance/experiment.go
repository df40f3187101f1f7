// Package performance measures how much of a distribution's frontier is found in a sample:
// the precision and the recall of the frontier of a multinomial sample against the true
// one, by the size of the sample and the depth of the search.
//
//  1. [Open] reads the distribution, and [New] finds its true frontier by enumeration;
//  2. [Grid] lists the runs, and [Experiment.Measure] makes them;
//  3. [Chart] and [Experiment.WriteCSV] show the results.
//
// The results depend on the table and the settings alone.
package performance

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
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
	"github.com/dibmap/dibmap/table"
)

// Groups is the number of groups of letters in the rows of the default table: the number in the
// paper, which is small enough to enumerate all clusterings.
const Groups = 10

// Exact as the size of a sample means the distribution itself.
const Exact int64 = 0

// The grid of settings: every size with every search depth, in bits.
var (
	sizes    = []int64{100, 300, 1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6, 3e6, 1e7, Exact}
	epsilons = []float64{0, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1}
)

// Setting is what a run depends on, apart from the table.
type Setting struct {
	Size    int64   // records, or [Exact]
	Epsilon float64 // bits
	Seed    uint64  // of the sample and of the search
}

// Score is the outcome of a run.
type Score struct {
	Setting
	Seen  int // rows with a record in the sample
	Found int // points on the sample's frontier
	Right int // points that are on the true frontier
	Truth int // points on the true frontier
}

// Precision returns the share of the points found that are on the true frontier.
func (s Score) Precision() float64 { return float64(s.Right) / float64(max(s.Found, 1)) }

// Recall returns the share of the true frontier that was found.
func (s Score) Recall() float64 { return float64(s.Right) / float64(s.Truth) }

// Experiment is a distribution and its true frontier.
type Experiment struct {
	table *joint.Joint
	truth map[partition.Packed]bool
}

// Open reads a matrix or, without a name, groups the letters of @alphabet.
func Open(ctx context.Context, name string) (*joint.Joint, error) {
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
	return Group(ctx, j, search.Options{})
}

// Group groups the rows of a table by the most informative point of its frontier with [Groups]
// clusters, given the options of the search for the frontier.
func Group(ctx context.Context, j *joint.Joint, o search.Options) (*joint.Joint, error) {
	r, err := search.Map(ctx, problem.DIB(j), o)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p, ok := r.Frontier.WithClusters(Groups)
	if !ok {
		return nil, fmt.Errorf("the frontier has no point of %d clusters: give a table of more rows", Groups)
	}
	return j.Coarsen(p.Assignment()), nil
}

// New finds the true frontier of a table of up to 14 rows by enumeration.
func New(ctx context.Context, j *joint.Joint) (*Experiment, error) {
	e := &Experiment{table: j}
	var err error
	e.truth, err = frontierOf(ctx, j, search.Options{Epsilon: math.Inf(1)})
	return e, err
}

// Truth returns the number of points on the true frontier.
func (e *Experiment) Truth() int { return len(e.truth) }

// Cells returns 2^H(X,Y), an effective number of cells to compare samples of different tables.
func (e *Experiment) Cells() float64 { return math.Exp2(e.table.HXY()) }

// frontierOf returns the clusterings that a search finds.
func frontierOf(ctx context.Context, j *joint.Joint, o search.Options) (map[partition.Packed]bool, error) {
	r, err := search.Map(ctx, problem.DIB(j), o)
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

// Grid returns all settings, in the order of sizes, then depths, then seeds from 0 on.
func Grid(seeds int) []Setting { return grid(sizes, epsilons, seeds) }

func grid(sizes []int64, epsilons []float64, seeds int) []Setting {
	var all []Setting
	for _, size := range sizes {
		for _, epsilon := range epsilons {
			for seed := range seeds {
				all = append(all, Setting{size, epsilon, uint64(seed)})
			}
		}
	}
	return all
}

// run draws a sample, maps it, and compares the result with the truth.
//
// A point is right if the true frontier has its clustering. If a sample lacks a row, no point is
// right, because its clusterings are not of all rows. Of clusterings that tie in a sample, only
// the one on the frontier counts.
func (e *Experiment) run(ctx context.Context, s Setting) (Score, error) {
	result := Score{Setting: s, Truth: len(e.truth)}
	j, err := e.sample(s)
	switch {
	case errors.Is(err, joint.ErrTooSmall):
		return result, nil // the sample has nothing to find
	case err != nil:
		return result, err
	case j.Rows() == 1 || j.Cols() == 1:
		return result, nil // nor here
	}
	found, err := frontierOf(ctx, j, search.Options{Method: search.Merge, Epsilon: s.Epsilon, Seed: s.Seed, Workers: 1})
	if err != nil {
		return result, err
	}
	result.Seen, result.Found = j.Rows(), len(found)
	// The rows of a sample keep their order, so clusterings of all rows can be compared. A
	// clustering of fewer rows is a shorter string, and differs from all of them.
	for c := range found {
		if e.truth[c] {
			result.Right++
		}
	}
	return result, nil
}

// sample draws the sample of a setting. Samples of one size and seed are the same for every
// search depth, so that depths can be compared.
func (e *Experiment) sample(s Setting) (*joint.Joint, error) {
	if s.Size == Exact {
		return e.table, nil
	}
	return e.table.SampleTable(s.Size, s.Seed)
}

// Measure makes all runs, one at a time per worker, and returns their scores in the order of the
// settings. It calls observe, one call at a time, after each run.
func (e *Experiment) Measure(ctx context.Context, settings []Setting, workers int, observe func(done, all int)) ([]Score, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	scores := make([]Score, len(settings))
	var (
		group      sync.WaitGroup
		mutex      sync.Mutex
		next, done int
	)
	// take returns the next setting. The last ones take the longest and are taken first, so that
	// the workers end at about the same time.
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

// WriteCSV writes a line for each run. The size is inf for the distribution itself, and r is the
// number of records for each of the [Experiment.Cells] cells.
func (e *Experiment) WriteCSV(w io.Writer, scores []Score) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{"n", "r", "epsilon", "seed", "rows_seen", "found", "right", "true", "precision", "recall"}); err != nil {
		return err
	}
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	for _, s := range scores {
		size, ratio := "inf", "inf"
		if s.Size != Exact {
			size, ratio = strconv.FormatInt(s.Size, 10), number(float64(s.Size)/e.Cells())
		}
		if err := out.Write([]string{
			size, ratio, number(s.Epsilon), strconv.FormatUint(s.Seed, 10), strconv.Itoa(s.Seen),
			strconv.Itoa(s.Found), strconv.Itoa(s.Right), strconv.Itoa(s.Truth), number(s.Precision()), number(s.Recall()),
		}); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

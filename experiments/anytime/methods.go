package main

import (
	"context"
	"errors"
	"runtime"
	"time"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/baseline"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// method is a way to group the values of X.
type method struct {
	id, title string
	// run runs the method on a table, and adds what it measures there under the method's id.
	run func(ctx context.Context, s *subject, id string) error
}

// methods returns the methods in the order of their runs. The first computes the frontier for the
// comparison with the others.
func methods() []method {
	return []method{
		{"sweeps", "dibmap, sweeps", searches(search.Auto, searchLimits)},
		{"local", "dibmap, local search", searches(search.Local, searchLimits)},
		{"sib", "sib", sib},
		{"agglomerative-ib", "agglomerative IB", agglomerative},
		{"dib", "DIB by annealing", annealing},
		{"brown", "Brown clusters", brown},
	}
}

// Settings of the methods: seconds, numbers of clusters, and places in the window of Brown clusters.
var (
	searchLimits = []float64{0.5, 1, 2, 5, 10, 20, 30, 60}
	dibLimits    = []float64{20, 60, 180}
	sibClusters  = []int{2, 5, 10, 20, 50, 100, 200, 500}
	windows      = []int{10, 20, 50, 100, 200, 500}
)

// mostSeconds is the time limit of a method without a limit of its own. Unfinished groupings do not
// count.
const mostSeconds = 600

// searches returns the run of a search of dibmap, once for each limit.
func searches(by search.Method, limits []float64) func(context.Context, *subject, string) error {
	return func(ctx context.Context, s *subject, id string) error {
		for _, limit := range limits {
			var r *search.Result
			seconds, err := timed(ctx, limit, func(ctx context.Context) (err error) {
				r, err = search.Map(ctx, problem.DIB(s.joint), search.Options{Method: by, Effort: untilLimit})
				return err
			})
			if err != nil {
				return err
			}
			if by == search.Auto {
				s.frontier = r.Frontier
			}
			s.add(measurement{method: id, setting: limit, seconds: seconds, area: r.Frontier.Hypervolume(), groupings: r.Frontier.Len()})
			if r.Status != frontier.StatusDeadline {
				break // it does not use the time
			}
		}
		return ctx.Err()
	}
}

// untilLimit is an effort that no search has spent when its time is up.
const untilLimit = 1000

// agglomerative measures agglomerative IB, whose groupings are known when all merges are done.
func agglomerative(ctx context.Context, s *subject, id string) error {
	r, seconds, err := s.baseline(ctx, id, mostSeconds, baseline.Options{Clusters: upTo(s.joint.Rows())})
	if err != nil || r.Status == baseline.Stopped {
		return err
	}
	s.compare(measurement{method: id, seconds: seconds}, r.Clusterings, false)
	return nil
}

// brown measures Brown clusters, one window after the other. A window has groupings of all smaller
// numbers of clusters as well.
func brown(ctx context.Context, s *subject, id string) error {
	var sum float64
	for _, places := range windows {
		if places >= s.joint.Rows() {
			break
		}
		r, seconds, err := s.baseline(ctx, id, mostSeconds-sum, baseline.Options{Clusters: upTo(places)})
		if err != nil || r.Status == baseline.Stopped {
			return err
		}
		sum += seconds
		s.compare(measurement{method: id, setting: float64(places), seconds: sum}, r.Clusterings, true)
	}
	return nil
}

// annealing measures the deterministic information bottleneck at betas that are refined until time
// is up.
func annealing(ctx context.Context, s *subject, id string) error {
	for _, limit := range dibLimits {
		r, seconds, err := s.baseline(ctx, id, limit, baseline.Options{Seed: seed})
		if err != nil {
			return err
		}
		s.compare(measurement{method: id, setting: limit, seconds: seconds}, r.Clusterings, false)
		if r.Status == baseline.Finished {
			break
		}
	}
	return nil
}

// seed is the seed of all random starts.
const seed = 1

// baseline runs a method of package baseline for at most some seconds.
func (s *subject) baseline(ctx context.Context, id string, limit float64, o baseline.Options) (r baseline.Result, seconds float64, err error) {
	m, err := baseline.Named(id)
	if err != nil {
		return r, 0, err
	}
	seconds, err = timed(ctx, limit, func(ctx context.Context) (err error) {
		r, err = m.Run(ctx, s.joint, o)
		return err
	})
	if r.Status == baseline.Stopped {
		s.tell("%s, %s is stopped after %.0f s\n", s.name, id, seconds)
	}
	return r, seconds, errors.Join(err, ctx.Err())
}

// timed does something with a limit in seconds, and returns the seconds that it took. It begins
// with little garbage in memory.
func timed(ctx context.Context, limit float64, do func(context.Context) error) (seconds float64, err error) {
	runtime.GC()
	start := time.Now()
	ctx, cancel := context.WithTimeout(ctx, time.Duration(limit*float64(time.Second)))
	defer cancel()
	err = do(ctx)
	return time.Since(start).Seconds(), err
}

// upTo returns the numbers from 1 to k.
func upTo(k int) (list []int) {
	for n := 1; n <= k; n++ {
		list = append(list, n)
	}
	return list
}

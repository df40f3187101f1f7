package evidence

import (
	"context"
	"fmt"
	"math"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/keyed"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/partition"
)

// scoring scores the picks of a fold. Most clusters are in many of them, and are scored once.
type scoring struct {
	*fold
	records  float64 // held out, in all folds
	grid     []float64
	known    map[keyed.Key]int32 // the places of clusters in the list, by their keys
	clusters []distinct

	gatherers []gatherer // of the workers
	waiting   []task
	rows      []int32 // of the tasks
	enough    int     // the number of rows at which the tasks are done
}

// distinct is a cluster that one or more picks have.
type distinct struct {
	likely   []float64 // leave-one-out information for every concentration, of this cluster's records
	outcomes []outcome // for every concentration that a pick with this cluster has
}

// outcome is what held-out records say of a cluster.
type outcome struct {
	a float64 // the concentration
	moments
}

// task is a computation for a cluster, or for one of its outcomes.
type task struct {
	cluster, outcome int
	number           int // of the cluster in the clustering that it was met in
	from, to         int // its rows in the list of the rows of all tasks
}

// enoughRows keep all workers busy. The rows of all clusters at once would take more memory than anything else.
const enoughRows = 1 << 18

func newScoring(f *fold, v *validation) *scoring {
	s := &scoring{fold: f, records: v.records, grid: concentrations(f.records), known: make(map[keyed.Key]int32), gatherers: make([]gatherer, v.workers), enough: enoughRows}
	if f.shrunk { // enough, and records that chose their clusters would choose too small a concentration
		s.grid = s.grid[:1]
		if v.Problem.Smooth > f.records { // rows differ by no more than chance
			s.grid[0] = math.Inf(1)
		}
	}
	for w := range s.gatherers {
		s.gatherers[w] = gatherer{training: make([]float64, f.columns), held: make([]float64, f.columns)}
	}
	return s
}

// pick makes picks of points, with the likelihoods of their clusters.
func (s *scoring) pick(ctx context.Context, points []frontier.Point) error {
	s.keys = keyed.RowKeys(len(s.labels))
	before := partition.Canonical(make([]int, len(s.place))) // one cluster
	tree := partition.NewTreeBuilder(len(s.place))
	likelihood := func(g *gatherer, t task) {
		s.clusters[t.cluster].likely = s.likelihood(g, s.rows[t.from:t.to], s.grid)
	}
	for n, p := range points {
		a := p.Assignment()
		if a == nil {
			return fmt.Errorf("%w to a frontier without clusterings", errOther)
		}
		own := make(partition.Partition, len(s.place))
		for x, at := range s.place {
			own[x] = a[at]
		}
		own = partition.Canonical(own)
		if _, err := tree.Add(n-1, partition.Difference(before, own)); err != nil {
			return err
		}
		before = own
		var tasks []task
		for c, key := range keyed.ClusterKeys(nil, s.keys, own) {
			if _, ok := s.known[key]; !ok {
				s.known[key] = int32(len(s.clusters))
				tasks = append(tasks, task{cluster: len(s.clusters), number: c})
				s.clusters = append(s.clusters, distinct{})
			}
		}
		if err := s.wait(ctx, own, tasks, likelihood); err != nil {
			return err
		}
	}
	s.picks, s.clusterings = make([]pick, len(points)), tree.Tree()
	return s.work(ctx, likelihood)
}

// outcomes chooses the concentrations of the picks, and scores their clusters.
func (s *scoring) outcomes(ctx context.Context) error {
	score := func(g *gatherer, t task) {
		o := &s.clusters[t.cluster].outcomes[t.outcome]
		o.moments = s.scoreCluster(g, s.rows[t.from:t.to], o.a, s.records)
	}
	for n := range s.picks {
		p, clustering := &s.picks[n], s.clusteringOf(n)
		own := s.placesOf(clustering)
		p.a = s.chosen(own)
		var tasks []task
		for c, at := range own {
			d := &s.clusters[at]
			if d.at(p.a) == nil {
				tasks = append(tasks, task{cluster: int(at), outcome: len(d.outcomes), number: c})
				d.outcomes = append(d.outcomes, outcome{a: p.a})
			}
		}
		if err := s.wait(ctx, clustering, tasks, score); err != nil {
			return err
		}
	}
	return s.work(ctx, score)
}

// outcome returns what the held-out records of known rows say of a pick.
func (s *scoring) outcome(pick int) (m moments) {
	for _, c := range s.placesOf(s.clusteringOf(pick)) {
		m.join(s.clusters[c].at(s.picks[pick].a).moments)
	}
	return m
}

// at returns the outcome for a concentration; nil if there is none.
func (d *distinct) at(a float64) *outcome {
	for n := range d.outcomes {
		if d.outcomes[n].a == a {
			return &d.outcomes[n]
		}
	}
	return nil
}

// placesOf returns the places of the clusters of a clustering in the list. O(rows): the lists of all picks would
// take more memory than anything else.
func (s *scoring) placesOf(clustering partition.Partition) (places []int32) {
	return lists.Map(keyed.ClusterKeys(nil, s.keys, clustering), func(key keyed.Key) int32 { return s.known[key] })
}

// chosen returns the concentration of the largest leave-one-out information of a clustering, given the places of its
// clusters, and the largest such concentration at a tie.
func (s *scoring) chosen(own []int32) float64 {
	best, most := 0, math.Inf(-1)
	for n := range s.grid {
		var sum float64
		for _, c := range own {
			sum += s.clusters[c].likely[n]
		}
		if sum >= most {
			best, most = n, sum
		}
	}
	return s.grid[best]
}

// wait adds tasks for clusters of a clustering to those that wait, and does them all once they have enough rows.
func (s *scoring) wait(ctx context.Context, clustering partition.Partition, tasks []task, do func(*gatherer, task)) error {
	if len(tasks) > 0 {
		members := clustering.Clusters()
		for _, t := range tasks {
			rows := members[t.number]
			t.from, t.to = len(s.rows), len(s.rows)+len(rows)
			for _, x := range rows {
				s.rows = append(s.rows, int32(x))
			}
			s.waiting = append(s.waiting, t)
		}
	}
	if len(s.rows) < s.enough {
		return ctx.Err()
	}
	return s.work(ctx, do)
}

// work does all tasks that wait.
func (s *scoring) work(ctx context.Context, do func(*gatherer, task)) error {
	err := pool.Each(ctx, len(s.gatherers), len(s.waiting), func(worker, n int) error {
		do(&s.gatherers[worker], s.waiting[n])
		return nil
	})
	s.waiting, s.rows = s.waiting[:0], s.rows[:0]
	return err
}

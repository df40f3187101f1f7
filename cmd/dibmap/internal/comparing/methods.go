package comparing

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/baseline"
	"github.com/dibmap/dibmap/internal/judge"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// ourName is the name of the search of this project in comparisons.
const ourName = "dibmap"

// contender is a method that takes part in a comparison.
type contender struct {
	name string
	// wanted means that the method was asked for by name. It is an error if such a method cannot be
	// run; other methods are left out.
	wanted  bool
	maxRows int // the largest number of values of X; 0 for any
	run     func(ctx context.Context, j *joint.Joint, observe func(search.Progress)) (findings, error)
}

// findings are the results of a contender.
type findings struct {
	clusterings iter.Seq[baseline.Clustering]
	soft        []baseline.CurvePoint
	status      string
	result      *search.Result // of a search
	seconds     float64
	external    bool // another program found them, in a time that is not known
}

// points returns the points of the results.
func (f *findings) points(j *joint.Joint) []judge.Point {
	if f.result != nil {
		return judge.PointsOf(f.result.Frontier)
	}
	return judge.Points(j, f.clusterings)
}

// searchBy returns a search of this project as a contender.
func (f *compareFlags) searchBy(name string, opts search.Options) contender {
	opts.Workers = f.opts.Workers
	return contender{name: name, run: func(ctx context.Context, j *joint.Joint, observe func(search.Progress)) (findings, error) {
		opts := opts
		opts.Observe = observe
		r, err := exact.Find(ctx, problem.DIB(j), opts, exact.Options{})
		if err != nil {
			return findings{}, err
		}
		status := string(r.Status)
		if r.Status == frontier.StatusConverged {
			status = baseline.Finished
		}
		return findings{clusterings: judge.ClusteringsOf(r.Frontier), status: status, result: r}, nil
	}}
}

// mapper returns the Pareto Mapper with a search depth in bits.
func (f *compareFlags) mapper(name string, epsilon float64) contender {
	return f.searchBy(name, search.Options{Method: search.Merge, Epsilon: epsilon, Seed: f.opts.Seed})
}

// baseline returns a method of package baseline.
func (f *compareFlags) baseline(m baseline.Method) contender {
	c := contender{name: m.Name, maxRows: m.MostRows}
	c.run = func(ctx context.Context, j *joint.Joint, _ func(search.Progress)) (findings, error) {
		r, err := m.Run(ctx, j, f.opts)
		if err != nil {
			return findings{}, err
		}
		if r.Status == baseline.Stopped {
			r.Status = string(resources.Cut(ctx))
		}
		return findings{clusterings: slices.Values(r.Clusterings), soft: r.Curve, status: r.Status}, nil
	}
	return c
}

// chosen returns the methods that --methods names, each once, after our own.
func (f *compareFlags) chosen() ([]contender, error) {
	list := []contender{f.searchBy(ourName, search.Options{})}
	add := func(c contender) {
		if !slices.ContainsFunc(list, func(other contender) bool { return other.name == c.name }) {
			list = append(list, c)
		}
	}
	if len(f.methods) == 1 && f.methods[0] == "none" {
		return list, nil
	}
	for _, name := range f.methods {
		if name = strings.TrimSpace(name); name == "all" {
			add(f.mapper("mapper", 0))
			for _, m := range baseline.Methods() {
				add(f.baseline(m))
			}
			continue
		}
		c, err := f.contender(name)
		if err != nil {
			return nil, err
		}
		c.wanted = true
		add(c)
	}
	return list, nil
}

// contender returns the method of a name.
func (f *compareFlags) contender(name string) (contender, error) {
	switch depth, deep := strings.CutPrefix(name, "mapper-"); {
	case name == ourName:
		return f.searchBy(name, search.Options{}), nil
	case name == "mapper":
		return f.mapper(name, 0), nil
	case deep:
		epsilon, err := strconv.ParseFloat(depth, 64)
		if err != nil || !(epsilon >= 0 && epsilon < 1e3) {
			return contender{}, fmt.Errorf("--methods has %q: want the search depth of the mapper in bits, such as mapper-0.01", name)
		}
		return f.mapper(name, epsilon), nil
	}
	m, err := baseline.Named(name)
	if err != nil {
		return contender{}, fmt.Errorf("--methods has %q: want %s, mapper, mapper-0.01, all or none", name, strings.Join(methodNames(), ", "))
	}
	return f.baseline(m), nil
}

// methodHelp describes the methods of package baseline, one a line.
const methodHelp = `  single, complete     linkage on Jensen-Shannon distances of the rows,
  average, ward        cut at every number of groups
  kmeans-jsd           k-means on p(y|x) by Jensen-Shannon divergence,
  kmeans-weighted-jsd  the same with rows weighted by p(x),
  kmeans               and by Euclidean distance
  kl-means             k-means by relative entropy, for channel quantisers
  dib, ib              Blahut-Arimoto, annealed over beta, made hard
  agglomerative-ib     greedy merging (Slonim and Tishby 1999)
  sequential-ib        moving one value at a time (Slonim and others 2002)
  brown                classes of adjacent words (Brown and others 1992)
  random               random groupings, 20 for each number of groups
`

func methodNames() (names []string) {
	return lists.Map(baseline.Methods(), func(m baseline.Method) string { return m.Name })
}

package sweeps

import (
	"github.com/dibmap/dibmap/internal/cluster"
	"github.com/dibmap/dibmap/partition"
)

// run is a path through clusterings.
type run struct {
	from  position // the beginning, in an earlier run; the first run is from run -1
	steps []cluster.Step
}

// position names a clustering by a run, the number of its first steps that are taken, and one more step unless that is
// none.
type position struct {
	run, at int32
	more    cluster.Step
}

// none means that no step follows.
var none = cluster.Step{Row: 0, To: -1 << 31}

// firstRun returns a run from the clustering of single rows to another clustering.
func firstRun(to partition.Partition) run {
	r := run{from: position{run: -1, more: none}}
	for _, rows := range to.Clusters() {
		for _, x := range rows[1:] {
			r.steps = append(r.steps, cluster.Step{Row: int32(rows[0]), To: ^int32(x)})
		}
	}
	return r
}

// labels returns the labels of a clustering, which are valid until the next call. O(steps from the first run).
func (e *engine) labels(at position) []int32 {
	var way []position
	for p := at; p.run >= 0; p = e.runs[p.run].from {
		way = append(way, p)
	}
	m := &e.replay
	m.Set(e.identity)
	for k := len(way) - 1; k >= 0; k-- {
		p := way[k]
		for _, s := range e.runs[p.run].steps[:p.at] {
			m.Apply(s)
		}
		if p.more != none {
			m.Apply(p.more)
		}
	}
	return m.Label
}

// start returns the labels of the first clustering of a run.
func (e *engine) start(r run) []int32 {
	if r.from.run < 0 {
		return e.identity
	}
	return e.labels(r.from)
}

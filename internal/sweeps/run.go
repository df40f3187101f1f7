package sweeps

import (
	"github.com/dibmap/dibmap/internal/cluster"
	"github.com/dibmap/dibmap/partition"
)

// run is a way through clusterings: where it begins, and its steps.
type run struct {
	from  position // in an earlier run; its run is -1 for the first
	steps []cluster.Step
}

// firstRun goes from where every row is a cluster to another clustering.
func firstRun(to partition.Partition) run {
	r := run{from: position{run: -1, more: none}}
	for _, rows := range to.Clusters() {
		for _, x := range rows[1:] {
			r.steps = append(r.steps, cluster.Step{Row: int32(rows[0]), To: ^int32(x)})
		}
	}
	return r
}

// labels returns the labels of a clustering. O(steps on the way from the first run).
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

// start returns the labels of the clustering with which a run begins.
func (e *engine) start(r run) []int32 {
	if r.from.run < 0 {
		return e.identity
	}
	return e.labels(r.from)
}

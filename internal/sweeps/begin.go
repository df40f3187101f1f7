package sweeps

import (
	"cmp"
	"context"
	"slices"

	"github.com/dibmap/dibmap/internal/cluster"
	"github.com/dibmap/dibmap/internal/contiguous"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

const (
	// mostNeighbours is the largest number of rows, or of runs of rows with nearly the same p(y|x), for which the hull is
	// computed, in a second of processor time.
	mostNeighbours = 1000
	// mostSteps is the largest number of steps of all runs to such clusterings: 16 MB.
	mostSteps = 2e6
)

// begin puts clusterings into the grid before the first sweep: the vertices of the hull if there are two columns, and
// the clusterings of Options.From. Sweeps in windows begin there, and reach clusterings below the hull.
func (e *engine) begin(ctx context.Context) {
	if len(e.runs) > 1 || e.opts.Within != nil {
		return
	}
	if e.source.Columns == 2 && e.opts.Limits == nil {
		e.beginWithHull(ctx, e.source)
	}
	if e.opts.From == nil {
		return
	}
	for f := range e.opts.From {
		if len(e.runs)*e.table.N > mostSteps || ctx.Err() != nil {
			return
		}
		e.beginAt(f)
	}
}

// beginAt puts a clustering into the grid if it satisfies the limits.
func (e *engine) beginAt(f partition.Partition) {
	r := run{from: position{0, 0, none}, steps: firstRun(f).steps}
	e.runs = append(e.runs, r)
	c := e.walkers[0].Clustering
	end := e.end(c, position{int32(len(e.runs) - 1), int32(len(r.steps)), none})
	if c.Violations() > 0 || e.grid.cell(end.h) < 0 {
		e.runs = e.runs[:len(e.runs)-1]
		return
	}
	e.grid.put([]found{end})
}

// beginWithHull puts the vertices of the hull into the grid. They are exact for up to mostNeighbours rows.
func (e *engine) beginWithHull(ctx context.Context, s problem.Traits) {
	order, ends := byShare(e.table, s)
	weight, first := make([]int64, len(ends)+1), make([]int64, len(ends)+1) // of the rows before a run
	begin := 0
	for k, end := range ends {
		weight[k+1], first[k+1] = weight[k], first[k]
		for _, x := range order[begin:end] {
			weight[k+1] += e.table.Weight[x]
			first[k+1] += firstMass(s, x)
		}
		begin = end
	}
	phi := e.table.Phi
	hull := contiguous.Hull(ctx, len(e.walkers), len(ends), func(from, to int) (h, i float64) {
		w, v := weight[to]-weight[from], first[to]-first[from]
		all := phi(w)
		return -all, phi(v) + phi(w-v) - all
	})
	label := make(partition.Partition, e.table.N)
	for k := 0; k < len(hull); k += 1 + len(hull)*e.table.N/mostSteps {
		group, begin := 0, 0
		for run, end := range ends {
			if run == int(hull[k][group]) {
				group++
			}
			for _, x := range order[begin:end] {
				label[x] = group
			}
			begin = end
		}
		e.beginAt(label)
	}
}

// byShare returns the rows in the order of the share of their mass in the first column, and the ends of about
// mostNeighbours runs at most. A run is a single row, or consecutive rows that have little mass together.
func byShare(t *cluster.Table, s problem.Traits) (order []int32, ends []int) {
	share := make([]float64, t.N)
	var total float64
	for x := range int32(t.N) {
		order = append(order, x)
		share[x] = float64(firstMass(s, x)) / float64(t.Weight[x])
		total += float64(t.Weight[x])
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Or(cmp.Compare(share[a], share[b]), cmp.Compare(a, b)) })
	var before float64
	for k, x := range order {
		before += float64(t.Weight[x])
		part := int(before / total * mostNeighbours)
		if k == t.N-1 || t.N <= mostNeighbours || int((before+float64(t.Weight[order[k+1]]))/total*mostNeighbours) > part {
			ends = append(ends, k+1)
		}
	}
	return order, ends
}

// firstMass returns the mass of a row in the first column.
func firstMass(s problem.Traits, x int32) int64 {
	if columns, masses := s.Cells(int(x)); len(columns) > 0 && columns[0] == 0 {
		return int64(masses[0])
	}
	return 0
}

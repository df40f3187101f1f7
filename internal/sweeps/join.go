package sweeps

import (
	"cmp"
	"slices"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/cluster"
	"github.com/dibmap/dibmap/internal/pareto"
)

// Join returns the state of a search of the whole range after its parts, and why the parts ended. begun is the state
// with which the parts began, and parts are their last snapshots in any order. Join drops dominated clusterings. The
// error is [ErrSnapshot]. O(steps + clusterings log clusterings).
func Join(rows int, begun []byte, parts ...[]byte) (snapshot []byte, over frontier.Status, err error) {
	// The first run is not in snapshots. It has fewer steps than the table has rows.
	all, err := read(begun, rows, []run{{from: position{run: -1, more: none}, steps: make([]cluster.Step, rows)}})
	if err != nil || all.of != nil {
		return nil, "", ErrSnapshot
	}
	known := all.runs[:len(all.runs):len(all.runs)]
	var joined []state
	for _, p := range parts {
		s, err := read(p, rows, known)
		if err != nil || s.of == nil {
			return nil, "", ErrSnapshot
		}
		joined = append(joined, s)
	}
	slices.SortFunc(joined, func(a, b state) int { return cmp.Or(cmp.Compare(a.of.From, b.of.From), cmp.Compare(a.of.To, b.of.To)) })
	if len(joined) > 0 { // parts do not continue the level
		all.plan = plan{phase: rounds, level: deepest, round: all.round}
	}
	end := 0
	for _, s := range joined {
		all.add(s, len(known))
		end = max(end, slices.Index(ends, s.of.over))
	}
	all.slim()
	return all.encode(), ends[end], nil
}

// add adds the runs and clusterings of a part. known is the number of runs with which it began.
func (s *state) add(part state, known int) {
	further := int32(len(s.runs) - known)
	place := func(at position) position {
		if int(at.run) >= known {
			at.run += further
		}
		return at
	}
	for _, r := range part.runs[known:] {
		s.runs = append(s.runs, run{place(r.from), r.steps})
	}
	for _, f := range part.found {
		s.found = append(s.found, found{f.h, f.i, place(f.position)})
	}
	s.evaluated += part.evaluated + part.of.listed
	s.round = max(s.round, part.round)
}

// slim drops dominated clusterings, and the runs and steps that lead to no remaining clustering.
func (s *state) slim() {
	var set pareto.Set[position]
	for _, f := range s.found {
		set.Add(f.h, f.i, f.position, nil)
	}
	s.found = s.found[:0]
	var wanted []position
	for p := range set.All() {
		s.found = append(s.found, found{p.H, p.I, p.Payload})
		wanted = append(wanted, p.Payload)
	}
	for _, w := range s.tasks {
		wanted = append(wanted, w.from)
	}
	steps, place, runs := reached(s.runs, wanted), make([]int32, len(s.runs)), s.runs[:1:1]
	for n, r := range s.runs[1:] {
		if at := steps[n+1]; at >= 0 {
			r.from.run = place[r.from.run]
			place[n+1] = int32(len(runs))
			runs = append(runs, run{r.from, r.steps[:at]})
		}
	}
	for n := range s.found {
		s.found[n].run = place[s.found[n].run]
	}
	for n := range s.tasks {
		s.tasks[n].from.run = place[s.tasks[n].from.run]
	}
	s.runs = runs
}

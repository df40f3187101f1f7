package edge

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"sort"

	"github.com/dibmap/dibmap/internal/lists"
)

// scratch is memory for the columns without a row, for every row.
type scratch [MaxRows][]piece

// continued returns the continuations of groupings, given the place of the first of these in made.
func (c *covers) continued(ctx context.Context, groupings []grouping, place int, memory *scratch) ([]grouping, error) {
	if len(groupings) == 0 {
		return nil, nil
	}
	s := stage{covers: c, ctx: ctx, place: place, groupings: groupings, without: memory}
	s.spend()
	x := bits.TrailingZeros64(groupings[0].rest)
	err := s.walk(0, len(groupings), c.by[x], x+1)
	return s.next, cmp.Or(err, c.meter.spend(s.steps))
}

// stage continues groupings.
type stage struct {
	*covers
	ctx       context.Context
	place     int // of the first grouping in made
	groupings []grouping
	rcs       []float64 // the reduced costs of the groupings
	left      []float64 // what they leave of the budget
	next      []grouping
	steps     int64 // not yet added to the meter
	without   *scratch
}

// spend sets rcs and left.
func (s *stage) spend() {
	all := lists.Sum(s.duals)
	var floor, covered float64
	for k, g := range s.groupings {
		if k == 0 || g.rest != s.groupings[k-1].rest {
			floor, covered = -s.phi.At(over(s.weights, g.rest)), all-over(s.duals, g.rest)
		}
		rc := covered - g.i + float64(s.slope*g.h)
		s.rcs = append(s.rcs, rc)
		s.left = append(s.left, s.budget.at(g.h+floor)-rc)
	}
}

// fewPieces is a number of pieces that are tried one by one.
const fewPieces = 32

// walk continues the groupings from one place to another, which leave the same of the rows before a
// given one. pieces are columns, the cheapest first, that contain none of these rows that is not left.
func (s *stage) walk(from, to int, pieces []piece, row int) error {
	most := slices.Max(s.left[from:to])
	pieces = pieces[:sort.Search(len(pieces), func(k int) bool { return pieces[k].rc > most })]
	first, last := s.groupings[from].rest, s.groupings[to-1].rest
	if len(pieces) == 0 {
		return nil
	}
	if first == last {
		s.group(from, to, pieces)
		if int64(len(s.next)) > s.limit && s.limit > 0 {
			return ErrMemory
		}
		if s.steps < countedSteps {
			return nil
		}
		steps := s.steps
		s.steps = 0
		return cmp.Or(s.meter.spend(steps), s.ctx.Err())
	}
	// Groupings are sorted by the rows that they leave, the first row first.
	row = bits.TrailingZeros64((first ^ last) &^ (1<<row - 1))
	split := from + sort.Search(to-from, func(k int) bool { return s.groupings[from+k].rest>>row&1 == 1 })
	without := pieces
	if len(pieces) > fewPieces {
		without = s.without[row][:0]
		for _, p := range pieces {
			if p.set>>row&1 == 0 {
				without = append(without, p)
			}
		}
		s.without[row] = without
		s.steps += int64(len(pieces))
	}
	if err := s.walk(from, split, without, row+1); err != nil {
		return err
	}
	return s.walk(split, to, pieces, row+1)
}

// group continues groupings that leave the same rows.
func (s *stage) group(from, to int, pieces []piece) {
	rest := s.groupings[from].rest
	weight := over(s.weights, rest)
	for _, p := range pieces {
		s.steps++
		if p.set&^rest != 0 {
			continue
		}
		left, adds := rest&^p.set, &s.shares[p.number]
		floor := -s.phi.At(weight - adds.weight)
		least := 0.0 // of the reduced costs of the rows that are left
		for _, more := range s.others {
			least = max(least, -over(more, left))
		}
		s.steps += nodeSteps
		for k := from; k < to; k++ {
			g := &s.groupings[k]
			if s.rcs[k]+p.rc+least <= s.budget.at(g.h+adds.h+floor) {
				s.next = append(s.next, grouping{left, g.h + adds.h, g.i + adds.i, step{p.number, int32(s.place + k)}})
			}
		}
		s.steps += labelSteps * int64(to-from)
	}
}

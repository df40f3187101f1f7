package exact

import (
	"cmp"
	"iter"
	"math/bits"
	"slices"

	"github.com/dibmap/dibmap/partition"
)

// shelf is an index of columns that finds those within a set of rows without visiting
// most of the others. Columns are grouped by their pattern, which says which of a few
// rows, the marks, they contain, and sorted by reduced cost within a group.
type shelf struct {
	marks   []int // rows
	columns []priced
	start   []int32 // where the columns of every pattern start, and the end
}

const (
	perPattern = 32 // columns on average, up to the largest number of marks
	maxMarks   = 12
)

// newShelf returns an index of columns that are sorted by reduced cost. The marks are the
// rows that divide the columns most evenly.
func newShelf(columns []priced) shelf {
	often, rows := frequency(columns), partition.Identity(MaxProvedRows)
	slices.SortStableFunc(rows, func(a, b int) int {
		return cmp.Compare(abs(2*often[a]-len(columns)), abs(2*often[b]-len(columns)))
	})
	s := shelf{marks: rows[:min(bits.Len(uint(len(columns)/perPattern)), maxMarks)]}
	patterns := make([]uint16, len(columns))
	s.start = make([]int32, 1<<len(s.marks)+1)
	for k, c := range columns {
		patterns[k] = uint16(s.pattern(c.set))
		s.start[patterns[k]+1]++
	}
	for p := range len(s.start) - 1 {
		s.start[p+1] += s.start[p]
	}
	s.columns = make([]priced, len(columns))
	next := slices.Clone(s.start)
	for k, c := range columns {
		s.columns[next[patterns[k]]] = c
		next[patterns[k]]++
	}
	return s
}

func abs(v int) int { return max(v, -v) }

// pattern returns which marks a set of rows contains, as bits.
func (s *shelf) pattern(set uint64) (p uint) {
	for k, x := range s.marks {
		p |= uint(set>>x&1) << k
	}
	return p
}

// within returns the columns that are subsets of a set of rows and have a reduced cost of
// at most most.
func (s *shelf) within(rest uint64, most float64) iter.Seq[*priced] {
	return func(yield func(*priced) bool) {
		all := s.pattern(rest)
		for p := all; ; p = (p - 1) & all {
			for k := s.start[p]; k < s.start[p+1]; k++ {
				c := &s.columns[k]
				if c.rc > most {
					break
				}
				if c.set&^rest == 0 && !yield(c) {
					return
				}
			}
			if p == 0 {
				return
			}
		}
	}
}

package search

import (
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/pareto"
	"github.com/dibmap/dibmap/partition"
)

// levels are the frontiers that a walk under limits keeps. Of the clusterings that
// keep limits, many have no neighbours that do: to get from one into three
// clusters of four rows to another takes a move that leaves one of them too small.
// So a walk goes through clusterings that miss the limits a little: the level of a
// clustering is by how much (see gauge). Every level has an archive, of all that
// was found at that level and below, and a clustering is followed if those of its
// level do not beat it. The first archive is the frontier that is asked for, and
// the only one if there are no limits.
type levels struct {
	archives []*archive.Archive
	// open: the last level is that of all that miss the limits by more, which else
	// are not followed.
	open bool
}

const (
	// slips is the number of times that the limits may be missed by what is
	// followed, if something that is as good as that is known to begin with. Of
	// 120170 points of tables of up to 8 rows a local search misses 1036 with 0, 126
	// with 1, 90 with 2 and 89 with 3; and 2 finds most where several limits meet.
	slips = 2
	// maxSlips is the largest number that it is raised to where the search has to
	// begin with something worse; beyond, all is followed.
	maxSlips = 30
	// hopeless is what each pair of rows counts that are to be apart and are not,
	// where nothing parts them any more because there are only merges.
	hopeless = 1 << 32
)

// newLevels returns empty archives for clusterings of n rows, of levels 0 to top.
func newLevels(n, top int, open bool) levels {
	l := levels{open: open}
	for range top + 1 {
		l.archives = append(l.archives, archive.New(n))
	}
	return l
}

// level returns the level of a clustering that misses the limits so often.
func (l *levels) level(missed int64) uint8 {
	top := len(l.archives)
	if l.open && missed < hopeless {
		top--
	}
	return uint8(min(missed, int64(top)))
}

// follows tells whether clusterings of a level are followed at all.
func (l *levels) follows(level uint8) bool { return int(level) < len(l.archives) }

// offer offers a clustering to the archive of its level and of those above, and
// returns how it stood to the first of these.
func (l *levels) offer(p place, c partition.Packed) pareto.Relation {
	relation := l.archives[p.level].Offer(p.Point, c, 0)
	// What is dominated at one level is dominated at all above.
	for k := int(p.level) + 1; k < len(l.archives) && relation != pareto.Dominated; k++ {
		l.archives[k].Offer(p.Point, c, 0)
	}
	return relation
}

// points returns the number of points of all archives.
func (l *levels) points() (n int) {
	for _, a := range l.archives {
		n += a.Len()
	}
	return n
}

// last returns the h of the last point of all.
func (l *levels) last() (h float64) {
	for _, a := range l.archives {
		h = max(h, a.Last().H)
	}
	return h
}

// meanGap returns the mean distance in h between neighbouring points that are asked
// for, if they lie as far as those of all levels do.
func (l *levels) meanGap() float64 { return l.last() / float64(max(1, l.archives[0].Len())) }

// coarsen makes the cells on which points are compared twice as wide.
func (l *levels) coarsen() {
	for _, a := range l.archives {
		a.Coarsen()
	}
}

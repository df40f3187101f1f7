package search

import (
	"github.com/dibmap/dibmap/internal/archive"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/partition"
)

// levels are the frontiers of a walk under limits. Many clusterings that satisfy the limits have no neighbour that
// does: on the way from three clusters of four rows to three others, a move has to leave one of them too small. So a
// walk also follows clusterings with few violations. The level of a clustering is the number of its violations (see
// [limiter.Gauge]). Every level has an archive of the clusterings found at this level and at lower levels, and a
// clustering is followed unless the archive of its level dominates it. The first archive is the frontier of the result,
// and the only one if there are no limits.
//
// With [Options].PerK, there is an archive for each number of clusters in place of each of these: the archive of level l
// and k clusters has the number l each + k - 1, which is then called the level of a clustering.
type levels struct {
	archives []*archive.Archive
	each     int // the number of archives of clusterings with equally many violations
	depth    int // the number of levels without numbers of clusters
	// open means that the last level has all clusterings with more violations, which otherwise are not followed.
	open bool
}

const (
	// slips is the largest number of violations that is followed, unless all starts have more. Of 120170 points of tables
	// of up to 8 rows, a local search misses 1036 with 0, 126 with 1, 90 with 2 and 89 with 3; with several kinds of
	// limits, 2 finds most.
	slips = 2
	// If every start has more violations than slips, the bound is raised to at most maxSlips. If even maxSlips is too low,
	// every clustering is followed.
	maxSlips = 30
	// hopeless is the number of violations for a pair of rows that must be apart, if there are only merges, which never
	// separate them again.
	hopeless = 1 << 32
)

// newLevels returns empty archives for clusterings of n rows, of levels 0 to top, for every number of clusters if perK
// is set.
func newLevels(n, top int, open, perK bool) levels {
	l := levels{open: open, depth: top + 1}
	for range top + 1 {
		l.archives = append(l.archives, archive.NewLayers(n, perK)...)
	}
	l.each = len(l.archives) / l.depth
	return l
}

// level returns the level of a clustering with a number of violations, in k clusters.
func (l *levels) level(missed int64, k int) uint16 {
	top := l.depth
	if l.open && missed < hopeless {
		top--
	}
	at := int(min(missed, int64(top)))
	if l.each > 1 {
		at = at*l.each + k - 1
	}
	return uint16(at)
}

// follows reports whether clusterings of a level are followed at all.
func (l *levels) follows(level uint16) bool { return int(level) < len(l.archives) }

// offer offers a clustering to the archives of its level and of higher levels, and returns its relation to the first of
// these.
func (l *levels) offer(p place, c partition.Packed) pareto.Relation {
	relation := l.archives[p.level].Offer(p.Point, c, 0)
	// A clustering that is dominated at one level is dominated at all higher levels.
	for k := int(p.level) + l.each; k < len(l.archives) && relation != pareto.Dominated; k += l.each {
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

// last returns the largest h of all points.
func (l *levels) last() (h float64) {
	for _, a := range l.archives {
		h = max(h, a.Last().H)
	}
	return h
}

// valid returns the archives of clusterings without violations.
func (l *levels) valid() archive.Layers { return l.archives[:l.each] }

// meanGap returns the mean distance in h between neighbouring points of the first level, if they extend as far as the
// points of all levels.
func (l *levels) meanGap() float64 { return l.last() / float64(max(1, l.valid().Len())) }

// coarsen makes the cells on which points are compared twice as wide.
func (l *levels) coarsen() {
	for _, a := range l.archives {
		a.Coarsen()
	}
}

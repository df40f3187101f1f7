package exact

import (
	"slices"
	"sync"
)

// journal notes what the listings for an edge have found. A proof that goes on after an interruption
// begins the edge that was under way anew, and takes from the journal what was listed before: that takes
// nearly all the time, and what is between two listings depends on these alone.
//
// The methods of a nil journal note nothing.
type journal struct {
	ended []priced     // the calls of price that have ended
	lists []*notedList // those of the call under way
	// replayed and begun count what this attempt at the edge has come to of both.
	replayed, begun int
	// tell is called after each part of a listing, one call at a time.
	tell func()
}

// priced is the result of a call of price. Of violated clusters, it has those that become constraints.
type priced struct {
	listing
	many  bool // known.many after it
	steps int64
}

// notedList is a listing: the parts that are done, or, if its columns are of no use any more, their sum only.
type notedList struct {
	mutex sync.Mutex
	parts []*notedPart // nil if not done
	sum   *notedPart
}

// notedPart is what a part of a listing has found, and the steps that it took.
type notedPart struct {
	listing
	steps int64
}

// clear forgets all of an edge.
func (j *journal) clear() {
	if j != nil {
		*j = journal{tell: j.tell}
	}
}

// replay returns the next call of price if it was made before.
func (j *journal) replay() (p priced, ok bool) {
	if j == nil || j.replayed == len(j.ended) {
		return p, false
	}
	j.replayed++
	return j.ended[j.replayed-1], true
}

// end notes the result of the call of price under way.
func (j *journal) end(found listing, many bool, steps int64) {
	if j == nil {
		return
	}
	if found.bad {
		found.columns = cheapest(slices.Clone(found.columns), maxCuts)
	}
	j.ended = append(j.ended, priced{found, many, steps})
	j.replayed, j.lists, j.begun = len(j.ended), nil, 0
}

// begin returns the notes of the next listing, which has so many parts.
func (j *journal) begin(parts int) *notedList {
	if j == nil {
		return nil
	}
	j.begun++
	if j.begun <= len(j.lists) {
		if l := j.lists[j.begun-1]; l.sum != nil || len(l.parts) == parts {
			return l
		}
		j.lists = j.lists[:j.begun-1] // of another program
	}
	for _, l := range j.lists {
		l.shrink() // price lists anew only if what it has is of no use
	}
	l := &notedList{parts: make([]*notedPart, parts)}
	j.lists = append(j.lists, l)
	return l
}

// shrink leaves the sum of the parts, without columns.
func (l *notedList) shrink() {
	if l.sum != nil {
		return
	}
	l.sum = &notedPart{listing: listing{whole: true}}
	for _, p := range l.parts {
		l.sum.whole, l.sum.bad = l.sum.whole && p.whole, l.sum.bad || p.bad
		l.sum.steps += p.steps
	}
	l.parts = nil
}

// whole returns the sum of a listing that was shrunk.
func (l *notedList) whole() (sum *notedPart, ok bool) {
	if l == nil || l.sum == nil {
		return nil, false
	}
	return l.sum, true
}

// part returns what a part has found, if that is noted.
func (l *notedList) part(number int) (p *notedPart, ok bool) {
	if l == nil || l.parts[number] == nil {
		return nil, false
	}
	return l.parts[number], true
}

// note notes what a part has found that was not cut short. Parts of several workers may be noted at once.
func (j *journal) note(l *notedList, number int, found listing, steps int64) {
	if j == nil {
		return
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.parts[number] = &notedPart{found, steps}
	j.tell()
}

// size returns about how many bytes the journal takes when it is written.
func (j *journal) size() (bytes int) {
	if j == nil {
		return 0
	}
	for _, p := range j.ended {
		bytes += columnSize * len(p.columns)
	}
	for _, l := range j.lists {
		for _, p := range l.parts {
			if p != nil {
				bytes += columnSize * len(p.columns)
			}
		}
	}
	return bytes
}

// columnSize is the number of bytes of a column.
const columnSize = 16

// write writes the journal.
func (j *journal) write(w *writer) {
	w.count(len(j.ended))
	for _, p := range j.ended {
		w.flags(p.many)
		w.part(&notedPart{p.listing, p.steps})
	}
	w.count(len(j.lists))
	for _, l := range j.lists {
		if w.flags(l.sum != nil); l.sum != nil {
			w.part(l.sum)
			continue
		}
		w.count(len(l.parts))
		for _, p := range l.parts {
			if w.flags(p != nil); p != nil {
				w.part(p)
			}
		}
	}
}

func (w *writer) part(p *notedPart) {
	w.flags(p.whole, p.bad, p.feasible)
	w.steps(p.steps)
	w.count(len(p.columns))
	for _, c := range p.columns {
		w.word(c.set)
		w.floats([]float64{c.rc})
	}
}

// read reads what write wrote, about n rows.
func (j *journal) read(r *reader, n int) {
	for range r.count(r.left()) {
		many := r.flag()
		p := r.part(n)
		j.ended = append(j.ended, priced{p.listing, many, p.steps})
	}
	for range r.count(r.left()) {
		l := &notedList{}
		if r.flag() {
			l.sum = r.part(n)
		} else {
			l.parts = make([]*notedPart, r.count(r.left()))
			for k := range l.parts {
				if r.flag() {
					l.parts[k] = r.part(n)
				}
			}
		}
		j.lists = append(j.lists, l)
	}
}

func (r *reader) part(n int) *notedPart {
	p := &notedPart{listing: listing{whole: r.flag(), bad: r.flag(), feasible: r.flag()}, steps: r.steps()}
	p.columns = make([]column, 0, r.count(r.left()/columnSize))
	for range cap(p.columns) {
		p.columns = append(p.columns, column{r.set(n), r.floats(1)[0]})
	}
	return p
}

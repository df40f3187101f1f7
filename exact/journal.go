package exact

import (
	"slices"
	"sync"
)

// journal notes what the listings for an edge have found, which take nearly all the time. A proof that
// goes on after an interruption begins the edge that was under way anew, and one that tries an edge
// again does so with more steps: both take from the journal what was listed before.
type journal struct {
	lists []*notedList
	// tell is called after each part of a listing, one call at a time.
	tell func()
}

// newJournal returns an empty journal.
func newJournal(tell func()) *journal { return &journal{tell: tell} }

// notedList is the listing of the columns of a dual, or of those that violate it. A nil one notes nothing.
type notedList struct {
	dual     []float64
	breaches bool
	result   *notedPart // nil if not done
	mutex    sync.Mutex
	parts    []*notedPart // until there is a result; nil if not done
	tell     func()
}

// notedPart is what a listing or a part of it has found, and the steps that it took.
type notedPart struct {
	listing
	steps int64
}

// clear forgets all of an edge.
func (j *journal) clear() { j.lists = nil }

// list returns the notes of a listing, which are new if there were none, or nil if the journal is nil. The
// edge and the dual say what is listed.
func (j *journal) list(dual []float64, breaches bool) *notedList {
	if j == nil {
		return nil
	}
	for _, l := range j.lists {
		if l.breaches == breaches && slices.Equal(l.dual, dual) {
			return l
		}
	}
	l := &notedList{dual: slices.Clone(dual), breaches: breaches, tell: j.tell}
	j.lists = append(j.lists, l)
	return l
}

// of returns the notes of the listings for a dual, or nil if these have more than most columns.
func (j *journal) of(dual []float64, most int64) (lists []*notedList) {
	size := int64(0)
	for _, l := range j.lists {
		if slices.Equal(l.dual, dual) {
			lists = append(lists, l)
			size += l.columns()
		}
	}
	if size > most {
		return nil
	}
	return lists
}

// columns returns the number of columns noted.
func (l *notedList) columns() (n int64) {
	if l.result != nil {
		n += int64(len(l.result.columns))
	}
	for _, p := range l.parts {
		if p != nil {
			n += int64(len(p.columns))
		}
	}
	return n
}

// done returns the result, or nil if there is none.
func (l *notedList) done() *notedPart {
	if l == nil {
		return nil
	}
	return l.result
}

// begin makes room for the notes of so many parts.
func (l *notedList) begin(parts int) {
	if l != nil && len(l.parts) != parts { // or else some may be noted
		l.parts = make([]*notedPart, parts)
	}
}

// part returns what a part has found, if that is noted.
func (l *notedList) part(number int) (p *notedPart, ok bool) {
	if l == nil || l.parts[number] == nil {
		return nil, false
	}
	return l.parts[number], true
}

// note notes what a part has found that was not cut short. Parts of several workers may be noted at once.
func (l *notedList) note(number int, found listing, steps int64) {
	if l == nil {
		return
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.parts[number] = &notedPart{found, steps}
	l.tell()
}

// end notes the result.
func (l *notedList) end(found listing, steps int64) {
	if l != nil {
		l.result, l.parts = &notedPart{found, steps}, nil
	}
}

// size returns about how many bytes the journal takes when it is written.
func (j *journal) size() (bytes int) {
	for _, l := range j.lists {
		bytes += columnSize * int(l.columns())
	}
	return bytes
}

// columnSize is the number of bytes of a column.
const columnSize = 16

// write writes the journal.
func (j *journal) write(w *writer) {
	w.count(len(j.lists))
	for _, l := range j.lists {
		w.floats(l.dual)
		w.flags(l.breaches)
		writePart(w, l.result)
		w.count(len(l.parts))
		for _, p := range l.parts {
			writePart(w, p)
		}
	}
}

// writePart writes a part, which may be nil.
func writePart(w *writer, p *notedPart) {
	if w.flags(p != nil); p == nil {
		return
	}
	w.flags(p.whole, p.bad, p.many, p.feasible)
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
		l := j.list(r.floats(n), r.flag())
		l.result = readPart(r, n)
		l.begin(r.count(r.left()))
		for k := range l.parts {
			l.parts[k] = readPart(r, n)
		}
	}
}

func readPart(r *reader, n int) *notedPart {
	if !r.flag() {
		return nil
	}
	p := &notedPart{listing: listing{whole: r.flag(), bad: r.flag(), many: r.flag(), feasible: r.flag()}, steps: r.steps()}
	p.columns = make([]column, 0, r.count(r.left()/columnSize))
	for range cap(p.columns) {
		p.columns = append(p.columns, column{r.set(n), r.floats(1)[0]})
	}
	return p
}

package edge

import (
	"slices"
	"sync"

	"github.com/dibmap/dibmap/internal/sealed"
)

// Journal keeps the results of the listings for an edge, which take nearly all the time. A resumed proof starts its
// last edge anew, and a retried edge has more steps: both read from the journal what was listed before.
type Journal struct {
	Lists []*NotedList
	// tell is called after each part of a listing, one call at a time.
	tell func()
}

// NewJournal returns an empty journal.
func NewJournal(tell func()) *Journal { return &Journal{tell: tell} }

// NotedList is the listing of the columns of a dual, or of those that violate it. A nil one notes nothing.
type NotedList struct {
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

// Clear forgets all of an edge.
func (j *Journal) Clear() { j.Lists = nil }

// list returns the notes of a listing, which are new if there were none, or nil if the journal is nil. The
// edge and the dual say what is listed.
func (j *Journal) list(dual []float64, breaches bool) *NotedList {
	if j == nil {
		return nil
	}
	for _, l := range j.Lists {
		if l.breaches == breaches && slices.Equal(l.dual, dual) {
			return l
		}
	}
	l := &NotedList{dual: slices.Clone(dual), breaches: breaches, tell: j.tell}
	j.Lists = append(j.Lists, l)
	return l
}

// Of returns the notes of the listings for a dual, or nil if these have more than most columns.
func (j *Journal) Of(dual []float64, most int64) (lists []*NotedList) {
	size := int64(0)
	for _, l := range j.Lists {
		if slices.Equal(l.dual, dual) {
			lists = append(lists, l)
			size += l.Columns()
		}
	}
	if size > most {
		return nil
	}
	return lists
}

// Columns returns the number of columns noted.
func (l *NotedList) Columns() (n int64) {
	if l.result != nil {
		n += int64(len(l.result.Columns))
	}
	for _, p := range l.parts {
		if p != nil {
			n += int64(len(p.Columns))
		}
	}
	return n
}

// done returns the result, or nil if there is none.
func (l *NotedList) done() *notedPart {
	if l == nil {
		return nil
	}
	return l.result
}

// begin makes room for the notes of a number of parts.
func (l *NotedList) begin(parts int) {
	if l != nil && len(l.parts) != parts { // or else some may be noted
		l.parts = make([]*notedPart, parts)
	}
}

// part returns what a part has found, if that is noted.
func (l *NotedList) part(number int) (p *notedPart, ok bool) {
	if l == nil || l.parts[number] == nil {
		return nil, false
	}
	return l.parts[number], true
}

// note notes what a part has found that was not cut short. Parts of several workers may be noted at once.
func (l *NotedList) note(number int, found listing, steps int64) {
	if l == nil {
		return
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.parts[number] = &notedPart{found, steps}
	l.tell()
}

// end notes the result.
func (l *NotedList) end(found listing, steps int64) {
	if l != nil {
		l.result, l.parts = &notedPart{found, steps}, nil
	}
}

// Size returns about how many bytes the journal takes when it is written.
func (j *Journal) Size() (bytes int) {
	for _, l := range j.Lists {
		bytes += columnSize * int(l.Columns())
	}
	return bytes
}

// columnSize is the number of bytes of a column.
const columnSize = 16

// Write writes the journal.
func (j *Journal) Write(w *sealed.Writer) {
	w.Count(len(j.Lists))
	for _, l := range j.Lists {
		w.Floats(l.dual...)
		w.Flags(l.breaches)
		writePart(w, l.result)
		w.Count(len(l.parts))
		for _, p := range l.parts {
			writePart(w, p)
		}
	}
}

// writePart writes a part, which may be nil.
func writePart(w *sealed.Writer, p *notedPart) {
	if w.Flags(p != nil); p == nil {
		return
	}
	w.Flags(p.whole, p.bad, p.Many, p.Feasible)
	w.Steps(p.steps)
	w.Count(len(p.Columns))
	for _, c := range p.Columns {
		w.Word(c.Set)
		w.Floats(c.rc)
	}
}

// Read reads what write wrote, about n rows.
func (j *Journal) Read(r *sealed.Reader, n int) {
	for range r.Count(r.Left()) {
		l := j.list(r.Floats(n), r.Flag())
		l.result = readPart(r, n)
		l.begin(r.Count(r.Left()))
		for k := range l.parts {
			l.parts[k] = readPart(r, n)
		}
	}
}

func readPart(r *sealed.Reader, n int) *notedPart {
	if !r.Flag() {
		return nil
	}
	p := &notedPart{listing: listing{whole: r.Flag(), bad: r.Flag(), Many: r.Flag(), Feasible: r.Flag()}, steps: r.Steps()}
	p.Columns = make([]Column, 0, r.Count(r.Left()/columnSize))
	for range cap(p.Columns) {
		p.Columns = append(p.Columns, Column{r.Set(n), r.Floats(1)[0]})
	}
	return p
}

package frontier

import (
	"sync"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// Order is an order of the values of X, which says what is called a range.
type Order struct {
	// Circular means that the last place is next to the first.
	Circular bool
	// Rows are the rows in this order, with -1 at the place of a value that the table does not
	// have, such as an empty bin. Rows without a place, such as missing values, have no neighbours.
	Rows []int
	// Begins and Ends are, for every place, the texts for a range that begins or ends there, and
	// Between is the text between them.
	Begins, Ends []string
	Between      string
	// Scale is the scale of X; nil if the order is the order of the rows in the table.
	Scale *scale.Scale

	placed []bool // of every row, whether it has a place
}

// Order returns the order of X: the order of its column or, if groups of neighbours were searched
// for, of the rows of the table. It is nil if X has no order. The result must not be changed. O(1)
// except for the first call, which is O(n).
func (f *Frontier) Order() *Order {
	if f.orders == nil {
		return f.newOrder()
	}
	return f.orders.of(f)
}

// orders remembers the order of a frontier, whose scales may be set after it was made. Copies of a
// frontier share it.
type orders struct {
	mu     sync.Mutex
	known  bool
	scale  *scale.Scale
	label  *string
	search string
	order  *Order
}

func (o *orders) of(f *Frontier) *Order {
	first, label := firstOf(f.Problem.XScales), firstOf(f.Problem.XLabels)
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.known || o.scale != first || o.label != label || o.search != f.Search.Order {
		o.known, o.scale, o.label, o.search, o.order = true, first, label, f.Search.Order, f.newOrder()
	}
	return o.order
}

func firstOf[T any, S ~[]T](list S) *T {
	if len(list) == 0 {
		return nil
	}
	return &list[0]
}

func (f *Frontier) newOrder() *Order {
	p := &f.Problem
	switch {
	case p.XScales.Order() != "" && len(p.XScales[0].Labels()) > 0:
		return p.scaled(&p.XScales[0])
	case p.XScales.Order() != "" || f.Search.Order != "":
		return p.asListed(p.XScales.Order() == scale.Circular || f.Search.Order == string(scale.Circular))
	}
	return nil
}

// scaled returns the order of a scale.
func (p *Problem) scaled(s *scale.Scale) *Order {
	o := &Order{Circular: s.Order == scale.Circular, Between: s.Between(), Scale: s, placed: make([]bool, p.N)}
	at := lists.Index(p.XLabels)
	for place, label := range s.Labels() {
		begins, ends := s.Ends(place)
		o.Begins, o.Ends = append(o.Begins, begins), append(o.Ends, ends)
		x, ok := at[label]
		if ok {
			o.placed[x] = true
		} else {
			x = -1
		}
		o.Rows = append(o.Rows, x)
	}
	return o
}

// asListed returns the order of the rows.
func (p *Problem) asListed(circular bool) *Order {
	o := &Order{Circular: circular, placed: make([]bool, p.N)}
	for x, label := range p.XLabels {
		if label != scale.MissingLabel {
			o.Rows, o.Begins, o.placed[x] = append(o.Rows, x), append(o.Begins, label), true
		}
	}
	o.Ends, o.Between = o.Begins, textfile.BetweenEnds(o.Begins)
	return o
}

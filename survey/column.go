package survey

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/plogp"
	"github.com/dibmap/dibmap/internal/records"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
)

// Column describes a column.
type Column struct {
	// Name is the name of the column in the file.
	Name string
	Type scale.Type
	// Distinct is the number of different values, without missing ones, and Missing the number of
	// records without a value.
	Distinct int
	Missing  int64
	// H is the entropy in bits of the values before numbers are cut, and for Y the entropy of its
	// labels. Missing is a value here.
	H float64
	// Examples are the most frequent values, or the smallest and the largest number.
	Examples []string
	// Unusable says why the column cannot be used as X; empty if it can.
	Unusable string
	// Scale says how values became Labels.
	Scale  scale.Scale
	Labels []string
}

// coded is a column as a place among its labels for every record.
type coded struct {
	labels  []string
	missing string // what becomes of records without a value
	of      []uint16
	wide    []int32 // in place of of, for numbers Y without bins
	hints   []string
	values  *joint.Joint // what [Survey.UncutJoint] returns
	asY     *coded       // the column as the Y of a pair; nil if it is the same
}

// constant is the reason why a column of a single value cannot be used.
const constant = "it has one value only"

// examples is the number of values that are kept as examples of a category.
const examples = 5

// settle returns the description of a column after all its records were read, and the labels of
// the records.
func (s *Survey) settle(c *collector, o *Options) (column Column, codes coded, err error) {
	switch {
	case !c.many:
		column, codes, err = s.settleKnown(c, o)
	case c.begun != nil:
		column, codes, err = s.settleNumbers(c, o)
	default:
		column, codes = s.settleTexts(c, o)
	}
	codes.missing = o.treatment(c.name)
	return column, codes, err
}

// weights yields the weights of the records.
func (s *Survey) weights() func(yield func(float64) bool) {
	if s.counts != nil {
		return s.counts.all()
	}
	return func(yield func(float64) bool) {
		for range s.Records {
			if !yield(1) {
				return
			}
		}
	}
}

// settleKnown is settle for a column whose values are numbered.
func (s *Survey) settleKnown(c *collector, o *Options) (Column, coded, error) {
	values := c.labels.Values()
	column := Column{Name: c.name}
	sums := tally.NewSums(len(values))
	if s.counts == nil {
		counts := make([]float64, len(values))
		for id := range c.ids.all() {
			counts[id]++
		}
		for n, v := range counts {
			sums.Add(n, v)
		}
	} else {
		n := 0
		ids := flat(&c.ids)
		for w := range s.weights() {
			sums.Add(int(ids[n]), w)
			n++
		}
	}
	for n := range values {
		values[n].Count = sums.Total(n)
	}
	if !c.isY {
		s.nameY(values, &c.ids)
	}
	fitted, err := scale.Fit(c.name, c.spec, values)
	var unclear *textfile.UnclearError
	if errors.As(err, &unclear) {
		column.Type, column.Unusable = scale.Category, "it "+unclear.Msg
		absent := make([]bool, len(values))
		for n, v := range values {
			if absent[n] = v.Missing; !v.Missing && v.Count > 0 {
				column.Distinct++
			}
		}
		for id := range c.ids.all() {
			if absent[id] {
				column.Missing++
			}
		}
		column.H = entropy(values)
		column.describe(new(scale.Scale), values, absent)
		return column, coded{}, nil
	}
	if err != nil {
		return column, coded{}, err
	}
	absent := make([]bool, len(values))
	for n, v := range values {
		absent[n] = v.Missing || fitted.Labels[fitted.Place[n]] == scale.MissingLabel
	}
	codes := coded{labels: fitted.Labels, of: make([]uint16, 0, s.Records)}
	for id := range c.ids.all() {
		if absent[id] {
			column.Missing++
		}
		codes.of = append(codes.of, uint16(fitted.Place[id]))
	}
	codes.hints = fitted.Notes
	if fitted.Scale.Type == scale.Category || c.isY {
		codes.hints = append(codes.hints, records.Hints(c.name, c.spec.Clean, &fitted.Scale, values)...)
	}
	column.Type, column.Scale, column.Labels = fitted.Scale.Type, fitted.Scale, fitted.Labels
	if o.HoldOut && fitted.Scale.Binned() && !c.isY && s.Records <= mostValues {
		if codes.values, err = s.valuesOf(values, absent, &c.ids, o.treatment(c.name) != ""); err != nil {
			return column, coded{}, err
		}
	}
	if fitted.Scale.Type != scale.Category {
		values, absent = different(&fitted.Scale, values, absent)
	}
	for n, v := range values {
		if !absent[n] && v.Count > 0 {
			column.Distinct++
		}
	}
	column.H = entropy(values)
	column.describe(&fitted.Scale, values, absent)
	column.Unusable = column.refused(s.Records, o)
	return column, codes, nil
}

// refused returns why a column cannot be used as X.
func (c *Column) refused(n int64, o *Options) string {
	most := cmp.Or(o.MaxValues, defaultMaxValues)
	switch {
	case c.Distinct == 0:
		return "it has no values"
	case c.H == 0:
		return constant
	case c.Scale.Part != "":
		return ""
	case c.Scale.Binned() && c.rows(n):
		return "it numbers the records"
	case c.Scale.Binned() && len(c.Scale.Low) > scale.MaxBins:
		return fmt.Sprintf("it has %s, more than %d", textfile.Plural(len(c.Scale.Low), "bin"), scale.MaxBins)
	case c.Scale.Binned():
		return ""
	case records.Identify(c.Distinct, n-c.Missing):
		return fmt.Sprintf("it identifies the records: %s in %s", textfile.Plural(c.Distinct, "different value"), textfile.Plural(int(n-c.Missing), "record"))
	case c.Distinct > most:
		return fmt.Sprintf("it has %s, more than %d", textfile.Plural(c.Distinct, "different value"), most)
	}
	return ""
}

// rows reports whether numbers are row numbers: whole, all different, and without a gap.
func (c *Column) rows(records int64) bool {
	s := &c.Scale
	if !s.Whole || c.Missing > 0 || int64(c.Distinct) != records || records < 20 {
		return false
	}
	return s.High[len(s.High)-1]-s.Low[0]+1 == float64(records)
}

// describe sets the examples.
func (c *Column) describe(s *scale.Scale, values []scale.Value, absent []bool) {
	if s.Binned() {
		c.Examples = []string{s.Range(0, len(s.Low)-1)}
		return
	}
	var order []int
	for n := range values {
		if !absent[n] && values[n].Count > 0 {
			order = append(order, n)
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(values[b].Count, values[a].Count), cmp.Compare(values[a].Text, values[b].Text))
	})
	for _, n := range order[:min(len(order), examples)] {
		c.Examples = append(c.Examples, s.Label(values[n].Text, false))
	}
}

// entropy returns the entropy of values in bits.
func entropy(values []scale.Value) float64 {
	counts := lists.Map(values, func(v scale.Value) float64 { return v.Count })
	return entropyOf(counts)
}

// entropyOfLabels returns the entropy of the labels of a column in bits.
func (s *Survey) entropyOfLabels(c *coded) float64 {
	one := coded{labels: []string{""}, of: make([]uint16, len(c.of))}
	sums := s.table(&one, c)
	counts := lists.Make(len(c.labels), sums.Total)
	return entropyOf(counts)
}

func entropyOf(counts []float64) float64 {
	total := tally.Sum(counts)
	if total == 0 || math.IsInf(total, 0) {
		return 0
	}
	h := 0.0
	for _, n := range counts {
		h += plogp.Quantize(plogp.PLog2P(n / total))
	}
	return max(-h, 0)
}

// flat returns the values of a list as one slice.
func flat[T any](l *list[T]) []T {
	var all []T
	for _, piece := range l.pieces {
		all = append(all, piece...)
	}
	return all
}

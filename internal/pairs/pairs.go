// Package pairs divides tables of X and pairs of values of Y and of a second variable S into tables of X and Y and of X
// and S, which are counts of the same records.
package pairs

import (
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/internal/folding"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/scale"
)

// Pairs say how the columns of a table of X and pairs are values of Y and of S.
type Pairs struct {
	OfY, OfS int             // the numbers of columns of the records
	kept     map[string]bool // the values of Y that stay apart, or nil if all do
	Ordered  []string        // the values of S in their order
	Scales   scale.Scales    // of the columns of S
}

// Keep keeps the most frequent values of Y apart, and returns a note on the others.
func (p *Pairs) Keep(y *joint.Joint, most int) string {
	labels, totals := y.YLabels(), make([]float64, y.Cols())
	for c := range totals {
		totals[c] = y.ColMass(c)
	}
	p.kept = make(map[string]bool)
	for c, rest := range (folding.Rest{Top: most}).Of(labels, totals) {
		if !rest {
			p.kept[labels[c]] = true
		}
	}
	if rest := len(labels) - len(p.kept); rest > 0 {
		return fmt.Sprintf("%d of %d values of Y are not among the %d most frequent; they count as the value %q", rest, len(labels), most, scale.OtherLabel)
	}
	return ""
}

// Labels returns the values of Y and of S in a pair.
func (p *Pairs) Labels(pair string) (y, s string) {
	parts, ok := textfile.SplitLabel(pair, p.OfY+p.OfS)
	if !ok {
		panic("dibmap: no pair of values: " + pair) // cannot happen: the labels come from package table
	}
	if y = textfile.JoinLabels(parts[:p.OfY]); p.kept != nil && !p.kept[y] {
		y = scale.OtherLabel
	}
	return y, textfile.JoinLabels(parts[p.OfY:])
}

// Split returns the tables of X and Y and of X and S of a table of X and pairs.
func (p *Pairs) Split(both *joint.Joint) (y, s *joint.Joint, err error) {
	ofY, ofS := make([]string, both.Cols()), make([]string, both.Cols())
	for c, pair := range both.YLabels() {
		ofY[c], ofS[c] = p.Labels(pair)
	}
	if y, err = columnsAs(both, ofY, nil); err == nil {
		s, err = columnsAs(both, ofS, p.Ordered)
	}
	return y, s, err
}

// columnsAs returns a table with other labels of columns, which adds up those with the same label. The columns come in
// the given order, and others after them.
func columnsAs(j *joint.Joint, labels, order []string) (*joint.Joint, error) {
	named, at := Distinct(slices.Concat(order, labels))
	at = at[len(order):]
	var cells []joint.Cell
	for x := range j.Rows() {
		columns, masses := j.Row(x)
		for k, y := range columns {
			cells = append(cells, joint.Cell{X: int32(x), Y: at[y], Value: masses[k]})
		}
	}
	return joint.New(j.XLabels(), named, cells)
}

// Order returns the values of a variable in the order of its scale, or sorted as a table sorts them.
func Order(scales scale.Scales, labels []string) ([]string, error) {
	if len(scales) != 1 {
		return slices.Sorted(slices.Values(labels)), nil
	}
	if own := scales[0].Labels(); len(own) > 0 {
		return slices.DeleteFunc(own, func(l string) bool { return !slices.Contains(labels, l) }), nil
	}
	values := make([]scale.Value, len(labels))
	for n, l := range labels {
		values[n] = scale.Value{Text: l, Missing: l == scale.MissingLabel}
	}
	fitted, err := scale.Fit(scales[0].Column, scale.Spec{Type: scale.Category}, values)
	return fitted.Labels, err
}

// Distinct returns the different labels in order of appearance, and the place of each label among them.
func Distinct(labels []string) (different []string, at []int32) {
	place := make(map[string]int32)
	for _, l := range labels {
		n, ok := place[l]
		if !ok {
			n = int32(len(different))
			place[l] = n
			different = append(different, l)
		}
		at = append(at, n)
	}
	return different, at
}

// nearly is the difference of two shares that programs which write them make.
const nearly = 1e-9

// WithRowsOf returns a table with its rows in the order of another one, and with the shares of its rows. It reports
// whether the shares were others before.
func WithRowsOf(j, like *joint.Joint) (own *joint.Joint, scaled bool, err error) {
	at := make(map[string]int32, j.Rows())
	for x, label := range j.XLabels() {
		at[label] = int32(x)
	}
	for _, label := range like.XLabels() {
		if _, ok := at[label]; !ok {
			return nil, false, fmt.Errorf("it has no row %s, or none with mass, and the table has: both need the same rows", textfile.Shown(label))
		}
	}
	if j.Rows() > like.Rows() {
		other := slices.IndexFunc(j.XLabels(), func(l string) bool { return !slices.Contains(like.XLabels(), l) })
		return nil, false, fmt.Errorf("it has the row %s, and the table has not, or none with mass: both need the same rows", textfile.Shown(j.XLabels()[other]))
	}
	factor := make([]float64, j.Rows())
	for x, label := range like.XLabels() {
		share, now := like.RowMass(x)/like.Total(), j.RowMass(int(at[label]))/j.Total()
		factor[at[label]] = share / now
		scaled = scaled || share > float64(now*(1+nearly)) || now > float64(share*(1+nearly))
	}
	var cells []joint.Cell
	for x, label := range like.XLabels() {
		columns, masses := j.Row(int(at[label]))
		for k, y := range columns {
			v := masses[k]
			if scaled {
				v *= factor[at[label]]
			}
			cells = append(cells, joint.Cell{X: int32(x), Y: y, Value: v})
		}
	}
	own, err = joint.New(like.XLabels(), j.YLabels(), cells)
	return own, scaled, err
}

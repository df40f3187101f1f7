package frontier

import (
	"strings"

	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/textfile"
)

// Axis describes an objective of a kind of problem.
type Axis struct {
	// Name is the name of the quantity: H(group of city) if the columns of the table are known,
	// and otherwise the Symbol. It may have characters that are not ASCII, as in log₂ k; see
	// [Axis.ASCII].
	Name string
	// Symbol is the name for narrow places, such as H(Z), where Z is the group of X.
	Symbol string
	// Unit is the unit of the quantity, "bits", or empty.
	Unit string
	// Share means that the numbers are parts of a whole, from 0 to 1.
	Share bool
	// Clusters means that the quantity is the logarithm of the number of clusters.
	Clusters bool
}

// String returns the name with its unit, as on the axis of a figure: "H(Z) [bits]".
func (a Axis) String() string {
	if a.Unit == "" {
		return a.Name
	}
	return a.Name + " [" + a.Unit + "]"
}

// ASCII returns the axis with log2 k for log₂ k, and ... for the ellipsis of a long name. Names
// of columns keep their letters.
func (a Axis) ASCII() Axis {
	plain := strings.NewReplacer("₁", "1", "₂", "2", "…", "...")
	a.Name, a.Symbol = plain.Replace(a.Name), plain.Replace(a.Symbol)
	return a
}

// Axes returns the objectives h and i of the problem. An empty kind means "dib". For kinds that
// this module does not have, problems of its users, they are called h and i and have no unit.
// Columns of long names are shortened, and set in quotes where they could be misread.
func (p *Problem) Axes() (h, i Axis) {
	h = Axis{Symbol: "H(Z)", Unit: "bits"}
	i = Axis{Symbol: "I(Z;Y)", Unit: "bits"}
	clusters := Axis{Symbol: "log₂ k", Unit: "bits", Clusters: true}
	explained := Axis{Symbol: "explained variance", Share: true}
	x, y, columns := p.Columns()
	named := func(a Axis, name string) Axis {
		if a.Name = a.Symbol; columns {
			a.Name = name
		}
		return a
	}
	switch p.Kind {
	case "", "dib":
		return named(h, "H(group of "+x+")"), named(i, "I(group of "+x+"; "+y+")")
	case "symmetric":
		h.Symbol, i.Symbol = "H(Z₁,Z₂)/2", "I(Z₁,Z₂;Y)"
		return named(h, "H(groups of "+x+")/2"), named(i, "I(groups of "+x+"; "+y+")")
	case "dmc":
		return named(clusters, clusters.Symbol), named(i, "I(group of "+x+"; "+y+")")
	case "quantizer", "mean":
		return named(h, "H(group of "+x+")"), named(explained, explained.Symbol)
	case "kmeans":
		return named(clusters, clusters.Symbol), named(explained, explained.Symbol)
	default:
		return Axis{Name: "h", Symbol: "h"}, Axis{Name: "i", Symbol: "i"}
	}
}

// InformationName returns the name of the largest information that a grouping can have: I(city; product)
// or, if columns are not known, I(X;Y).
func (p *Problem) InformationName() string {
	_, i := p.Axes()
	x, y, columns := p.Columns()
	switch {
	case i.Unit != "bits": // the variance, or something of users' own
		return i.Name
	case columns:
		return "I(" + x + "; " + y + ")"
	default:
		return strings.ReplaceAll(i.ASCII().Symbol, "Z", "X")
	}
}

// Columns returns the names of X and Y as formulas show them: on one line, shortened to 24
// characters, and in quotes where they could be misread. Several columns have commas between them.
// For two inputs, x has both; for points, y is empty. ok is false if they are not known.
func (p *Problem) Columns() (x, y string, ok bool) {
	s := &p.Source
	switch p.Kind {
	case "symmetric":
		return textfile.ShownColumn(s.X1) + ", " + textfile.Shown(s.X2), textfile.Shown(s.Y), s.X1 != "" && s.X2 != "" && s.Y != ""
	case "quantizer", "kmeans":
		return textfile.ShownColumn(s.X), "", s.X != ""
	default:
		return shownAll(p.XScales, s.X), shownAll(p.YScales, s.Y), s.X != "" && s.Y != ""
	}
}

// Share returns i as a share of I(X;Y), from 0 to 1. For points in space it is the explained share
// of the variance. It returns false if the whole is not known, not above 0 or [Problem.WithinError],
// and if an estimate of i is below 0 or above the whole by more than 2^-30 bit. All
// shares that are shown to people come from here.
func (p *Problem) Share(i float64) (share float64, ok bool) {
	whole := p.IXY
	if !(whole > 0) || p.WithinError() || !(i >= -pareto.Tolerance && i <= whole+pareto.Tolerance) {
		return 0, false
	}
	return min(max(i/whole, 0), 1), true
}

// WithinError reports whether I(X;Y) is an estimate that is not above its error, [Problem.IXYSD]: the
// sample does not show that it is above 0, and shares of it would say nothing. Plug-in values are
// never unsure.
func (p *Problem) WithinError() bool { return p.Estimator != "" && p.IXY <= p.IXYSD }

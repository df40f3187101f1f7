package frontier

import "strings"

// Axis describes an objective of a kind of problem.
type Axis struct {
	// Name is the name of the quantity, such as H(Z). It may have characters that are not
	// ASCII, as in log₂ k; see [Axis.ASCII].
	Name string
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

// ASCII returns the axis with a name in ASCII: log2 k for log₂ k.
func (a Axis) ASCII() Axis {
	a.Name = strings.NewReplacer("₁", "1", "₂", "2").Replace(a.Name)
	return a
}

// Axes returns the objectives h and i of the problem. An empty kind means "dib". For kinds that
// this module does not have, problems of its users, they are called h and i and have no unit.
func (p *Problem) Axes() (h, i Axis) {
	h = Axis{Name: "H(Z)", Unit: "bits"}
	i = Axis{Name: "I(Z;Y)", Unit: "bits"}
	clusters := Axis{Name: "log₂ k", Unit: "bits", Clusters: true}
	explained := Axis{Name: "explained variance", Share: true}
	switch p.Kind {
	case "", "dib":
		return h, i
	case "symmetric":
		h.Name, i.Name = "H(Z₁,Z₂)/2", "I(Z₁,Z₂;Y)"
		return h, i
	case "dmc":
		return clusters, i
	case "quantizer":
		return h, explained
	case "kmeans":
		return clusters, explained
	default:
		return Axis{Name: "h"}, Axis{Name: "i"}
	}
}

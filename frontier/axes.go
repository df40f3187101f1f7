package frontier

import "strings"

// Axis is what an objective of a kind of problem is called.
type Axis struct {
	// Name is the quantity, such as H(Z). A name of more than ASCII, as in log₂ k,
	// is written with [Axis.ASCII] where that will not do.
	Name string
	// Unit is that of its numbers, "bits"; empty if they have none.
	Unit string
	// Share tells that the numbers are parts of a whole, from 0 to 1.
	Share bool
	// Clusters tells that the quantity is the logarithm of the number of clusters,
	// and nothing else of a clustering matters to it.
	Clusters bool
}

// String returns the name with its unit, as it stands at an axis: "H(Z) [bits]".
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

// Axes returns what the objectives h and i of the problem are called. Those of
// an empty kind are those of "dib". Kinds that this module does not know, which
// are problems of its users' own, are called h and i, and have no unit.
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

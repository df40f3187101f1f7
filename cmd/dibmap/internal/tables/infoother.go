package tables

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
)

// otherInfo is what info prints of a table that is not of two variables. Its JSON form
// is a contract.
type otherInfo struct {
	Name     string   `json:"name"`
	SHA256   string   `json:"sha256"`
	Kind     string   `json:"kind"`
	Rows     int      `json:"n"`
	Cols     int      `json:"m"`
	Samples  *int64   `json:"samples"`
	ZeroRows []string `json:"zero_rows"`
	// Variance is that of points, and Estimates are of triples: in bits, those of X1
	// and X2 together under hx.
	Variance  float64         `json:"variance,omitzero"`
	Estimates []otherEstimate `json:"estimates"`
}

type otherEstimate struct {
	Estimator string  `json:"estimator"`
	HX        float64 `json:"hx"`
	HY        float64 `json:"hy"`
	IXY       float64 `json:"ixy"`
}

func otherOf(p *input.Problem) otherInfo {
	d := p.Problem.Describe()
	e := otherEstimate{Estimator: "plug-in", HX: d.HX, HY: d.HY, IXY: d.IXY}
	if d.Kind == input.Symmetric {
		e.HX = 2 * d.HX // of a pair
	}
	return otherInfo{
		Name: p.Name, SHA256: d.Source.SHA256, Kind: d.Kind, Rows: d.N, Cols: d.M, Samples: d.Samples,
		ZeroRows: append([]string{}, d.ZeroRows...), // never null in JSON
		Variance: d.Variance, Estimates: []otherEstimate{e},
	}
}

// print writes the information for a person.
func (i otherInfo) print(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "table\t%s\n", i.Name)
	if i.Kind == input.Symmetric {
		fmt.Fprintf(tw, "size\t%s x %s x %s\n", wording.Number(i.Rows), wording.Number(i.Rows), wording.Number(i.Cols))
	} else {
		fmt.Fprintf(tw, "size\t%s points in %s\n", wording.Number(i.Rows), wording.Plural(i.Cols, "dimension"))
	}
	printSamples(tw, i.Samples)
	fmt.Fprintf(tw, "zero rows\t%d\n", len(i.ZeroRows))
	for _, e := range i.Estimates {
		if i.Kind == input.Symmetric {
			fmt.Fprintf(tw, "H(X1,X2)\t%.6f bits\nH(Y)\t%.6f bits\nI(X1,X2;Y)\t%.6f bits\n", e.HX, e.HY, e.IXY)
		} else {
			fmt.Fprintf(tw, "H(X)\t%.6f bits\nvariance\t%.6g\n", e.HX, i.Variance)
		}
	}
	return tw.Flush()
}

func printSamples(w io.Writer, samples *int64) {
	if samples != nil {
		fmt.Fprintf(w, "samples\tN = %s\n", wording.Number(*samples))
	} else {
		fmt.Fprintf(w, "samples\tunknown: the cells are probabilities or weights\n")
	}
}

package choosing

import (
	"fmt"
	"io"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/listing"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/scale"
)

// sayNearest names the cluster that a missing value joins, if it joins the nearest.
func sayNearest(w io.Writer, f *frontier.Frontier, p frontier.Point) {
	m := f.Problem.Missing
	if m == nil || m.Treatment != scale.MissingNearest {
		return
	}
	fate := "are like no group, so that a missing value is unknown"
	if c, ok := input.MissingCluster(f, p); ok {
		fate = fmt.Sprintf("join group %d", c)
	}
	fmt.Fprintf(w, "\nThe records without a value, %s, %s.\nThe numbers above are of the others.\n", listing.Absent(f), fate)
}

// jsonMissing has the records without X in the JSON of a point: their treatment, their share of
// all records, and the number of the cluster that they are or join, if any.
type jsonMissing struct {
	Treatment string  `json:"treatment"`
	Share     float64 `json:"share"`
	Cluster   *int    `json:"cluster,omitempty"`
}

// missingOf returns the JSON of records without X; nil if none were set aside.
func missingOf(f *frontier.Frontier, p frontier.Point) *jsonMissing {
	m := f.Problem.Missing
	if m == nil {
		return nil
	}
	says := &jsonMissing{Treatment: m.Treatment, Share: m.Share}
	if c, ok := input.MissingCluster(f, p); ok {
		says.Cluster = &c
	}
	return says
}

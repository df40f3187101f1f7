package choosing

import (
	"fmt"
	"io"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/listing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/describe"
	"github.com/dibmap/dibmap/scale"
)

// missing writes the group of the records without X below the clusters, and says that its shares are of all
// records.
func (t *clusterTable) missing(w io.Writer, f *frontier.Frontier) {
	group, ok := describe.MissingGroup(f, contributions)
	if !ok {
		return
	}
	indent := "\n" + t.indent
	lines := t.emphasis(scale.MissingLabel)
	if !t.known {
		fmt.Fprintf(w, "%4d: %s\n", len(t.clusters), lines)
	} else {
		fmt.Fprint(w, t.row(len(t.clusters), "", &group)+lines+
			contrast(indent+"more: ", group.Tells)+contrast(indent+"less: ", group.TellsNot)+"\n")
	}
	fmt.Fprintf(w, "\n%s: %s, beside the %s. Its shares are of all records, those of the\nothers of the records that have a value.\n",
		scale.MissingLabel, listing.Absent(f), wording.Plural(len(t.clusters), "group"))
}

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

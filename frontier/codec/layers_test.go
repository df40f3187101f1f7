package codec

import (
	"bytes"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// layered returns a frontier with a clustering in a layer that is not on the frontier.
func layered(t testing.TB, f *frontier.Frontier) *frontier.Frontier {
	t.Helper()
	last := f.At(f.Len() - 1)
	worse := last.Assignment()
	for x := range worse {
		worse[x] = min(x, last.K-1)
	}
	e := frontier.Entry{H: last.H / 1024, I: last.I / 1024, Ties: 3, Assignment: partition.Pack(worse)}
	f, err := f.WithLayers(frontier.Layers{Exact: true, Entries: []frontier.Entry{e}})
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Layers().Entries) != f.Len()+1 {
		t.Fatalf("%d entries of layers for %d points", len(f.Layers().Entries), f.Len())
	}
	return f
}

// TestLayersRoundTrip: all formats hold the layers, with clusterings whole or as differences.
func TestLayersRoundTrip(t *testing.T) {
	for name, f := range map[string]*frontier.Frontier{"plain": layered(t, tiny(t)), "all parts": measured(t, layered(t, tiny(t)))} {
		roundTrips(t, f)
		for _, format := range readable() {
			for _, differences := range [][]descent{nil, differencesOf(f)} {
				var b bytes.Buffer
				if err := write(&b, f, format, differences); err != nil {
					t.Fatal(err)
				}
				got, err := Read(&b)
				if err != nil {
					t.Fatalf("%s, %s: %v", name, format, err)
				}
				if l := got.Layers(); l == nil || !l.Exact || len(l.Entries) != f.Len()+1 {
					t.Fatalf("%s, %s: layers %+v", name, format, l)
				}
				for k, e := range f.Layers().Entries {
					if is := got.Layers().Entries[k]; is.H != e.H || is.I != e.I || is.K != e.K || is.Ties != e.Ties || is.Compare(&e) != 0 {
						t.Errorf("%s, %s: entry %d is %+v, want %+v", name, format, k, is, e)
					}
				}
			}
		}
	}
}

// TestLayersOfDamagedFiles: a file may not hold a clustering that another one with as many clusters dominates.
func TestLayersOfDamagedFiles(t *testing.T) {
	f := layered(t, tiny(t))
	whole := string(written(t, f, "json"))
	before, part, found := strings.Cut(whole, `"per_k"`)
	if !found {
		t.Fatal("the file has no layers")
	}
	for name, change := range map[string]struct{ old, new, want string }{
		"dominated":  {`"h": `, `"h": 9`, "no better than others with as many clusters"},
		"k":          {`"k": `, `"k": 7`, "but the assignment has"},
		"assignment": {`"assignment"`, `"assigned"`, "assignment is missing"},
		"exact":      {`"exact"`, `"exactly"`, "exact is missing"},
	} {
		changed := before + `"per_k"` + strings.Replace(part, change.old, change.new, 1)
		if _, err := Read(strings.NewReader(changed)); err == nil || !strings.Contains(err.Error(), change.want) {
			t.Errorf("%s: %v, want %q", name, err, change.want)
		}
	}
}

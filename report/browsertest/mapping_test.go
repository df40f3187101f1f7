package browsertest

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/encode"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/describe"
	"github.com/dibmap/dibmap/partition"
)

// mapping is a file of the page in JSON: that of package encode, and the point.
type mapping struct {
	Format   string
	Version  int
	Column   string
	Unknown  *string
	Table    string
	H, I     float64
	K        int
	Clusters []struct {
		Cluster int
		Name    string
		Values  []string
	}
}

// The mapping of a point is downloaded and holds what the point says.
func TestDownload(t *testing.T) {
	f := sample(t, "nasty")
	nasty := f.Problem.XLabels
	b := openPlot(t, f, 1200, 900)
	b.choose(1)
	p := f.At(1)
	got := b.mapping()
	if got.H != p.H || got.I != p.I || got.K != p.K || got.Table != nasty[0] {
		t.Errorf("the file is of %+v", got)
	}
	e, err := encode.New(nasty, p.Assignment(), p.Names())
	if err != nil {
		t.Fatal(err)
	}
	exported := func(format string) string {
		var out strings.Builder
		if err := encode.Export(&out, format, encode.Coding{Encoder: e}); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	var want mapping
	if err := json.Unmarshal([]byte(exported("json")), &want); err != nil {
		t.Fatal(err)
	}
	want.Table, want.H, want.I, want.K = got.Table, got.H, got.I, got.K
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("the file is not what package encode writes: %s", d)
	}
	b.menu("csv")
	// Line ends are those of RFC 4180; the reader of Go takes one in a field for its own kind.
	if d := cmp.Diff(records(t, exported("csv")), records(t, string(b.download(".csv")))); d != "" {
		t.Errorf("the table is another: %s", d)
	}
	b.clean()
}

// Where rare values were grouped, one that is not known counts as rare, as in package encode.
func TestDownloadRare(t *testing.T) {
	for _, c := range []struct {
		label    string
		minCount float64
		topX     int
	}{{"(rare)", 0, 0}, {"(rare)", 5, 0}, {"(other)", 0, 0}, {"(other)", 0, 2}} {
		f := made(t, frontier.Problem{N: 3, XLabels: []string{"a", "b", c.label}, MinCount: c.minCount, TopX: c.topX}, []frontier.Entry{
			{H: 1, I: 0.4, Assignment: partition.Pack(partition.Partition{0, 1, 1})},
		})
		b := openPlot(t, f, 1000, 800)
		b.menu("json")
		var got struct{ Unknown *string }
		if err := json.Unmarshal(b.download(".json"), &got); err != nil {
			t.Fatal(err)
		}
		p := f.At(0)
		grouped := c.minCount > 0 || c.topX > 0
		switch want := p.Names()[1]; {
		case !grouped && got.Unknown != nil:
			t.Errorf("unknown is %q, where nothing is rare", *got.Unknown)
		case grouped && (got.Unknown == nil || *got.Unknown != want):
			t.Errorf("unknown is %v, want %q", got.Unknown, want)
		}
		b.clean()
	}
}

func records(t *testing.T, text string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(strings.ReplaceAll(text, "\r\n", "\n"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// The page names clusters as package frontier does.
func TestNames(t *testing.T) {
	// Joined labels meet labels that look like them.
	labels := []string{"a+b", "a", "b", "a+b (2)", strings.Repeat("é", 22), "x", "y", "+", ""}
	of := partition.Partition{0, 1, 1, 2, 3, 3, 3, 4, 4}
	colliding := made(t, frontier.Problem{N: len(labels), XLabels: labels}, []frontier.Entry{{Assignment: partition.Pack(of)}})
	letters := alphabet(t)
	five, _ := letters.WithClusters(5)
	for _, c := range []struct {
		f *frontier.Frontier
		p frontier.Point
	}{{colliding, colliding.At(0)}, {letters, five}, {letters, letters.At(40)}, {sample(t, "nasty"), sample(t, "nasty").At(1)}} {
		b := openPlot(t, c.f, 1000, 800)
		b.choose(c.p.Index)
		var names []string
		for _, cluster := range b.mapping().Clusters {
			names = append(names, cluster.Name)
		}
		if d := cmp.Diff(c.p.Names(), names); d != "" {
			t.Errorf("point %d: %s", c.p.Index, d)
		}
		b.clean()
	}
}

// The page explains clusters by the columns that package frontier explains them by.
func TestExplained(t *testing.T) {
	letters := alphabet(t)
	few, _ := letters.WithClusters(5)
	many, _ := letters.WithClusters(20) // of few rows, so that columns are missing
	absences := absent(t)
	for _, c := range []struct {
		f *frontier.Frontier
		p frontier.Point
	}{{letters, few}, {letters, many}, {absences, absences.At(0)}} {
		b := openPlot(t, c.f, 1200, 900)
		b.choose(c.p.Index)
		b.view("groups")
		said := ask[map[string]string](b, `Object.fromEntries(Array.from(document.querySelectorAll("#rows [data-group]"), (row) => [row.dataset.group,
			row.querySelector(".figure").textContent + Array.from(row.querySelectorAll("ul"), (list) => " | " + Array.from(list.children, (li) => li.title).join(" ")).join("")]))`)
		for n, d := range describe.Clusters(c.f, c.p, 3) {
			want := share(d.Mass) + contrast(d.Tells) + contrast(d.TellsNot[:min(2, len(d.TellsNot))])
			if got := strings.ReplaceAll(said[fmt.Sprint(n)], "\u00a0", " "); got != want {
				t.Errorf("the page says %q of group %s, want %q", got, d.Name, want)
			}
		}
		b.clean()
	}
	// By hand: DEN is 4 % of the shuttle's, and 30 % of all; equal ones stand as in the table.
	if got, want := contrast(describe.Clusters(absences, absences.At(0), 3)[0].TellsNot),
		" | ORD: 0 %, 27.0 % on average DEN: 4.0 %, 30.0 % on average ATL: 0 %, 20.0 % on average"; got != want {
		t.Errorf("of the shuttle is said %q, want %q", got, want)
	}
}

// absent is a frontier of clusters that never come with some columns: frequent ones, a
// less frequent one, and one that is rounding.
func absent(t *testing.T) *frontier.Frontier {
	t.Helper()
	return made(t, frontier.Problem{
		N: 2, M: 9, XLabels: []string{"shuttle", "network"}, YLabels: []string{"dust", "ATL", "DEN", "BOS", "SEA", "ORD", "u", "v", "w"},
		Cells: &frontier.Cells{
			X: []int{0, 0, 0, 1, 1, 1, 1, 1, 1, 1}, Y: []int{0, 2, 3, 1, 2, 4, 5, 6, 7, 8},
			Weight: []float64{1e-10, 0.008, 0.192 - 1e-10, 0.2, 0.292, 0.035, 0.27, 0.001, 0.001, 0.001},
		},
	}, []frontier.Entry{{Assignment: partition.Pack(partition.Partition{0, 1})}})
}

// contrast is a list of the page of the columns of a group.
func contrast(list []describe.Contribution) string {
	var parts []string
	for _, e := range list {
		parts = append(parts, fmt.Sprintf("%s: %s, %s on average", e.Y, share(e.P), share(e.Overall)))
	}
	return " | " + strings.Join(parts, " ")
}

// share is a share as the page writes it.
func share(v float64) string {
	switch {
	case v == 0 || v == 1:
		return fmt.Sprintf("%.0f %%", 100*v)
	case 100*v < 0.1:
		return fmt.Sprintf("%.1g %%", 100*v)
	}
	return fmt.Sprintf("%.1f %%", 100*v)
}

// choose opens the page at a point, as an address that was passed on does.
func (b *tab) choose(j int) {
	b.t.Helper()
	ask[string](b, fmt.Sprintf("location.hash = 'point=%d'", j))
	b.until(fmt.Sprintf("document.getElementById('chosen-body').innerText.includes('point %d of')", j+1))
}

// mapping downloads the mapping of the chosen point.
func (b *tab) mapping() (m mapping) {
	b.t.Helper()
	b.menu("json")
	if err := json.Unmarshal(b.download(".json"), &m); err != nil {
		b.t.Fatal(err)
	}
	return m
}

// download waits for a file with an ending and returns what is in it.
func (b *tab) download(ending string) []byte {
	b.t.Helper()
	for range 200 {
		found, err := filepath.Glob(filepath.Join(b.folder, "*"+ending))
		if err != nil {
			b.t.Fatal(err)
		}
		if len(found) == 1 {
			content, err := os.ReadFile(found[0])
			if err != nil {
				b.t.Fatal(err)
			}
			if len(content) > 0 {
				return content
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	b.t.Fatalf("no file *%s was downloaded", ending)
	return nil
}

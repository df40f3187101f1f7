package proof

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/internal/oracle/reference"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/search"
)

// novel returns Mark Twain's Tom Sawyer, which a dependency has as test data, so
// that every machine has the same text.
func novel(tb testing.TB) string {
	tb.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/klauspost/compress").Output()
	if err != nil {
		tb.Skipf("no text: go list: %v", err)
	}
	text, err := os.ReadFile(filepath.Join(string(bytes.TrimSpace(out)), "testdata", "Mark.Twain-Tom.Sawyer.txt"))
	if err != nil {
		tb.Skipf("no text: %v", err)
	}
	return string(text)
}

// words returns those of a text in lower case, and characters its characters.
func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
}

func characters(text string) []string { return strings.Split(text, "") }

// successors counts the n most frequent symbols with what follows them: the m most frequent, and others.
func successors(symbols []string, n, m int) [][]float64 {
	count := make(map[string]int)
	for _, s := range symbols {
		count[s]++
	}
	list := slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
	rank := make(map[string]int)
	for k, s := range list {
		rank[s] = k
	}
	t := make([][]float64, n)
	for x := range t {
		t[x] = make([]float64, m+1)
	}
	for k, s := range symbols[:len(symbols)-1] {
		if x := rank[s]; x < n {
			t[x][min(rank[symbols[k+1]], m)]++
		}
	}
	return t
}

// BenchmarkProve proves frontiers that a search has found; where that would take
// long, down to an entropy only, after a number of edges.
func BenchmarkProve(b *testing.B) {
	run := func(name string, edges int, table func(b *testing.B) [][]float64) {
		b.Run(name, func(b *testing.B) {
			j := drawn.Table(b, table(b))
			start := drawn.Searched(b, j)
			var f *frontier.Frontier
			for b.Loop() {
				f = provedDown(b, j, start, edges)
			}
			columns := int64(0)
			for _, e := range f.Certificate.Edges {
				columns += e.Columns
			}
			b.ReportMetric(float64(f.Len()), "points")
			b.ReportMetric(float64(len(f.Certificate.Edges)), "edges")
			b.ReportMetric(float64(columns), "columns")
			b.ReportMetric(f.Certificate.CompleteFromH, "from_h")
		})
	}
	for _, name := range []string{"alpha27", "colors"} {
		run("table="+name, 0, func(b *testing.B) [][]float64 { return reference.Matrix(b, "pxy_"+name+".npy") })
	}
	for _, n := range []int{20, 24, 27, 30} {
		run(fmt.Sprintf("table=simplex/n=%d/m=30", n), 0, func(*testing.B) [][]float64 { return drawn.Uniform(1, n, 30) })
	}
	for _, tt := range []struct{ n, edges int }{{30, 0}, {40, 0}, {50, 20}} {
		run(fmt.Sprintf("table=words/n=%d/m=61", tt.n), tt.edges, func(b *testing.B) [][]float64 {
			return successors(words(novel(b)), tt.n, 60)
		})
	}
	for _, tt := range []struct{ n, edges int }{{30, 0}, {40, 31}} {
		run(fmt.Sprintf("table=characters/n=%d/m=41", tt.n), tt.edges, func(b *testing.B) [][]float64 {
			return successors(characters(novel(b)), tt.n, 40)
		})
	}
}

// provedDown proves that many edges of a frontier, from the highest entropy down; all if it is 0.
func provedDown(b *testing.B, j *joint.Joint, start *frontier.Frontier, edges int) *frontier.Frontier {
	b.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	proved := -1 // it is reported before every edge
	r, err := Prove(ctx, j, start, method.Options{Observe: func(search.Progress) {
		if proved++; proved == edges && edges > 0 {
			cancel()
		}
	}})
	if err != nil {
		b.Fatal(err)
	}
	return r.Frontier
}

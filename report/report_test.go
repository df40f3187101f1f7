package report_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/recommend"
	"github.com/dibmap/dibmap/report"
)

// The page holds all that is known of the frontier.
func TestRoundTrip(t *testing.T) {
	for name, f := range map[string]*frontier.Frontier{
		"alphabet": alphabet(t), "weather": sample(t, "weather"),
		"300 clusters": many(t, 40, 300), "uncertain": sample(t, "uncertain"),
	} {
		t.Run(name, func(t *testing.T) { roundTrip(t, f) })
	}
}

func roundTrip(t *testing.T, f *frontier.Frontier) {
	h := decode(t, written(t, f, report.Options{}))
	p := &f.Problem
	for _, c := range []struct{ got, want any }{
		{h.About.XLabels, p.XLabels},
		{len(h.About.YLabels), len(p.YLabels)},
		{h.About.N, p.N},
		{h.About.M, p.M},
		{h.About.Points, f.Len()},
		{h.About.Table, p.Source.Name},
		{h.About.HX, p.HX},
		{h.About.IXY, p.IXY},
		{h.About.Shares, true},
	} {
		if d := cmp.Diff(c.want, c.got); d != "" {
			t.Error(d)
		}
	}
	for name, at := range h.About.First {
		if at.Offset%8 != 0 {
			t.Errorf("%s begins at byte %d, where no list of numbers can", name, at.Offset)
		}
	}
	for name, at := range h.About.Later {
		if at.Offset%8 != 0 {
			t.Errorf("%s begins at byte %d, where no list of numbers can", name, at.Offset)
		}
	}
	if r, _ := recommend.From(f); r.Index != h.About.Start || r.Reason != h.About.Reason {
		t.Errorf("the page begins with point %d, as %q, want %+v", h.About.Start, h.About.Reason, r)
	}
	hs, is, ks, flags := h.array("h"), h.array("i"), h.array("k"), h.array("flags")
	all := h.assignments()
	for j := range f.Len() {
		q := f.At(j)
		if hs[j] != q.H || is[j] != q.I || int(ks[j]) != q.K {
			t.Fatalf("point %d is (%g, %g, %g), want (%g, %g, %d)", j, hs[j], is[j], ks[j], q.H, q.I, q.K)
		}
		bits := int(flags[j])
		if bits&1 != 0 != q.Hull || bits&2 != 0 != q.DMC || bits&4 != 0 != q.Robust || bits&8 == 0 {
			t.Fatalf("point %d has flags %b: %+v", j, bits, q)
		}
		for x, c := range q.Assignment() {
			if int(all[j*p.N+x]) != c {
				t.Fatalf("point %d puts row %d into cluster %g, want %d", j, x, all[j*p.N+x], c)
			}
		}
		if v := h.array("prominence"); j < 50 && v[j] != q.Prominence {
			t.Fatalf("point %d has prominence %g, want %g", j, v[j], q.Prominence)
		}
		if f.Uncertainty != nil && (h.array("dh")[j] != float64(float32(q.DH)) || h.array("di")[j] != float64(float32(q.DI))) {
			t.Fatalf("point %d has other error bars than %+v", j, q.Spread)
		}
	}
	checkTable(t, &h, p)
}

// Where I(X;Y) is an estimate that is not above its error, the page is told that it has no shares.
func TestSharesAreWithheld(t *testing.T) {
	f := sample(t, "weather")
	f.Problem.Estimator, f.Problem.IXYSD = "nsb", f.Problem.IXY
	if decode(t, written(t, f, report.Options{})).About.Shares {
		t.Error("the page has shares")
	}
}

// Where only the cells are known, they tell the masses.
func TestMassesOfCells(t *testing.T) {
	f := sample(t, "weather")
	want := f.Problem.XMass
	f.Problem.XMass = nil
	for n := range f.Problem.Cells.Weight {
		f.Problem.Cells.Weight[n] *= 8 // counts, not probabilities
	}
	h := decode(t, written(t, f, report.Options{}))
	if d := cmp.Diff(want, h.array("mass")); d != "" {
		t.Error(d)
	}
}

// The best clusterings that are not on the frontier come after its points, in every array, and the
// page begins with the recommended one.
func TestBestOffTheFrontier(t *testing.T) {
	f := sample(t, "listed")
	h := decode(t, written(t, f, report.Options{}))
	a := &h.About
	if a.Points != 4 || a.Others != 1 || !slices.Equal(a.Best, []int{0, 4, 2, 3}) {
		t.Fatalf("the page has %d points and %d others, of which %v are best", a.Points, a.Others, a.Best)
	}
	n := 0
	for p := range f.Best() {
		j := a.Best[n]
		if h.array("h")[j] != p.H || h.array("i")[j] != p.I || int(h.array("k")[j]) != p.K || len(h.array("prominence")) != 5 {
			t.Errorf("the best of %d clusters is at (%g, %g)", p.K, h.array("h")[j], h.array("i")[j])
		}
		if h.array("heldOut")[j] != float64(float32(p.HeldOut.I)) || h.array("heldOutSE")[j] != float64(float32(p.HeldOut.SE)) {
			t.Errorf("held-out records say %g of the best of %d clusters, want %+v", h.array("heldOut")[j], p.K, p.HeldOut)
		}
		for x, c := range p.Assignment() {
			if int(h.assignments()[j*4+x]) != c {
				t.Errorf("the best of %d clusters has row %d in another cluster", p.K, x)
			}
		}
		if exact := int(h.array("flags")[j])&16 != 0; exact != p.Exact {
			t.Errorf("the best of %d clusters is exact: %t", p.K, exact)
		}
		n++
	}
	if r, _ := recommend.From(f); a.Start != 4 || r.K != 2 || a.Reason != r.Reason || a.Coarser != -1 || a.Finer != -1 {
		t.Errorf("the page begins with %d, as %q, %d and %d", a.Start, a.Reason, a.Coarser, a.Finer)
	}
}

// checkTable compares the masses and cells.
func checkTable(t *testing.T, h *held, p *frontier.Problem) {
	t.Helper()
	if d := cmp.Diff(p.XMass, h.array("mass")); d != "" {
		t.Errorf("masses: %s", d)
	}
	if p.Cells == nil {
		return
	}
	if d := cmp.Diff(p.Cells.Weight, h.array("cellWeight")); d != "" {
		t.Errorf("weights: %s", d)
	}
	for n := range p.Cells.X {
		if int(h.array("cellX")[n]) != p.Cells.X[n] || int(h.array("cellY")[n]) != p.Cells.Y[n] {
			t.Fatalf("cell %d is elsewhere", n)
		}
		if n > 100 {
			break
		}
	}
}

// Nothing in the page names a place on a network or makes a connection, and its policy
// admits its own script and style only.
func TestSelfContained(t *testing.T) {
	page := written(t, sample(t, "weather"), report.Options{})
	// The names of languages look like addresses, and are never fetched.
	bare := strings.NewReplacer("http://www.w3.org/2000/svg", "", "http://www.w3.org/1999/xhtml", "",
		"http://www.w3.org/1999/xlink", "", "http://www.w3.org/XML/1998/namespace", "", "http://www.w3.org/2000/xmlns/", "").Replace(page)
	for _, no := range []string{
		`https?:`, `\bsrc\s*=\s*["']`, `href\s*=\s*["'][^d]`, `url\([^#]`, `@import`, `@font-face`, `\bfetch\(`, `XMLHttpRequest`,
		`WebSocket`, `EventSource`, `sendBeacon`, `\bimport\(`, `importScripts`, `new Worker`,
		`document\.write`, `\beval\(`, `new Function`, `sourceMappingURL`, ` style="`, ` on[a-z]+="`,
	} {
		if at := regexp.MustCompile(no).FindStringIndex(bare); at != nil {
			t.Errorf("the page holds %s: %.80s", no, bare[at[0]:])
		}
	}
	policy := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(page)
	if policy == nil {
		t.Fatal("the page has no policy")
	}
	for _, want := range []string{
		"default-src 'none'", "base-uri 'none'", "form-action 'none'",
		"require-trusted-types-for 'script'", "trusted-types 'none'",
		"script-src " + digest(between(t, page, "<script>", "</script>")),
		"style-src " + digest(between(t, page, "<style>", "</style>")),
	} {
		if !strings.Contains(policy[1], want) {
			t.Errorf("the policy %q lacks %q", policy[1], want)
		}
	}
	if strings.Index(page, "Content-Security-Policy") > strings.Index(page, "<style>") {
		t.Error("the policy comes after what it is for")
	}
}

// No source of the page reads HTML. A library in it can, on demand, and the policy forbids
// that.
func TestNoHTML(t *testing.T) {
	sources, err := filepath.Glob(filepath.Join("web", "*.ts"))
	if err != nil || len(sources) < 10 {
		t.Fatalf("there are %d sources: %v", len(sources), err)
	}
	for _, name := range sources {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, no := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", ".html(", "DOMParser", "createContextualFragment", "srcdoc"} {
			if bytes.Contains(source, []byte(no)) {
				t.Errorf("%s holds %s", name, no)
			}
		}
	}
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func between(t *testing.T, page, from, to string) string {
	t.Helper()
	_, rest, ok := strings.Cut(page, from)
	text, _, end := strings.Cut(rest, to)
	if !ok || !end {
		t.Fatalf("no %s ... %s in the page", from, to)
	}
	return text
}

// The licences of the libraries in the page go with it.
func TestLicences(t *testing.T) {
	page := written(t, sample(t, "weather"), report.Options{})
	for _, want := range []string{"d3-zoom ", "d3-ease ", "Mike Bostock", "Robert Penner", "Permission to use, copy, modify"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

// Labels cannot leave the place where they stand, and come back as they were.
func TestNastyLabels(t *testing.T) {
	f := sample(t, "nasty") // labels that are HTML, or that would end what they stand in
	nasty := f.Problem.XLabels
	page := written(t, f, report.Options{Title: nasty[0] + nasty[8]})
	h := decode(t, page)
	if !slices.Equal(h.About.XLabels, nasty) || !slices.Equal(h.About.YLabels, nasty) {
		t.Error("labels are not what they were")
	}
	plain := written(t, sample(t, "weather"), report.Options{})
	for _, tag := range []string{"<script", "</script", "<!--", "<img", "\u2028", "\x00"} {
		if got, want := strings.Count(page, tag), strings.Count(plain, tag); got != want {
			t.Errorf("the page holds %q %d times, and %d times without such labels", tag, got, want)
		}
	}
}

// Labels that are no text become text, so that the page is one.
func TestInvalidUTF8(t *testing.T) {
	f := sample(t, "weather")
	f.Problem.XLabels = []string{"\xff", "b", "c", "d"}
	page := written(t, f, report.Options{Title: "a\xffb"})
	if strings.Contains(page, "\xff") || !strings.Contains(page, "a\uFFFDb") {
		t.Error("the page is not UTF-8")
	}
}

// Frontiers with little in them make pages as well.
func TestLittle(t *testing.T) {
	for name, want := range map[string]struct {
		missing bool
		start   int
	}{"empty": {true, -1}, "one-point": {false, 0}, "no-mappings": {true, 0}, "own-kind": {true, 1}} {
		t.Run(name, func(t *testing.T) {
			f := sample(t, name)
			h := decode(t, written(t, f, report.Options{}))
			if h.About.Points != f.Len() || h.About.Start != want.start || (h.About.Missing != "") != want.missing {
				t.Errorf("the page says %+v", h.About)
			}
			if h.About.Title != "Frontier" {
				t.Errorf("the title is %q", h.About.Title)
			}
			if h.About.Known == (name == "own-kind") {
				t.Errorf("the objectives are said to be known: %t", h.About.Known)
			}
			if k := h.array("k"); f.Len() == 2 && k[1] != 300 {
				t.Errorf("the numbers of clusters are %v", k)
			}
		})
	}
}

// The same frontier gives the same page.
func TestSameBytes(t *testing.T) {
	f := sample(t, "weather")
	first, second := written(t, f, report.Options{Title: "x"}), written(t, f, report.Options{Title: "x"})
	if first != second {
		t.Error("two pages of one frontier differ")
	}
}

// A problem whose parts do not fit is refused, in a line that says which.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		change func(p *frontier.Problem)
		want   string
	}{
		{
			func(p *frontier.Problem) { p.XLabels = p.XLabels[:3] },
			"the frontier has 4 rows and 3 labels of rows, and should have as many",
		},
		{
			func(p *frontier.Problem) { p.XMass = p.XMass[:1] },
			"the frontier has 4 rows and 1 masses of rows, and should have as many",
		},
		{
			func(p *frontier.Problem) { p.Cells.Y = p.Cells.Y[:2] },
			"the cells of the frontier have 5 rows, 2 columns and 5 weights, and should have as many of each",
		},
		{
			func(p *frontier.Problem) { p.Cells.X[3] = 4 },
			"cell 3 of the frontier is at row 4, column 1, and the table has 4 rows and 2 labels of columns",
		},
		{
			func(p *frontier.Problem) { p.Cells.Y[0] = -1 },
			"cell 0 of the frontier is at row 0, column -1, and the table has 4 rows and 2 labels of columns",
		},
	} {
		f := sample(t, "weather")
		c.change(&f.Problem)
		if err := report.Write(io.Discard, f, report.Options{}); err == nil || err.Error() != c.want {
			t.Errorf("the error is %v, want %s", err, c.want)
		}
	}
}

// failing takes some bytes and then no more.
type failing struct{ left int }

var errFull = errors.New("full")

func (w *failing) Write(b []byte) (int, error) {
	if len(b) > w.left {
		return w.left, errFull
	}
	w.left -= len(b)
	return len(b), nil
}

// An error of the writer is returned, wherever in the page it happens.
func TestWriterFails(t *testing.T) {
	f := many(t, 3000, 200)
	size := len(written(t, f, report.Options{}))
	for _, left := range []int{0, 1 << 16, size / 4, size / 2, 3 * size / 4, size - 1} {
		if err := report.Write(&failing{left}, f, report.Options{}); !errors.Is(err, errFull) {
			t.Errorf("with room for %d of %d bytes the error is %v", left, size, err)
		}
	}
}

// A frontier of 50,000 points of 30 rows makes a page that can be sent by mail. Its random
// clusterings hardly compress; those of a search do.
func TestLarge(t *testing.T) {
	f := many(t, 50_000, 30)
	var page bytes.Buffer
	begin := time.Now()
	if err := report.Write(&page, f, report.Options{}); err != nil {
		t.Fatal(err)
	}
	t.Logf("50,000 points x 30 rows: %.2f MB in %v", float64(page.Len())/1e6, time.Since(begin).Round(time.Millisecond))
	if limit := 5_000_000; page.Len() > limit {
		t.Errorf("the page has %d bytes, more than %d", page.Len(), limit)
	}
	page.Reset()
	begin = time.Now()
	if err := report.Write(&page, alphabet(t), report.Options{}); err != nil {
		t.Fatal(err)
	}
	t.Logf("@alphabet, %d points: %.2f MB in %v", alphabet(t).Len(), float64(page.Len())/1e6, time.Since(begin).Round(time.Millisecond))
}

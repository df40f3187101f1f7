package scanning

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/internal/policy"
)

// viewed returns a column with two groups that say something of a kind about Y.
func viewed(name string, kind groupview.Kind) *entry {
	v := &groupview.View{Kind: kind, Event: "<yes>", Mixed: []string{"<p>", "q", "r"}, Rows: []groupview.Row{
		{Values: []string{"a"}, Share: 0.25, Value: 0.5, Low: 0.4, High: 0.6, Mix: []float64{0.5, 0.25, 0.25}},
		{Number: 1, Values: []string{"<b>", "c"}, Share: 0.75, Value: 0.25, Low: 0.2, High: 0.3, Mix: []float64{0.1, 0.2, 0.7}},
	}}
	v.All = groupview.Row{Number: -1, Share: 1, Value: 0.3, Low: 0.25, High: 0.35, Mix: []float64{0.2, 0.3, 0.5}}
	return &entry{Column: name, IXY: 1, I: 0.5, Clusters: 2, File: name + ".json", Key: "k", view: v, level: func(float64) string { return "1.5" }, paged: true}
}

func pageOfColumns(t *testing.T, columns ...*entry) string {
	t.Helper()
	c := catalog{Name: "t.csv", Y: "y", Columns: columns}
	var b strings.Builder
	if err := c.writePage(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestPageHoldsUnderItsPolicy: style and script are those that the content security policy allows, and no element has
// others, as a browser would ignore them.
func TestPageHoldsUnderItsPolicy(t *testing.T) {
	page := pageOfColumns(t, viewed("<script>", groupview.Rate), &entry{Column: "none", Unusable: "it has one value only"})
	allowed := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(page)
	css := regexp.MustCompile(`(?s)<style>(.*)</style>`).FindStringSubmatch(page)
	js := regexp.MustCompile(`(?s)<script>(.*)</script>`).FindStringSubmatch(page)
	if allowed == nil || css == nil || js == nil || strings.Index(page, allowed[0]) > strings.Index(page, "<style>") {
		t.Fatal("there is no policy before the style")
	}
	if got, want := html.UnescapeString(allowed[1]), policy.Of(js[1], css[1]); got != want {
		t.Errorf("the policy is %s, want %s", got, want)
	}
	for _, not := range []string{" style=", " onclick="} {
		if strings.Contains(page, not) {
			t.Errorf("the page has %q", not)
		}
	}
	if n := strings.Count(page, "<script"); n != 1 {
		t.Errorf("the page has %d scripts", n)
	}
}

// TestPageShowsGroups: each kind of what groups say is on the page, and nothing of a file is taken for HTML.
func TestPageShowsGroups(t *testing.T) {
	for kind, wants := range map[groupview.Kind][]string{
		groupview.Rate: {"rate of y = &lt;yes&gt;", `<span>50.0 %</span>`, `<rect class="fill" width="83.3%"`, "40.0 to 60.0 %", `<tr class="all">`},
		groupview.Mean: {"mean of y", "<span>1.5</span>", `class="track" x1="50.0%" x2="100.0%"`, `<tr class="all">`},
		groupview.Mix:  {"y in the group", `aria-label="&lt;p&gt; 50.0 %, q 25.0 %, r 25.0 %"`, `<svg x="50.00%" width="25.00%"`, `&lt;p&gt;<tspan class="percent"> 50</tspan></text>`},
		groupview.None: {"<td class=\"share\">75.0 %</td>"},
	} {
		page := pageOfColumns(t, viewed("a", kind))
		for _, want := range append(wants, `<a href="a.html">a</a>`, `<a href="a.json">`, "&lt;b&gt;, c</th>") {
			if !strings.Contains(page, want) {
				t.Errorf("%s: the page has no %s", kind, want)
			}
		}
		for _, not := range []string{"<yes>", "<p> ", "<b>"} {
			if strings.Contains(page, not) {
				t.Errorf("%s: the page has %s", kind, not)
			}
		}
	}
}

// TestPagesHaveTheirNames: no page of a column is the page of all.
func TestPagesHaveTheirNames(t *testing.T) {
	for file, want := range map[string]string{"city.json": "city.html", "index.json": "index.json.html", "Index.json": "Index.json.html", "a.b.json": "a.b.html"} {
		if got := pageOf(file); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
}

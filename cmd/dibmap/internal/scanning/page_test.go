package scanning

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/internal/policy"
)

// TestPageHoldsUnderItsPolicy: the style is the one that the content security policy allows, and no element has
// another, as a browser would ignore it.
func TestPageHoldsUnderItsPolicy(t *testing.T) {
	c := catalog{Name: "t.csv", Y: "y", Columns: []*entry{
		{Column: "<script>", IXY: 1, I: 0.5, Clusters: 2, Groups: []group{{Name: "a", Share: 0.25, Values: []string{"a"}}, {Name: "b", Share: 0.75, Values: []string{"b"}}}, File: "x.json", Key: "k"},
		{Column: "none", Unusable: "it has one value only"},
	}}
	var b strings.Builder
	if err := c.writePage(&b); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	allowed := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(page)
	css := regexp.MustCompile(`(?s)<style>(.*)</style>`).FindStringSubmatch(page)
	if allowed == nil || css == nil || strings.Index(page, allowed[0]) > strings.Index(page, "<style>") {
		t.Fatal("there is no policy before the style")
	}
	if got, want := html.UnescapeString(allowed[1]), policy.Of("", css[1]); got != want {
		t.Errorf("the policy is %s, want %s", got, want)
	}
	for _, not := range []string{" style=", "<script", " onclick="} {
		if strings.Contains(page, not) {
			t.Errorf("the page has %q", not)
		}
	}
	if !strings.Contains(page, `<svg width="75.0" height="9"`) {
		t.Error("the page has no bar for the share of 75 %")
	}
}

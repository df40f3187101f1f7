package browsertest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// accessible checks a page, without the frames in it, by axe-core, against WCAG 2.2 A and AA and its best practices,
// apart from the rules that are named.
func (b *tab) accessible(what string, apart ...string) {
	b.t.Helper()
	b.settle()
	path := filepath.Join("..", "web", "node_modules", "axe-core", "axe.min.js")
	axe, err := os.ReadFile(path)
	if err != nil {
		if os.Getenv("DIBMAP_REQUIRE_TOOLS") != "" {
			b.t.Fatalf("needs axe-core: npm ci --prefix report/web: %v", err)
		}
		b.t.Log("accessibility is not checked: npm ci --prefix report/web installs axe-core")
		return
	}
	found := askSoon[[]string](b, string(axe)+`;
(async () => {
  const seen = (result) => result.violations.flatMap((v) => v.nodes.map((n) => v.id + ": " + v.help + " at " + n.target.join(" ") + " | " + n.html.slice(0, 160)));
  return seen(await axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], iframes: false })).filter((line) => !"`+strings.Join(apart, " ")+`".split(" ").includes(line.split(":")[0]));
})()`)
	if len(found) > 0 {
		b.t.Errorf("%s is not accessible:\n%s", what, strings.Join(found, "\n"))
	}
}

// The page of a frontier, on a screen and on a phone, light and dark, with everything that it can show.
func TestReportIsAccessible(t *testing.T) {
	for _, width := range []int{1300, 400} {
		for _, scheme := range []string{"light", "dark"} {
			b := openPage(t, alphabet(t), width, 900)
			b.scheme(scheme)
			b.click("#help-button")
			b.click("#pin")
			b.keys("ArrowLeft")
			b.fill("#search", "e")
			b.accessible("the page of a frontier, " + scheme)
		}
	}
}

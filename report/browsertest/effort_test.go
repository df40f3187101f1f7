package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// effort is the expression for the effort that is chosen.
const effort = "document.getElementById('effort').value"

// searchAgain searches as hard as the entry of the list says that begins with a letter, and returns the frontier file.
func (b *tab) searchAgain(letter string) []byte {
	b.t.Helper()
	b.focus("#effort")
	b.keys(letter)
	b.keys(kb.Tab)
	ask[bool](b, "document.getElementById('report').contentDocument.documentElement.toggleAttribute('data-ready', false)") // the next frontier is waited for
	b.click("#map")
	b.found()
	if err := os.RemoveAll(filepath.Join(b.folder, "frontier.json")); err != nil {
		b.t.Fatal(err)
	}
	return b.saved("Save the frontier", "frontier.json")
}

// A person chooses how hard to search, and gets what the command finds with that effort.
func TestStandaloneSearchesAsHardAsAsked(t *testing.T) {
	b := openStandalone(t, 1300, 900)
	b.builtIn("@alphabet")
	b.found()
	for _, c := range []struct{ letter, effort, says string }{
		{"q", "0.01", "a first look"},
		{"n", "0.2", "enough for most tables"},
	} {
		got := b.searchAgain(c.letter)
		if is := ask[string](b, effort); is != c.effort || !strings.Contains(b.text("#how-hard"), c.says) {
			t.Errorf("the key %s chooses the effort %s, of which the page says %q; want %s and %q", c.letter, is, b.text("#how-hard"), c.effort, c.says)
		}
		path := filepath.Join(t.TempDir(), "frontier.json")
		native(t, "map", "@alphabet", "--prove=no", "--effort", c.effort, "-q", "-o", path)
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := points(t, got), points(t, want); fmt.Sprint(a) != fmt.Sprint(b) {
			t.Errorf("effort %s: the page finds %d points, and the program %d others", c.effort, len(a), len(b))
		}
	}
	b.clean()
}

// Numbers are grouped in their order, for which there is little to search: any effort does.
func TestExploreOrdersWhateverTheEffort(t *testing.T) {
	b := explore(t, 420, 900, shops(t))
	b.until(visible("setup"))
	b.click(`input[name="x"][value="amount"]`)
	b.click(`input[name="y"][value="product"]`)
	b.focus("#effort")
	b.keys("t")
	becomes(b, effort, "10")
	b.accessible("the choice of an effort, on a phone")
	b.shot("workbench-effort-phone", true)
	if wide := ask[int](b, "document.documentElement.scrollWidth"); wide > 420 {
		t.Errorf("the page is %d pixels wide on a phone of 420", wide)
	}
	b.click("#map")
	b.until(ready)
	b.clean()
}

// The page of dibmap explore begins with the effort of the command, and offers none where that is not used.
func TestExploreBeginsWithTheEffortGiven(t *testing.T) {
	for _, c := range []struct {
		flags  []string
		effort string // empty if there is none to choose
		says   string
	}{
		{nil, "1", "enough for most tables"},
		{[]string{"--effort", "0.05"}, "0.05", "a first look"},
		{[]string{"--effort", "3"}, "3", "--effort 3"},
		{[]string{"--order", "linear"}, "", ""},
		{[]string{"--search", "local"}, "", ""},
	} {
		b := explore(t, 1000, 800, append([]string{shops(t), "--x", "city", "--y", "product"}, c.flags...)...)
		b.until(ready)
		if c.effort == "" {
			if ask[bool](b, visible("how-hard")) {
				t.Errorf("%v: the page offers an effort", c.flags)
			}
		} else if got := ask[string](b, effort); got != c.effort || !strings.Contains(b.text("#how-hard"), c.says) {
			t.Errorf("%v: the effort is %s, of which the page says %q; want %s and %q", c.flags, got, b.text("#how-hard"), c.effort, c.says)
		}
		b.clean()
	}
}

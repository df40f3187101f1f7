package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// wide writes records of many columns, and returns the path. Only city and product tell something about each other:
// the others identify records or nearly so, are constant, or are apart from all.
func wide(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("id,code,constant")
	for n := range 30 {
		fmt.Fprintf(&b, ",noise%d", n)
	}
	b.WriteString(",city,product,comment\n")
	state := uint64(46)
	draw := func(most uint64) uint64 {
		state = state*6364136223846793005 + 1442695040888963407
		return state >> 33 % most
	}
	for n := range 600 {
		city := draw(8)
		product := city / 3
		if draw(4) == 0 {
			product = draw(3)
		}
		fmt.Fprintf(&b, "id%d,code%d,one", n, n/2)
		for range 30 {
			fmt.Fprintf(&b, ",%d.5", draw(1000))
		}
		fmt.Fprintf(&b, ",city%d,product%d,comment %d\n", city, product, n)
	}
	path := filepath.Join(t.TempDir(), "wide.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// inView holds if the row of a column is in view in the list of columns.
func inView(column string) string {
	return "(() => { const box = document.querySelector('#columns .wide').getBoundingClientRect(), row = document.querySelector('input[name=x][value=" + column + "]').closest('tr').getBoundingClientRect();" +
		" return row.top >= box.top && row.bottom <= box.bottom + 1 })()"
}

// The proposed columns make sense, and are in view in a long list.
func TestExploreProposesColumns(t *testing.T) {
	b := explore(t, 390, 844, wide(t))
	b.until(visible("setup"))
	if got := b.text("#choice"); got != "of city, by what they tell about product" {
		t.Errorf("proposed: %q", got)
	}
	for _, column := range []string{"city", "product"} {
		if !ask[bool](b, inView(column)) {
			t.Errorf("the row of %s is out of view", column)
		}
	}
	if ask[bool](b, inView("code")) {
		t.Error("all rows are in view: the list is too short for this test")
	}
	b.shot("workbench-proposal-phone", false)
	b.clean()
}

// After a search, the result is in view and has the focus.
func TestExploreFocusAfterSearch(t *testing.T) {
	for _, width := range []int{1300, 390} {
		b := explore(t, width, 844, wide(t))
		b.until(visible("setup"))
		b.click("#map")
		b.until(ready)
		b.eventually(func() bool {
			return ask[bool](b, "document.activeElement?.id === 'result-title' && (() => { const r = document.getElementById('result-title').getBoundingClientRect(); return r.top >= 0 && r.top < innerHeight / 3 })()")
		}, "the result has no focus, or is out of view, at a width of %d", width)
		b.shot(fmt.Sprintf("workbench-result-%d", width), false)
		b.clean()
	}
}

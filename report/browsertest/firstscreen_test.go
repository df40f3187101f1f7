package browsertest

import (
	"fmt"
	"os"
	"testing"
)

// largestPage is the most bytes of the page that holds the program.
const largestPage = 5_500_000

// The first screen has the groups of an example, and says how to open a table, without scrolling. The example makes
// place for the first table.
func TestStandaloneFirstScreen(t *testing.T) {
	for _, size := range [][2]int{{1440, 900}, {768, 1024}, {390, 844}} {
		for _, scheme := range []string{"light", "dark"} {
			b := openStandalone(t, size[0], size[1])
			b.scheme(scheme)
			b.until("document.getElementById('example-page').contentDocument?.documentElement.hasAttribute('data-ready')")
			for _, id := range []string{"file", "example-title"} {
				if !ask[bool](b, "(() => { const r = document.getElementById("+quoted(id)+").getBoundingClientRect(); return r.height > 0 && r.top >= 0 && r.bottom <= innerHeight })()") {
					t.Errorf("%d x %d: %s is not on the first screen", size[0], size[1], id)
				}
			}
			if wide := ask[int](b, "document.documentElement.scrollWidth"); wide > size[0] {
				t.Errorf("the page is %d pixels wide on a screen of %d", wide, size[0])
			}
			b.accessible(fmt.Sprintf("the first screen, %d pixels wide, %s", size[0], scheme))
			b.shot(fmt.Sprintf("standalone-first-%s-%d", scheme, size[0]), false)
			if size[0] == 390 && scheme == "dark" {
				b.chooseFile(shops(t))
				b.until(visible("setup"))
				if ask[bool](b, visible("example")) {
					t.Error("the example is still there")
				}
			}
			b.clean()
		}
	}
	path, err := standalone()
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() > largestPage {
		t.Errorf("the page has %d bytes, more than %d (%v)", info.Size(), largestPage, err)
	}
}

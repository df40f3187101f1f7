package browsertest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// built is the program, which 'dibmap explore' is a command of.
var built = sync.OnceValues(func() (path string, err error) {
	folder, err := os.MkdirTemp("", "browsertest")
	if err != nil {
		return "", err
	}
	removeProgram = func() { _ = os.RemoveAll(folder) }
	path = filepath.Join(folder, "dibmap")
	if out, err := exec.Command("go", "build", "-C", filepath.Join("..", ".."), "-o", path, "./cmd/dibmap").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

var removeProgram = func() {}

// explore starts the program, and opens its page.
func explore(t testing.TB, width, height int, args ...string) *tab {
	t.Helper()
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, append([]string{"explore", "--no-open"}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("dibmap explore: %v", err)
		}
	})
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return openTab(t, strings.TrimSpace(address), width, height)
}

// visible holds if an element is shown.
func visible(id string) string { return fmt.Sprintf("!document.getElementById(%q).hidden", id) }

// failure waits until the page says what did not work, and returns that. It has to stand below the part of the page
// that asked for it, where a person sees it.
func (b *tab) failure(below string) string {
	b.t.Helper()
	b.until(visible("failure"))
	said := b.text("#failure")
	if got := ask[string](b, "document.getElementById('failure').previousElementSibling.id"); got != below {
		b.t.Errorf("%q stands below %q, want %q", said, got, below)
	}
	if !ask[bool](b, "(() => { const r = document.getElementById('failure').getBoundingClientRect(); return r.height > 0 && r.top >= 0 && r.bottom <= innerHeight })()") {
		b.t.Errorf("%q is out of sight", said)
	}
	return said
}

// ready holds if the frontier is there to explore.
const ready = "document.getElementById('report').contentDocument?.documentElement.hasAttribute('data-ready') && !document.getElementById('result').hidden && document.getElementById('report').contentDocument.getElementById('downloads').childElementCount > 4"

// shops is a table of records.
func shops(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "shops.csv")
	var b strings.Builder
	b.WriteString("id,city,product,amount\n")
	for n := range 600 {
		city := []string{"Rome", "Oslo", "Lima", "Cairo", "=1+1", "<b>Paris</b>"}[n*7%6]
		product := []string{"tea", "coffee", "wine"}[(n*7%6/2+n/100%2)%3]
		fmt.Fprintf(&b, "%d,%s,%s,%d\n", n, city, product, 1+n%4)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// saved presses a button of the menu in the result, and returns the file that is saved then.
func (b *tab) saved(button, file string) (content []byte) {
	b.t.Helper()
	// The menu gets its entries when the page in the frame is loaded.
	b.until("(() => { const all = [...(document.getElementById('report').contentDocument?.querySelectorAll('#downloads button') ?? [])], one = all.find((x) => x.textContent === " + quoted(button) + "); one?.click(); return one !== undefined })()")
	path := filepath.Join(b.folder, file)
	b.eventually(func() bool { content, _ = os.ReadFile(path); return len(content) > 0 }, "%s is not saved", file)
	return content
}

// A person chooses columns, finds the frontier, chooses a point, and saves what is there to save.
func TestExploreFromColumnsToFiles(t *testing.T) {
	b := explore(t, 1300, 900, shops(t))
	b.until(visible("setup"))
	b.accessible("the choice of columns")
	b.shot("workbench-columns", true)
	if got := b.text("#columns tbody tr:nth-child(2)"); !strings.Contains(got, "city\tcategory\t6\t–\t2.58") {
		t.Errorf("the line of city is %q", got)
	}
	if got := b.text("#choice"); got != "of city, by what they tell about product" {
		t.Errorf("proposed: %q", got)
	}
	b.click(`input[name="count"][value="amount"]`)
	b.click("#map")
	b.until(ready)
	b.accessible("the result")
	b.shot("workbench-result", true)
	frame := "document.getElementById('report').contentDocument"
	if got := ask[string](b, frame+".getElementById('facts').textContent"); !strings.Contains(got, "6 × 3 values") || !strings.Contains(got, "1,500 records") {
		t.Errorf("the frontier is of %q", got)
	}
	b.do()                                                                                                                      // the recommended point is chosen
	ask[bool](b, frame+".getElementById('by-k').value = 2, "+frame+".getElementById('by-k').dispatchEvent(new Event('input'))") // three groups
	first := frame + ".querySelector('#rows .name')"
	ask[bool](b, first+".click() ?? true")
	ask[bool](b, "(() => { const field = "+frame+".querySelector('.rename'); field.value = 'the first, \"north\"'; field.blur(); return true })()")
	b.until(first + ".textContent.includes('the first')")
	for button, want := range map[string]struct{ file, holds string }{
		"Save the frontier":                  {"frontier.json", `"the first, \"north\""`},
		"Save this page":                     {"frontier.html", `the first, \"north\"`},
		"Save the trade-off as PDF":          {"frontier.pdf", "%PDF"},
		"Save the mapping as SQL":            {"groups.sql", `'the first, "north"'`},
		"Save the mapping as Python":         {"groups.py", "the first"},
		"Save the records with their groups": {"shops-grouped.csv", `,"the first, ""north"""`},
	} {
		content := b.saved(button, want.file)
		if !strings.Contains(string(content), want.holds) {
			t.Errorf("%s begins with %.100q, and lacks %s", want.file, content, want.holds)
		}
	}
	ask[bool](b, frame+".getElementById('json').click() ?? true")
	var of struct{ Clusters []json.RawMessage }
	mapping := b.download("-k3-h*.json")
	if err := json.Unmarshal(mapping, &of); err != nil || len(of.Clusters) != 3 {
		t.Errorf("the mapping has %d groups, want the 3 that are chosen (%v)", len(of.Clusters), err)
	}
	b.clean()
}

// matrix is a table that is searched for long.
func matrix(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "matrix.csv")
	var m strings.Builder
	for x := range 121 {
		for y := range 40 {
			switch {
			case x == 0:
				fmt.Fprintf(&m, ",y%d", y)
			case y == 0:
				fmt.Fprintf(&m, "x%d,%d", x, x*7919%101)
			default:
				fmt.Fprintf(&m, ",%d", (x*7919+y*104729+x*y*y)%997)
			}
		}
		m.WriteString("\n")
	}
	if err := os.WriteFile(path, []byte(m.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A search that goes on for long is drawn while it runs, and stops when it is told to.
func TestExploreStopsASearch(t *testing.T) {
	b := explore(t, 420, 900, matrix(t), "--effort", "1000")
	b.scheme("dark")
	b.until("document.getElementById('curve').width !== 300 && document.getElementById('progress').value > 0")
	if ask[int](b, "document.getElementById('setup').offsetWidth - document.getElementById('search').offsetWidth") != 0 {
		t.Error("the curve does not take the width of the page")
	}
	b.accessible("the search, in the dark on a phone")
	b.shot("workbench-search", false)
	b.click("#stop")
	b.until(ready)
	b.shot("workbench-phone", true)
	if got := ask[string](b, "document.getElementById('report').contentDocument.getElementById('facts').textContent"); !strings.Contains(got, "120 × 40 values") {
		t.Errorf("the frontier is of %q", got)
	}
	if wide := ask[int](b, "document.documentElement.scrollWidth"); wide > 420 {
		t.Errorf("the page is %d pixels wide on a phone of 420", wide)
	}
	b.clean()
}

package browsertest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"golang.org/x/text/encoding/charmap"

	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/table"
)

// standalone is the page that holds the program. DIBMAP_PAGE names one that is there already.
var standalone = sync.OnceValues(func() (path string, err error) {
	if path = os.Getenv("DIBMAP_PAGE"); path != "" {
		return filepath.Abs(path)
	}
	file, err := os.CreateTemp("", "browsertest-*.html")
	if err != nil {
		return "", err
	}
	path = file.Name()
	removePage = func() { _ = os.Remove(path) }
	if err := file.Close(); err != nil {
		return "", err
	}
	cmd := exec.Command("go", "run", "./cmd/browserpage", "-o", path)
	cmd.Dir = filepath.Join("..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

var removePage = func() {}

// openStandalone opens the page from disk, as one that was saved.
func openStandalone(t testing.TB, width, height int) *tab {
	t.Helper()
	if os.Getenv("DIBMAP_PAGE") == "" {
		oracle.Program(t, "xz")
	}
	path, err := standalone()
	if err != nil {
		t.Fatal(err)
	}
	b := openTab(t, "file://"+filepath.ToSlash(path), width, height)
	b.until("!document.getElementById('built-in')?.disabled")
	return b
}

// chooseFile gives a file to the page, as a person chooses one.
func (b *tab) chooseFile(path string) {
	b.t.Helper()
	b.do(chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{path}))
}

// drop drops files on the page.
func (b *tab) drop(paths ...string) {
	b.t.Helper()
	data := &input.DragData{Files: paths, DragOperationsMask: 1}
	for _, kind := range []input.DispatchDragEventType{input.DispatchDragEventTypeDragEnter, input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop} {
		if _, err := chromedp.Call(b.ctx, input.DispatchDragEvent, input.DispatchDragEventParams{Type: kind, X: 100, Y: 100, Data: data}); err != nil {
			b.t.Fatal(err)
		}
	}
}

// builtIn chooses a table that comes with the program.
func (b *tab) builtIn(name string) {
	b.t.Helper()
	ask[bool](b, "document.getElementById('built-in').value = "+quoted(name)+", document.getElementById('built-in').dispatchEvent(new Event('change')), true")
}

// found waits until the frontier of a table is shown, and returns its facts.
func (b *tab) found() string {
	b.t.Helper()
	b.until(ready)
	var facts string // empty while the frame of another table gives way to this one
	b.eventually(func() bool {
		facts = ask[string](b, "document.getElementById('report').contentDocument?.getElementById('facts')?.textContent ?? ''")
		return facts != ""
	}, "the frontier has no facts")
	return facts
}

// native runs the program on this machine, and returns what it prints.
func native(t testing.TB, args ...string) []byte {
	t.Helper()
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, args...)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("dibmap %v: %v: %s", args, err, said.String())
	}
	return out
}

// points returns the points of a frontier file.
func points(t testing.TB, file []byte) (list [][2]float64) {
	t.Helper()
	var f struct {
		Points []struct{ H, I float64 }
	}
	if err := json.Unmarshal(file, &f); err != nil || len(f.Points) == 0 {
		t.Fatalf("a frontier of %d points (%v): %.80s", len(f.Points), err, file)
	}
	for _, p := range f.Points {
		list = append(list, [2]float64{p.H, p.I})
	}
	return list
}

// A person drops a file, chooses columns, and saves what was found, which is what the program finds elsewhere.
func TestStandaloneFromFileToFiles(t *testing.T) {
	path := shops(t)
	b := openStandalone(t, 1300, 900)
	b.accessible("the page before a table is open")
	b.shot("standalone-open", true)
	b.drop(path)
	b.until(visible("setup"))
	b.accessible("the columns")
	b.shot("standalone-columns", true)
	if got := b.text("#columns tbody tr:nth-child(2)"); !strings.Contains(got, "city\tcategory\t6\t–\t2.58") {
		t.Errorf("the line of city is %q", got)
	}
	b.click("#map")
	if got := b.found(); !strings.Contains(got, "6 × 3 values") || !strings.Contains(got, "600 records") {
		t.Errorf("the frontier is of %q", got)
	}
	b.accessible("the result")
	b.shot("standalone-result", true)

	frontier := filepath.Join(t.TempDir(), "frontier.json")
	native(t, "map", path, "--x", "city", "--y", "product", "--prove=no", "-q", "-o", frontier)
	want, err := os.ReadFile(frontier)
	if err != nil {
		t.Fatal(err)
	}
	got := b.saved("Save the frontier", "frontier.json")
	if a, b := fmt.Sprint(points(t, got)), fmt.Sprint(points(t, want)); a != b {
		t.Errorf("the page finds\n%s, and the program\n%s", a, b)
	}
	if page := b.saved("Save this page", "frontier.html"); !bytes.HasPrefix(page, []byte("<!DOCTYPE html>")) {
		t.Errorf("the page begins with %.80q", page)
	}
	h := ask[string](b, "document.getElementById('report').contentDocument.documentElement.dataset.h")
	for button, form := range map[string]string{"Save the mapping as SQL": "sql", "Save the mapping as Python": "python"} {
		if got, want := b.saved(button, "groups."+strings.Replace(form, "python", "py", 1)), native(t, "encode", frontier, "--budget", h, "--export", form); !bytes.Equal(got, want) {
			t.Errorf("%s: the page writes\n%s, and the program\n%s", form, got, want)
		}
	}
	if got, want := b.saved("Save the records with their groups", "shops-grouped.csv"), native(t, "encode", frontier, path, "--budget", h); !bytes.Equal(got, want) {
		t.Errorf("recoded: the page writes\n%.300s, and the program\n%.300s", got, want)
	}
	ask[bool](b, "document.getElementById('report').contentDocument.querySelector('#save-svg').click() ?? true")
	b.eventually(func() bool {
		figures, _ := filepath.Glob(filepath.Join(b.folder, "*.svg"))
		return len(figures) == 1
	}, "the figure is not saved")
	if ask[bool](b, "[...document.getElementById('report').contentDocument.querySelectorAll('#downloads button')].some((x) => x.textContent.endsWith('PDF'))") {
		t.Error("the page offers figures that it cannot draw")
	}
	b.clean()
}

// shopsAs writes the records of shops in another form, and returns the path.
func shopsAs(t *testing.T, name string, write func(records [][]string) []byte) string {
	t.Helper()
	text, err := os.ReadFile(shops(t))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, write(records(t, string(text))), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// lines writes records as lines of text.
func lines(between string) func([][]string) []byte {
	return func(records [][]string) []byte {
		var b strings.Builder
		for _, r := range records {
			b.WriteString(strings.Join(r, between) + "\n")
		}
		return []byte(b.String())
	}
}

func gzipped(records [][]string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(lines(",")(records))
	_ = w.Close()
	return b.Bytes()
}

func zstandard(records [][]string) []byte {
	w, _ := zstd.NewWriter(nil)
	return w.EncodeAll(lines(",")(records), nil)
}

// The page reads all formats, files that are compressed, and texts in other encodings, and finds the same in each.
func TestStandaloneReadsEveryFormat(t *testing.T) {
	type record struct {
		City    string `parquet:"city,dict"`
		Product string `parquet:"product"`
	}
	formats := map[string]func([][]string) []byte{
		"shops.tsv":    lines("\t"),
		"shops.csv.gz": gzipped, "shops.csv.zst": zstandard,
		"shops.jsonl": func(records [][]string) []byte {
			var b bytes.Buffer
			for _, r := range records[1:] {
				line, _ := json.Marshal(map[string]string{"city": r[1], "product": r[2]})
				b.Write(append(line, '\n'))
			}
			return b.Bytes()
		},
		"shops.parquet": func(records [][]string) []byte {
			var b bytes.Buffer
			w := parquet.NewGenericWriter[record](&b, parquet.Compression(&parquet.Brotli))
			for _, r := range records[1:] {
				_, _ = w.Write([]record{{r[1], r[2]}})
			}
			_ = w.Close()
			return b.Bytes()
		},
	}
	b := openStandalone(t, 390, 800)
	b.shot("standalone-phone-open", true)
	for name, write := range formats {
		path := shopsAs(t, name, write)
		b.chooseFile(path)
		becomes(b, "document.getElementById('table').textContent", name)
		b.until(visible("setup") + " && document.getElementById('reading').hidden")
		b.click("#map")
		if got := b.found(); !strings.Contains(got, "6 × 3 values") {
			t.Errorf("%s: the frontier is of %q", name, got)
		}
		ending := strings.NewReplacer(".gz", "", ".zst", "").Replace(name[len("shops"):])
		recoded := b.saved("Save the records with their groups", "shops-grouped"+ending)
		at := filepath.Join(t.TempDir(), "recoded"+ending)
		if err := os.WriteFile(at, recoded, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(filepath.Join(b.folder, "shops-grouped"+ending)); err != nil {
			t.Fatal(err)
		}
		read, err := table.Open(t.Context(), at, table.Options{X: "cluster", Y: "product"})
		if err != nil {
			t.Errorf("%s: the recoded data are not read: %v", name, err)
			continue
		}
		if j, err := read.Joint(); err != nil || j.Rows() < 2 {
			t.Errorf("%s: the recoded data have %d clusters (%v)", name, j.Rows(), err)
		}
	}
	b.shot("standalone-phone", true)
	if wide := ask[int](b, "document.documentElement.scrollWidth"); wide > 390 {
		t.Errorf("the page is %d pixels wide on a phone of 390", wide)
	}

	b.click("#open summary")
	ask[bool](b, "document.getElementById('pasted').value = 'who\\twhat\\nA\\t1\\nB\\t2\\nA\\t1\\nB\\t2\\nC\\t1\\n', true") // a key for a tab would leave the field
	b.click("#paste")
	becomes(b, "document.getElementById('table').textContent", "pasted")
	latin, err := charmap.ISO8859_1.NewEncoder().Bytes([]byte("stadt,was\nKöln,1\nMünchen,2\nKöln,1\nMünchen,2\n"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "latin.csv")
	if err := os.WriteFile(path, latin, 0o600); err != nil {
		t.Fatal(err)
	}
	b.chooseFile(path)
	if got := b.failure("open"); !strings.Contains(got, "latin.csv") || !strings.Contains(got, "encoding") {
		t.Errorf("of a text that is not UTF-8 the page says %q", got)
	}
	if got := b.text("#table"); got != "pasted" || !ask[bool](b, visible("setup")) {
		t.Errorf("after a file that cannot be read, the page shows %q", got)
	}
	ask[bool](b, "document.getElementById('encoding').value = 'latin1', true")
	b.chooseFile(path)
	becomes(b, "document.getElementById('table').textContent", "latin.csv")
	b.until("document.getElementById('columns').innerText.includes('Köln')")
	b.clean()
}

// A search stops when it is told to, and what was found is shown. Until then, another file is refused.
func TestStandaloneStopsASearch(t *testing.T) {
	b := openStandalone(t, 420, 900)
	b.scheme("dark")
	b.chooseFile(matrix(t))
	b.until("document.getElementById('curve').width !== 300 && document.getElementById('progress').value > 0")
	b.drop(shops(t))
	if got := b.failure("setup"); !strings.Contains(got, "Nothing is lost") {
		t.Errorf("of a file that is dropped during a search the page says %q", got)
	}
	b.click("#stop")
	if got := b.found(); !strings.Contains(got, "120 × 40 values") {
		t.Errorf("the frontier is of %q", got)
	}
	b.accessible("the result, in the dark on a phone")
	b.clean()
}

// A million records are read, and a file that is gone when it is read again is an error which names it.
func TestStandaloneReadsAMillionRecords(t *testing.T) {
	path := randomRecords(t, 1_000_000, 16, 20)
	b := openStandalone(t, 1000, 800)
	b.chooseFile(path)
	b.until(visible("setup"))
	if got := b.text("#columns tbody tr:nth-child(2)"); !strings.Contains(got, "destination\tcategory\t20\t") {
		t.Errorf("the line of the second column is %q", got)
	}
	b.click("#map")
	if got := b.found(); !strings.Contains(got, "1,000,000 records") {
		t.Errorf("the frontier is of %q", got)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	b.click("#map")
	if got := b.failure("setup"); !strings.Contains(got, "records.csv") || strings.Contains(got, "\n") {
		t.Errorf("of a file that is gone, the page says %q", got)
	}
	if !ask[bool](b, visible("setup")+" && "+visible("result")) {
		t.Error("the columns or the frontier from before are not there any more")
	}
	b.shot("standalone-gone", true)
	ask[bool](b, "document.getElementById('report').contentDocument.getElementById('recoded').click() ?? true")
	b.until("document.getElementById('failure').previousElementSibling.id === 'saving'")
	if got := b.failure("saving"); !strings.Contains(got, "records.csv") {
		t.Errorf("of records that are gone, the page says %q", got)
	}
	b.clean()
}

// What is no table is refused in one line, and the page goes on.
func TestStandaloneRefusesWhatIsNoTable(t *testing.T) {
	b := openStandalone(t, 1000, 800)
	folder := t.TempDir()
	for name, content := range map[string]string{
		"empty.csv":       "",
		"picture.png":     "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
		"broken.parquet":  "PAR1 and nothing of it",
		"broken.csv.gz":   "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03 cut",
		"one-column.csv":  "a\n1\n2\n",
		"arrow.arrow":     "ARROW1\x00\x00\xff\xff\xff\xff\x00\x00\x00\x00",
		"--output=x.json": "{",
		"@alphabet":       "",
	} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		ask[bool](b, "document.getElementById('failure').hidden = true, document.getElementById('failure').textContent = '', true")
		b.chooseFile(path)
		b.until(visible("failure") + " && document.getElementById('reading').hidden || document.getElementById('table').textContent === " + quoted(name))
		if got := b.text("#failure"); name != "one-column.csv" && (got == "" || strings.Contains(got, "\n") || strings.Contains(got, "panic") || len(got) > 300) {
			t.Errorf("%s: the page says %q", name, got)
		}
	}
	b.builtIn("@occupation")
	if got := b.found(); !strings.Contains(got, " values") {
		t.Errorf("afterwards, the frontier is of %q", got)
	}
	b.clean()
}

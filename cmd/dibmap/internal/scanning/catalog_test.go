package scanning

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
)

// TestRenewedMapping: before a column is replaced, the mapping no longer says whose the old one is, so that no later scan
// takes the new one for it if this one does not come to its end.
func TestRenewedMapping(t *testing.T) {
	folder := t.TempDir()
	old := &catalog{Format: input.ScanFormat, Version: version, Columns: []*entry{{Column: "a", File: "a.json", Key: "old"}}}
	if err := old.write(folder); err != nil {
		t.Fatal(err)
	}
	keys, err := opened(folder)
	if err != nil || keys["a.json"] != "old" {
		t.Fatalf("the keys are %v, %v", keys, err)
	}
	c := &catalog{Format: input.ScanFormat, Version: version, Columns: []*entry{{Column: "a", File: "a.json"}}, before: keys}
	for _, want := range []string{"", "new"} {
		if err := c.renew(folder); err != nil { // which the second time does nothing
			t.Fatal(err)
		}
		if want != "" {
			c.Columns[0].Key = want
			if err := c.write(folder); err != nil {
				t.Fatal(err)
			}
		}
		if keys, err := opened(folder); err != nil || keys["a.json"] != want {
			t.Errorf("the keys are %v, %v; want %q", keys, err, want)
		}
	}
}

// TestFolderOfAKilledScan: a temporary file is no reason to refuse a folder, and another file is.
func TestFolderOfAKilledScan(t *testing.T) {
	folder := t.TempDir()
	for name, refused := range map[string]bool{".mapping.json.12-0.tmp": false, "other": true} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := opened(folder); (err != nil) != refused {
			t.Errorf("with %s: %v", name, err)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDue: the mapping is written after each of the first columns, and seldom after that.
func TestDue(t *testing.T) {
	written, times := 0, 0
	for done := 1; done <= 20_000; done++ {
		if due(done, written) {
			written = done
			times++
		}
		if lost := done - written; lost > 0 && (done <= 16 || lost > done/16) {
			t.Fatalf("%d of %d columns are not written", lost, done)
		}
	}
	if times > 150 {
		t.Errorf("20,000 columns are written %d times", times)
	}
}

package atomicfile

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func TestSweepRemovesWhatKilledWritersLeft(t *testing.T) {
	folder := t.TempDir()
	old := time.Now().Add(-2 * abandoned)
	for _, f := range []struct {
		name string
		at   time.Time
	}{
		{".state.12.tmp", old},
		{".state.13.tmp", time.Now()}, // may be in use
		{".state.x.tmp", old},         // not ours
		{".state..tmp", old},
		{".state.12.tmp.gz", old},
		{".other.12.tmp", old},
		{"state", old},
	} {
		path := filepath.Join(folder, f.name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, f.at, f.at); err != nil {
			t.Fatal(err)
		}
	}
	Sweep(filepath.Join(folder, "state"))
	Sweep(filepath.Join(folder, "missing", "state"))
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, e := range entries {
		left = append(left, e.Name())
	}
	want := []string{".other.12.tmp", ".state..tmp", ".state.12.tmp.gz", ".state.13.tmp", ".state.x.tmp", "state"}
	if !slices.Equal(left, want) {
		t.Errorf("left %v, want %v", left, want)
	}
}

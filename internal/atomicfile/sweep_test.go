package atomicfile

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dibmap/dibmap/internal/filelock"
)

func TestSweepRemovesWhatKilledWritersLeft(t *testing.T) {
	folder := t.TempDir()
	old, minutes := time.Now().Add(-2*abandoned), time.Now().Add(-2*time.Minute)
	ours := func(n int) string { return fmt.Sprintf(".state.%d-%s.tmp", n, machine()) }
	for _, f := range []struct {
		name string
		at   time.Time
	}{
		{".state.12.tmp", old},
		{".state.13.tmp", minutes}, // may be in use
		{ours(14), minutes},
		{ours(15), time.Now()},
		{".state.16-0.tmp", minutes}, // of another machine
		{".state.17-0.tmp", old},
		{".state.18-xyz.tmp", old},
		{".state.x.tmp", old}, // not ours
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
	for _, name := range []string{ours(20), ".state.21-0.tmp"} { // which are written
		path := filepath.Join(folder, name)
		file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if _, err := filelock.Try(file); err != nil {
			t.Skip(err)
		}
		if err := os.Chtimes(path, old, old); err != nil {
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
	want := []string{".other.12.tmp", ".state..tmp", ".state.12.tmp.gz", ".state.13.tmp", ".state.16-0.tmp", ".state.18-xyz.tmp", ".state.21-0.tmp", ".state.x.tmp", "state", ours(20)}
	slices.Sort(want)
	if !slices.Equal(left, want) {
		t.Errorf("left %v, want %v", left, want)
	}
}

// TestSweepAll removes what was left of any file, and nothing else.
func TestSweepAll(t *testing.T) {
	folder, old := t.TempDir(), time.Now().Add(-2*abandoned)
	for name, temporary := range map[string]bool{".a.json.1-0.tmp": true, ".b.2.tmp": true, ".b.c.tmp": false, "b": false, ".2.tmp": false} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
		if IsTemporary(name) != temporary {
			t.Errorf("%s is temporary: %v", name, !temporary)
		}
		Folder(folder).SweepAll()
		if _, err := os.Stat(path); (err != nil) != temporary {
			t.Errorf("%s is there: %v", name, err == nil)
		}
	}
}

// TestSweepTakesNothingInUse: whatever the moment, a sweep takes no file that is being written.
func TestSweepTakesNothingInUse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	var writers, sweeps sync.WaitGroup
	var done atomic.Bool
	sweeps.Go(func() {
		for !done.Load() {
			Sweep(path)
		}
	})
	for range 4 {
		writers.Go(func() {
			for range 50 {
				if err := Write(path, []byte("text")); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	done.Store(true)
	sweeps.Wait()
	if got := names(t, filepath.Dir(path)); got != "f" {
		t.Errorf("the folder holds %s", got)
	}
}

package mapping

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/envelope"
	"github.com/dibmap/dibmap/internal/atomicfile"
)

// sectionOf returns what a section of a checkpoint file holds.
func sectionOf(t *testing.T, path, name string) string {
	t.Helper()
	e, err := envelope.Open(atomicfile.Anywhere, path)
	if err != nil {
		t.Fatal(err)
	}
	content, err := e.Read(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// TestCheckpointTimes: one at the beginning, one at the end, and none between
// before the time has come.
func TestCheckpointTimes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.state")
	c, err := openCheckpoint(atomicfile.Anywhere, path, false)
	if err != nil || c.same {
		t.Fatal(c, err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Fatal("there is a file before there is a state: ", err)
	}
	keep := func(content string, last bool) string {
		c.keep(searchSection, func() []byte { return []byte(content) }, last)
		return sectionOf(t, path, searchSection)
	}
	if got := keep("1", false); got != "1" {
		t.Errorf("at the beginning: %q", got)
	}
	if got := keep("2", false); got != "1" {
		t.Errorf("at once: %q", got)
	}
	if wait := time.Until(c.next); wait < CheckpointEvery/2 || wait > CheckpointEvery {
		t.Errorf("the next in %v", wait)
	}
	c.next = time.Now()
	if got := keep("3", false); got != "3" {
		t.Errorf("later: %q", got)
	}
	if got := keep("4", true); got != "4" || c.err != nil {
		t.Errorf("at the end: %q, %v", got, c.err)
	}
	if c, err = openCheckpoint(atomicfile.Anywhere, path, true); err != nil || !c.same {
		t.Fatal(c, err)
	}
	if got := keep("5", false); got != "4" {
		t.Errorf("when it goes on: %q", got)
	}
}

// TestCheckpointTakesAShare: what takes long is done seldom.
func TestCheckpointTakesAShare(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.state")
	c, err := openCheckpoint(atomicfile.Anywhere, path, false)
	if err != nil {
		t.Fatal(err)
	}
	before := CheckpointEvery
	defer func() { CheckpointEvery = before }()
	CheckpointEvery = 0
	const long = 30 * time.Millisecond
	c.keep(searchSection, func() []byte { time.Sleep(long); return nil }, false)
	if wait := time.Until(c.next); wait < 5*long {
		t.Errorf("the next in %v, after %v", wait, long)
	}
}

// TestCheckpointErrors: the first failure is told, once, and the last one is
// there to be told at the end.
func TestCheckpointErrors(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "folder")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "s.state")
	c, err := openCheckpoint(atomicfile.Anywhere, path, true)
	if err != nil {
		t.Fatal(err)
	}
	warnings := 0
	c.warn = func(error) { warnings++ }
	keep := func(last bool) {
		c.next = time.Time{}
		c.keep(searchSection, func() []byte { return []byte("state") }, last)
	}
	if err := os.Remove(folder); err != nil {
		t.Fatal("openCheckpoint left something: ", err)
	}
	for range 3 {
		keep(false)
	}
	keep(true)
	if warnings != 1 || !errors.Is(c.err, fs.ErrNotExist) {
		t.Errorf("%d warnings, %v", warnings, c.err)
	}
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	keep(true)
	if warnings != 1 || c.err != nil || sectionOf(t, path, searchSection) != "state" {
		t.Errorf("there is room again: %d warnings, %v", warnings, c.err)
	}
}

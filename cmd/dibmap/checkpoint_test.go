package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// contentOf returns the content of a file.
func contentOf(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// TestCheckpointTimes: one at the beginning, one at the end, and none between
// before the time has come.
func TestCheckpointTimes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.state")
	c, state, err := openCheckpoint(path, false)
	if err != nil || state != nil {
		t.Fatal(state, err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Fatal("there is a file before there is a state: ", err)
	}
	keep := func(content string, last bool) string {
		c.keep(func() []byte { return []byte(content) }, last)
		return contentOf(t, path)
	}
	if got := keep("1", false); got != "1" {
		t.Errorf("at the beginning: %q", got)
	}
	if got := keep("2", false); got != "1" {
		t.Errorf("at once: %q", got)
	}
	if wait := time.Until(c.next); wait < checkpointEvery/2 || wait > checkpointEvery {
		t.Errorf("the next in %v", wait)
	}
	c.next = time.Now()
	if got := keep("3", false); got != "3" {
		t.Errorf("later: %q", got)
	}
	if got := keep("4", true); got != "4" || c.err != nil {
		t.Errorf("at the end: %q, %v", got, c.err)
	}
	if c, state, err = openCheckpoint(path, true); err != nil || string(state) != "4" {
		t.Fatal(state, err)
	}
	if got := keep("5", false); got != "4" {
		t.Errorf("when it goes on: %q", got)
	}
}

// TestCheckpointTakesAShare: what takes long is done seldom.
func TestCheckpointTakesAShare(t *testing.T) {
	c := &checkpoint{path: filepath.Join(t.TempDir(), "s.state")}
	before := checkpointEvery
	defer func() { checkpointEvery = before }()
	checkpointEvery = 0
	const long = 30 * time.Millisecond
	c.keep(func() []byte { time.Sleep(long); return nil }, false)
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
	c, _, err := openCheckpoint(path, true)
	if err != nil {
		t.Fatal(err)
	}
	warnings := 0
	c.warn = func(error) { warnings++ }
	keep := func(last bool) {
		c.next = time.Time{}
		c.keep(func() []byte { return []byte("state") }, last)
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
	if warnings != 1 || c.err != nil || contentOf(t, path) != "state" {
		t.Errorf("there is room again: %d warnings, %v", warnings, c.err)
	}
}

// vanishing is a table on standard input that takes a folder away while it is
// read, when the files to be written have been opened.
type vanishing struct {
	*strings.Reader
	folder string
}

func (v vanishing) Read(p []byte) (int, error) {
	_ = os.RemoveAll(v.folder)
	return v.Reader.Read(p)
}

// TestLostCheckpoint: the search goes on without its checkpoint, and the frontier
// is written, but the exit code says that something asked for is missing.
func TestLostCheckpoint(t *testing.T) {
	folder := t.TempDir()
	lost := filepath.Join(folder, "lost")
	if err := os.Mkdir(lost, 0o777); err != nil {
		t.Fatal(err)
	}
	path, out := filepath.Join(lost, "s.state"), filepath.Join(folder, "f.json")
	in := vanishing{strings.NewReader("x,y\na,1\na,1\nb,1\nb,2\nc,2\n"), lost}
	var stdout, stderr bytes.Buffer
	code := run(context.Background(), []string{"map", "-", "--x", "x", "--y", "y", "-o", out, "--checkpoint", path}, streams{in: in, out: &stdout, err: &stderr})
	lines := strings.Split(stderr.String(), "\n")
	if code != exitFailed || len(lines) != 3 ||
		!strings.HasPrefix(lines[0], "dibmap: warning: --checkpoint: cannot write "+path+": ") || !strings.HasSuffix(lines[0], "; the search goes on") ||
		!strings.HasPrefix(lines[1], "dibmap: --checkpoint: cannot write "+path+": ") {
		t.Errorf("exit code %d: %s", code, &stderr)
	}
	if !strings.Contains(stdout.String(), "most informative") || !strings.Contains(read(t, out), `"status": "complete"`) {
		t.Error("the result is not there")
	}
}

// TestUnreadableCheckpoint tells what the system says in one line.
func TestUnreadableCheckpoint(t *testing.T) {
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("files cannot be made unreadable here")
	}
	path := write(t, filepath.Join(t.TempDir(), "s.state"), "state")
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	code, _, stderr := call(context.Background(), "map", "--checkpoint", path, "--resume")
	if code != exitUsage || stderr != "dibmap: --resume: open "+path+": permission denied\n" {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

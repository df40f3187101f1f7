package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
)

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
	code := cli.Run(context.Background(), newRoot, []string{"map", "-", "--x", "x", "--y", "y", "-o", out, "--checkpoint", path}, cli.Streams{In: in, Out: &stdout, Err: &stderr})
	lines := strings.Split(stderr.String(), "\n")
	if code != cli.ExitFailed || len(lines) != 3 ||
		!strings.HasPrefix(lines[0], "dibmap: warning: --checkpoint: cannot write "+path+": ") || !strings.HasSuffix(lines[0], "; the search continues") ||
		!strings.HasPrefix(lines[1], "dibmap: --checkpoint: cannot write "+path+": ") {
		t.Errorf("exit code %d: %s", code, &stderr)
	}
	if !strings.Contains(stdout.String(), "number of groups") || !strings.Contains(read(t, out), `"status": "complete"`) {
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
	if code != cli.ExitUsage || stderr != "dibmap: --resume: open "+path+": permission denied\n" {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
)

// fifo makes a named pipe.
func fifo(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip("no named pipes here: ", err)
	}
	return path
}

// openOnceWaitedFor opens a named pipe for writing when somebody waits to read from it, unless the call
// has ended.
func openOnceWaitedFor(path string, ended <-chan struct{}) (*os.File, error) {
	for {
		select {
		case <-ended:
			return nil, os.ErrClosed
		default:
		}
		file, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0)
		if err == nil || !errors.Is(err, syscall.ENXIO) {
			return file, err
		}
		runtime.Gosched()
	}
}

// TestInterruptEndsWaitingForAPipe: whatever a call reads, a pipe into which nobody writes does not
// keep an interrupt from ending it.
func TestInterruptEndsWaitingForAPipe(t *testing.T) {
	f := filepath.Join(t.TempDir(), "f.json")
	if code, _, stderr := call(context.Background(), "map", "@occupation", "-q", "-o", f); code != cli.ExitDone {
		t.Fatal(stderr)
	}
	for _, args := range [][]string{
		{"map", "PIPE"},
		{"map", "PIPE", "--x", "x", "--y", "y"},
		{"map", "@occupation", "--must-link", "PIPE"},
		{"map", "@occupation", "--cannot-link", "PIPE"},
		{"info", "PIPE"},
		{"scan", "PIPE", "--y", "y", "-o", "never"},
		{"sample", "PIPE", "--n", "10"},
		{"compare", "PIPE"},
		{"compare", "@occupation", "--external", "PIPE"},
		{"show", "PIPE"},
		{"select", "PIPE", "--clusters", "2"},
		{"verify", "PIPE"},
		{"merge", "PIPE", f},
		{"plot", "PIPE", "-o", "never.svg"},
		{"plot", f, "--annotate", "1", "--palette", "PIPE", "-o", "never.svg"},
		{"encode", "PIPE", "--clusters", "2", "--export", "json"},
		{"encode", f, "--clusters", "2", "--export", "json", "--names", "PIPE"},
		{"encode", f, "PIPE", "--clusters", "2", "--x", "x"},
	} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			t.Chdir(t.TempDir())
			path := fifo(t)
			for n, a := range args {
				if a == "PIPE" {
					args[n] = path
				}
			}
			ctx, interrupt := context.WithCancel(context.Background())
			ended := make(chan struct{})
			defer close(ended)
			go func() {
				if writer, err := openOnceWaitedFor(path, ended); err == nil {
					interrupt()
					<-ended // until then, the pipe has no end
					_ = writer.Close()
				}
			}()
			code, _, stderr := call(ctx, args...)
			if code != cli.ExitFailed || !strings.Contains(stderr, "interrupted") || strings.Count(stderr, "\n") != 1 {
				t.Errorf("dibmap %v: exit code %d: %s", args, code, stderr)
			}
			if _, err := os.Stat("never.svg"); err == nil {
				t.Error("something was written")
			}
		})
	}
}

// TestInterruptEndsWaitingForAReader: nobody reads the pipe that -o or standard output leads to.
func TestInterruptEndsWaitingForAReader(t *testing.T) {
	path := fifo(t)
	ctx, interrupt := context.WithCancel(context.Background())
	interrupt()
	link := path + ".csv"
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	code, _, stderr := call(ctx, "map", "@occupation", "-o", link)
	if code != cli.ExitFailed || !strings.Contains(stderr, "cannot write "+link+": interrupted") {
		t.Errorf("exit code %d: %s", code, stderr)
	}

	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	defer writer.Close()
	ctx, interrupt = context.WithCancel(context.Background())
	full := fullPipe{writer, make(chan struct{}), make(chan struct{})}
	defer close(full.ended)
	var messages bytes.Buffer
	go func() {
		<-full.begun
		interrupt()
	}()
	code = cli.Run(ctx, newRoot, []string{"help"}, cli.Streams{In: strings.NewReader(""), Out: full, Err: &messages})
	if code != cli.ExitFailed || !strings.Contains(messages.String(), "interrupted") {
		t.Errorf("exit code %d: %s", code, messages.String())
	}
}

// fullPipe is a pipe to which a write waits.
type fullPipe struct {
	*os.File
	begun, ended chan struct{}
}

func (w fullPipe) Write([]byte) (int, error) {
	close(w.begun)
	<-w.ended
	return 0, os.ErrClosed
}

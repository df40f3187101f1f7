//go:build linux && (amd64 || arm64)

package faults

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestMain is the program of these tests, if it is called with a word: it writes a file under another name first, or
// takes a gigabyte.
func TestMain(m *testing.M) {
	if len(os.Args) != 2 || os.Args[1] != "write" && os.Args[1] != "allocate" {
		os.Exit(m.Run())
	}
	// When it enlists, other threads are about to ask for memory, as the collector of garbage may be.
	for range 3 {
		go func() {
			for kept := [][]byte{}; len(kept) < 100; {
				kept = append(kept, make([]byte, 1<<20))
			}
		}()
	}
	err := Enlist()
	content := []byte("content")
	if os.Args[1] == "allocate" {
		content = make([]byte, 1<<30)[:1]
	}
	if err == nil {
		err = os.WriteFile("new", content, 0o600)
	}
	if err == nil {
		err = os.Rename("new", "file")
	}
	if err == nil {
		_, err = fmt.Print("done\n")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run runs the program, and has one of its calls fail. It returns the calls on files and what the program printed.
func run(t *testing.T, folder string, at Call, f Fault) (calls []string, output string, err error) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var printed bytes.Buffer
	cmd := exec.Command(program, "write")
	cmd.Dir, cmd.Stdout, cmd.Stderr = folder, &printed, &printed
	err = Run(cmd, func(c Call) Fault {
		if c.Path == "" {
			return Fault{}
		}
		calls = append(calls, c.String())
		if c == at {
			return f
		}
		return Fault{}
	})
	if errors.Is(err, ErrUnsupported) {
		t.Skip(err)
	}
	return calls, printed.String(), err
}

func TestRun(t *testing.T) {
	const all = "open(new) write(new) close(new) rename(file) write(standard output)"
	for _, tt := range []struct {
		at             Call
		f              Fault
		calls, printed string
		file, new      string // what they hold, "-" if they are not there
		killed         bool
	}{
		{Call{}, Fault{}, all, "done\n", "content", "-", false},
		{Call{"open", "new"}, Fault{Err: syscall.EROFS}, "open(new)", "open new: read-only file system\n", "-", "-", false},
		{Call{"write", "new"}, Fault{Err: syscall.ENOSPC}, "open(new) write(new) close(new)", "write new: no space left on device\n", "-", "", false},
		{Call{"write", "new"}, Fault{Short: true}, "", "done\n", "content", "-", false},
		{Call{"rename", "file"}, Fault{Err: syscall.EIO}, "open(new) write(new) close(new) rename(file)", "rename new file: input/output error\n", "-", "content", false},
		{Call{"rename", "file"}, Fault{Kill: true}, "open(new) write(new) close(new) rename(file)", "", "-", "content", true},
		{Call{"write", Stdout}, Fault{Err: syscall.EIO}, all, "write /dev/stdout: input/output error\n", "content", "-", false},
	} {
		folder := t.TempDir()
		calls, printed, err := run(t, folder, tt.at, tt.f)
		if got := strings.Join(calls, " "); tt.calls != "" && got != tt.calls {
			t.Errorf("%v at %v: the calls are %s, want %s", tt.f, tt.at, got, tt.calls)
		}
		if printed != tt.printed {
			t.Errorf("%v at %v: printed %q, want %q", tt.f, tt.at, printed, tt.printed)
		}
		var exit *exec.ExitError
		if killed := errors.As(err, &exit) && exit.ExitCode() < 0; killed != tt.killed || (err == nil) != (tt.printed == "done\n") {
			t.Errorf("%v at %v: ended with %v", tt.f, tt.at, err)
		}
		for name, want := range map[string]string{"file": tt.file, "new": tt.new} {
			content, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				content = []byte("-")
			}
			if string(content) != want {
				t.Errorf("%v at %v: %s holds %q, want %q", tt.f, tt.at, name, content, want)
			}
		}
	}
}

// TestShortWrites: a short write is one that wrote a half.
func TestShortWrites(t *testing.T) {
	n := 0
	folder := t.TempDir()
	calls, _, err := run(t, folder, Call{"write", "new"}, Fault{Short: true})
	for _, c := range calls {
		if c == "write(new)" {
			n++
		}
	}
	if err != nil || n < 3 { // 3 of 7 bytes, 2 of 4, 1 of 2, and 1
		t.Errorf("%d writes, %v", n, err)
	}
}

// TestLimitMemory: where no memory is left, the program ends as Go does.
func TestLimitMemory(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for growth, fails := range map[uint64]bool{1 << 40: false, 1 << 29: true} {
		cmd := exec.Command(program, "allocate")
		cmd.Dir = t.TempDir()
		LimitMemory(cmd, growth)
		if out, err := cmd.CombinedOutput(); (err != nil) != fails {
			t.Errorf("with %d bytes: %v, %s", growth, err, out)
		}
	}
}

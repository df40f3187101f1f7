//go:build faults && linux && (amd64 || arm64)

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/internal/faults"
)

// The system calls of programs can be watched on Linux.
func init() {
	enlist = func() {
		if err := faults.Enlist(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(cli.ExitFailed)
		}
	}
}

// patience is how long a call may take that is disturbed. Undisturbed ones take less than a second.
const patience = 2 * time.Minute

// bench runs a kind of call in copies of a folder.
type bench struct {
	kind
	flags []string // of the call beside its args
	// start is the folder in which a call begins, with begun as its content, and whole the content of the folder after
	// an undisturbed call, and after the commands that complete it.
	start       string
	begun       content
	done, whole content
	calls       int // of the undisturbed call on files
	number      int // of the kind
}

// content is what files hold, by their paths, of folders "".
type content map[string]string

// on prepares a bench.
func on(t *testing.T, k kind, flags ...string) *bench {
	t.Helper()
	b := &bench{kind: k, flags: flags, start: t.TempDir()}
	for name, text := range inputs() {
		write(t, filepath.Join(b.start, name), text)
	}
	if err := os.Mkdir(filepath.Join(b.start, "temporary"), 0o777); err != nil {
		t.Fatal(err)
	}
	b.must(t, b.start, k.before)
	b.begun = contentOf(t, b.start)
	folder := b.copy(t)
	r := b.run(t, folder, func(c faults.Call) faults.Fault {
		if c.Path != "" {
			b.calls++
		}
		return faults.Fault{}
	})
	if r.code != 0 {
		t.Fatalf("undisturbed, it ends with %d: %s", r.code, r.stderr)
	}
	b.done = contentOf(t, folder)
	b.must(t, folder, k.after)
	b.whole = contentOf(t, folder)
	for _, name := range k.makes {
		if _, ok := b.done[name]; !ok {
			t.Fatalf("it does not make %s", name)
		}
	}
	return b
}

// copy returns a copy of the folder in which a call begins.
func (b *bench) copy(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(b.start)); err != nil {
		t.Fatal(err)
	}
	return folder
}

// command returns a call of the program in a folder, with all that it keeps elsewhere in there, too. A checkpoint is
// written at the beginning and at the end, so that the system calls do not depend on the time.
func command(ctx context.Context, folder string, args ...string) (cmd *exec.Cmd, stderr *bytes.Buffer) {
	cmd = exec.CommandContext(ctx, "dibmap", args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), everyVariable+"=1h", cacheVariable+"="+filepath.Join(folder, "cache"), "TMPDIR="+filepath.Join(folder, "temporary"))
	stderr = new(bytes.Buffer)
	cmd.Stdout, cmd.Stderr = new(bytes.Buffer), stderr
	return cmd, stderr
}

// must runs commands that nothing disturbs.
func (b *bench) must(t *testing.T, folder string, commands []string) {
	t.Helper()
	for _, line := range commands {
		cmd, stderr := command(t.Context(), folder, strings.Fields(line)...)
		if err := cmd.Run(); err != nil {
			t.Fatalf("dibmap %s: %v: %s", line, err, stderr)
		}
	}
}

// result is how a call ended.
type result struct {
	code   int // -1 if it was killed
	stderr string
	hangs  bool
}

// words are the arguments of the call, and more of them.
func (b *bench) words(more ...string) []string {
	return slices.Concat(strings.Fields(b.args), b.flags, more)
}

// run runs the call in a folder and decides about its system calls.
func (b *bench) run(t *testing.T, folder string, decide func(faults.Call) faults.Fault, more ...string) result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd, stderr := command(ctx, folder, b.words(more...)...)
	err := faults.Run(cmd, decide)
	if errors.Is(err, faults.ErrUnsupported) {
		t.Skip(err)
	}
	return ended(t, ctx, err, stderr)
}

// ended returns how a call ended that returned an error, or none.
func ended(t *testing.T, ctx context.Context, err error, stderr *bytes.Buffer) result {
	t.Helper()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && !errors.Is(err, context.DeadlineExceeded) { // by which it had ended
		t.Fatal(err)
	}
	r := result{stderr: stderr.String(), hangs: ctx.Err() != nil}
	if exit != nil {
		r.code = exit.ExitCode()
	}
	return r
}

// contentOf returns what is in a folder.
func contentOf(t *testing.T, folder string) content {
	t.Helper()
	c := make(content)
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == folder {
			return err
		}
		name, _ := filepath.Rel(folder, path)
		if entry.IsDir() {
			c[name] = ""
			return nil
		}
		text, err := os.ReadFile(path)
		c[name] = settled(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// under returns what is at a path and below it.
func (c content) under(path string) content {
	part := make(content)
	for name, text := range c {
		if name == path || strings.HasPrefix(name, path+"/") {
			part[name] = text
		}
	}
	return part
}

// temporary is the name of a temporary file, or of a lock.
var temporary = regexp.MustCompile(`^\.(.*)\.([0-9]+-[0-9a-f]+\.tmp|lock)$`)

// intact returns an error if an output is neither what it was nor what it is to be, or something was left.
func (b *bench) intact(now content, leftovers bool) error {
	for name, text := range now {
		was, before := b.begun[name]
		is, after := b.done[name]
		switch {
		case rescued(name):
		case before && text == was, after && text == is:
		case b.makesAbout(name) && len(b.after) > 0, slices.Contains(b.grows, name), name == "state", strings.HasSuffix(name, ".state"):
			// What is made afterwards tells whether it is whole.
		case !before && !after && (leftovers || text == "" && !temporary.MatchString(filepath.Base(name))):
		case !before && !after:
			return fmt.Errorf("%s was left", name)
		default:
			return fmt.Errorf("%s is torn: %d bytes", name, len(text))
		}
	}
	for name := range b.begun {
		if _, ok := now[name]; !ok {
			return fmt.Errorf("%s was lost", name)
		}
	}
	return nil
}

// rescued tells whether a file is one in which a result is kept that cannot be where it should, or its folder.
func rescued(path string) bool {
	return path == "cache" || path == "cache/rescued" || strings.HasPrefix(path, "cache/rescued/")
}

// makesAbout tells whether a path is one of an output, or below it.
func (b *bench) makesAbout(path string) bool {
	return slices.ContainsFunc(b.makes, func(name string) bool { return name == path || strings.HasPrefix(path, name+"/") })
}

// complete returns an error if a folder in which the call was repeated does not hold what it would have held after an
// undisturbed one.
func (b *bench) complete(now content) error {
	for _, name := range slices.Sorted(maps.Keys(now)) {
		want, ok := b.whole[name]
		switch {
		case rescued(name), name == "state": // in which there are times
		case !ok:
			return fmt.Errorf("%s was left", name)
		case now[name] == want, len(b.after) > 0 && b.makesAbout(name):
		default:
			return fmt.Errorf("%s is not what an undisturbed call makes:\n%s", name, firstDifference(now[name], want))
		}
	}
	for name := range b.whole {
		if _, ok := now[name]; !ok {
			return fmt.Errorf("%s is missing", name)
		}
	}
	return nil
}

// repeat runs the call again, and returns an error if the folder then is not as if nothing had
// happened.
func (b *bench) repeat(t *testing.T, folder string) error {
	t.Helper()
	r := b.run(t, folder, func(faults.Call) faults.Fault { return faults.Fault{} })
	if r.code != 0 && (b.refuses == "" || !strings.Contains(r.stderr, b.refuses)) {
		return fmt.Errorf("the same call again ends with %d: %s", r.code, r.stderr)
	}
	b.must(t, folder, b.after)
	return b.complete(contentOf(t, folder))
}

// later makes all files of a folder two minutes older, so that leftovers are known for what they are.
func later(t *testing.T, folder string) {
	t.Helper()
	before := time.Now().Add(-2 * time.Minute)
	err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chtimes(path, before, before)
	})
	if err != nil {
		t.Fatal(err)
	}
}

//go:build faults && linux && (amd64 || arm64)

package main

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/internal/faults"
)

// failures lists how each system call may fail.
var failures = map[string][]faults.Fault{
	"open":     errnos(syscall.EIO, syscall.ENOSPC, syscall.EROFS, syscall.EDQUOT, syscall.EMFILE, syscall.EINTR),
	"read":     errnos(syscall.EIO, syscall.EINTR),
	"write":    append(errnos(syscall.ENOSPC, syscall.EIO, syscall.EDQUOT, syscall.EINTR), faults.Fault{Short: true}),
	"close":    errnos(syscall.EIO, syscall.EDQUOT, syscall.EINTR),
	"fsync":    errnos(syscall.EIO, syscall.ENOSPC, syscall.EDQUOT, syscall.EINTR),
	"truncate": errnos(syscall.EIO, syscall.EINTR),
	"chmod":    errnos(syscall.EROFS, syscall.EIO, syscall.EINTR),
	"lock":     errnos(syscall.ENOLCK, syscall.EIO, syscall.EINTR),
	"list":     errnos(syscall.EIO, syscall.EINTR),
	"rename":   errnos(syscall.EIO, syscall.ENOSPC, syscall.EROFS, syscall.EDQUOT, syscall.EINTR),
	"mkdir":    errnos(syscall.ENOSPC, syscall.EROFS, syscall.EDQUOT, syscall.EINTR),
	"unlink":   errnos(syscall.EIO, syscall.EROFS, syscall.EINTR),
}

func errnos(all ...syscall.Errno) (f []faults.Fault) {
	for _, err := range all {
		f = append(f, faults.Fault{Err: err})
	}
	return f
}

// TestFaultsOfKinds disturbs every kind of call in the same four ways. In the long form, it goes through all that there
// is to disturb.
func TestFaultsOfKinds(t *testing.T) {
	for number, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			b := on(t, k)
			b.number = number
			t.Run("calls fail", b.failCalls)
			t.Run("killed", b.killAtCalls)
			t.Run("no memory", b.takeMemory)
			t.Run("disk full", b.fillDisk)
		})
	}
}

// In the short form, one of stride calls is disturbed, or fewer: about mostDisturbed of a kind.
const stride, mostDisturbed = 7, 4

// disturbed returns the first call that is disturbed, and the distance to the next. In the short form, they depend on
// the number of the kind.
func (b *bench) disturbed() (first, step int) {
	if thorough() {
		return 1, 1
	}
	step = max(stride, b.calls/mostDisturbed)
	return 1 + b.number%step, step
}

// failCalls has the n-th system call on a file fail, for n = 1, 2, 3 and so on, once, or from then on all of the same
// name, as on a disk that is full. In the long form, each call fails in every way.
func (b *bench) failCalls(t *testing.T) {
	count := 0
	for way, lasting := range []bool{false, true} {
		if thorough() || b.number%2 == way {
			count += b.failEach(t, lasting)
		}
	}
	t.Logf("%d faults at %d calls", count, b.calls)
}

// failEach has the calls fail, each in a call of the program of its own, and returns how many did. Of the short form,
// which calls these are, and in which way they fail, depends on the number of the kind.
func (b *bench) failEach(t *testing.T, lasting bool) (count int) {
	t.Helper()
	first, step := b.disturbed()
	for n := first; ; n += step {
		for way, ways := 0, 1; way < ways; way++ {
			j := injection{n: n, way: way, lasting: lasting}
			if !thorough() {
				j.way += b.number + n/step
			}
			if b.inject(t, &j); j.hit == nil {
				return count
			}
			count++
			if thorough() {
				ways = len(failures[j.hit.Name])
			}
		}
	}
}

// injection is a fault of the n-th call on a file.
type injection struct {
	n, way  int
	lasting bool // all calls of the same name fail from then on
	hit     *faults.Call
	fault   faults.Fault
	calls   int
}

// decide has the n-th call fail.
func (j *injection) decide(c faults.Call) faults.Fault {
	ways := failures[c.Name]
	if c.Path == "" || len(ways) == 0 {
		return faults.Fault{}
	}
	j.calls++
	switch {
	case j.calls == j.n:
		j.hit, j.fault = &c, ways[j.way%len(ways)]
		// No call is interrupted for ever.
		if j.lasting && j.fault.Err == syscall.EINTR {
			j.fault = ways[0]
		}
		return j.fault
	case j.hit != nil && j.lasting && c.Name == j.hit.Name:
		return j.fault
	}
	return faults.Fault{}
}

// inject runs the call with a fault, and checks how it ends and what it leaves.
func (b *bench) inject(t *testing.T, j *injection) {
	t.Helper()
	folder := b.copy(t)
	r := b.run(t, folder, j.decide)
	if j.hit == nil {
		return
	}
	what := fmt.Sprintf("call %d, %v, %v, for good %v", j.n, j.hit, j.fault, j.lasting)
	now := contentOf(t, folder)
	err := errors.Join(b.ends(r, j), b.intact(now, j.hit.Name == "unlink"))
	if err == nil && r.code == cli.ExitDone {
		err = b.finished(now)
	}
	// Where nothing has changed, the same call again is an undisturbed one.
	if err == nil && (thorough() || !maps.Equal(now, b.begun) && r.code != cli.ExitDone) {
		err = b.repeat(t, folder)
	}
	if err != nil {
		t.Errorf("%s: exit code %d, %v\n%s", what, r.code, err, r.stderr)
	}
}

// finished returns an error if a call that says that it succeeded did not make all that it should have made.
func (b *bench) finished(now content) error {
	for _, name := range b.makes {
		for path, want := range b.done.under(name) {
			if got, ok := now[path]; !ok || got != want && len(b.after) == 0 {
				return fmt.Errorf("%s is not what it is to be, and nothing tells", path)
			}
		}
	}
	return nil
}

// ends returns an error if a call did not end as it should: with its result, or with one line that names the file and
// the reason.
func (b *bench) ends(r result, j *injection) error {
	switch {
	case r.hangs:
		return errors.New("it hangs")
	case r.code < 0, strings.Contains(r.stderr, "goroutine "), strings.Contains(r.stderr, "panic"):
		return errors.New("it crashes")
	case r.code == cli.ExitDone:
		return nil
	case r.code > cli.ExitUsage:
		return errors.New("the exit code is none of the program")
	case r.code == cli.ExitUsage && slices.Contains([]string{"write", "fsync", "rename"}, j.hit.Name):
		return errors.New("the exit code says that the call was wrong")
	case j.fault.Err == syscall.EINTR, j.fault.Short:
		return errors.New("nothing is wrong with the file")
	}
	if err := oneLine(r.stderr); err != nil {
		return err
	}
	lines := strings.Split(strings.TrimSuffix(r.stderr, "\n"), "\n")
	last := lines[len(lines)-1]
	name := strings.TrimSuffix(filepath.Base(j.hit.Path), " (deleted)")
	if of := temporary.FindStringSubmatch(name); of != nil {
		name = of[1]
	}
	switch {
	case !strings.Contains(last, j.fault.Err.Error()):
		return errors.New("it does not say why")
	case !strings.Contains(last, name) && name != "." && !j.lasting: // or another file had the same fault
		return fmt.Errorf("it does not name %s", name)
	case strings.Contains(last, ".tmp"):
		return errors.New("it names the temporary file")
	}
	return nil
}

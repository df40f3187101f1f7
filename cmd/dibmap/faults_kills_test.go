//go:build faults && linux && (amd64 || arm64)

package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dibmap/dibmap/internal/faults"
)

// killAtCalls kills the program before its n-th system call on a file, for n = 1, 2, 3 and so on. What is there then is
// whole, and the same call again ends as if nothing had happened.
func (b *bench) killAtCalls(t *testing.T) {
	first, step := b.disturbed()
	kills := 0
	for n := first; b.killAt(t, n); n += step {
		kills++
	}
	t.Logf("%d kills at %d calls", kills, b.calls)
}

// killAt kills the program before its n-th call on a file, and tells whether there is one.
func (b *bench) killAt(t *testing.T, n int) bool {
	t.Helper()
	folder := b.copy(t)
	var at *faults.Call
	calls := 0
	r := b.run(t, folder, func(c faults.Call) faults.Fault {
		if c.Path != "" {
			calls++
		}
		if c.Path == "" || calls != n || at != nil {
			return faults.Fault{}
		}
		at = &c
		return faults.Fault{Kill: true}
	})
	switch {
	case at == nil:
		return false
	case r.hangs || r.code >= 0:
		t.Errorf("killed before call %d, %v, it ends with %d: %s", n, at, r.code, r.stderr)
	}
	b.afterKills(t, folder, fmt.Sprintf("killed before call %d, %v", n, at))
	return true
}

// afterKills checks a folder in which the call was killed.
func (b *bench) afterKills(t *testing.T, folder, what string) {
	t.Helper()
	err := b.intact(contentOf(t, folder), true)
	if err == nil {
		err = b.repeat(t, folder)
	}
	if err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

// TestFaultsKillAtRandom kills calls of the kinds that take long enough at random moments, several times in a row, with
// other numbers of workers, before one is left to end.
func TestFaultsKillAtRandom(t *testing.T) {
	rows := 1
	if thorough() {
		rows = 12
	}
	for number, k := range kinds {
		if k.longer == "" {
			continue
		}
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			b := on(t, k, strings.Fields(k.longer)...)
			start := time.Now()
			b.killed(t, b.copy(t), time.Hour)
			took := time.Since(start)
			rng := rand.New(rand.NewPCG(23, uint64(number)))
			kills := 0
			for range rows {
				folder, row := b.copy(t), 0
				for row < 5 && b.killed(t, folder, time.Duration(rng.Int64N(int64(took))), b.workers(row)...) {
					row++
				}
				b.afterKills(t, folder, fmt.Sprintf("killed %d times at random", row))
				kills += row
			}
			t.Logf("%d kills", kills)
		})
	}
}

// workers are the flags for another number of workers, if the command takes them.
func (b *bench) workers(n int) []string {
	if !slices.Contains([]string{"map", "scan", "plan", "work"}, strings.Fields(b.args)[0]) || strings.Contains(b.longer, "--workers") {
		return nil
	}
	return []string{"--workers", fmt.Sprint(1 + n%3)}
}

// killed starts the call in a folder, as often at once as its kind says, kills all after some time, and tells whether
// none had ended by itself.
func (b *bench) killed(t *testing.T, folder string, after time.Duration, more ...string) bool {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	kill, stop := context.WithTimeout(ctx, after)
	defer stop()
	n := max(b.together, 1)
	commands, stderr := make([]*exec.Cmd, n), make([]*bytes.Buffer, n)
	for k := range n {
		commands[k], stderr[k] = command(kill, folder, b.words(more...)...)
		commands[k].Env = append(commands[k].Env, everyVariable+"=20ms")
		if err := commands[k].Start(); err != nil {
			if kill.Err() != nil {
				continue // before it began
			}
			t.Fatal(err)
		}
		defer func() { _ = commands[k].Wait() }() // the second time it does nothing
	}
	all := true
	for k, cmd := range commands {
		if cmd.Process == nil {
			continue
		}
		r := ended(t, ctx, cmd.Wait(), stderr[k])
		if r.hangs || r.code > 0 && (b.refuses == "" || !strings.Contains(r.stderr, b.refuses)) {
			t.Errorf("a call that nobody killed ends with %d: %s", r.code, r.stderr)
		}
		all = all && r.code < 0
	}
	return all
}

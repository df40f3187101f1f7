//go:build faults && linux && (amd64 || arm64)

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/internal/faults"
)

// TestFaultsKillExplore kills the command that serves a page before its n-th call on a file, while the page has it
// search. The same command two minutes later removes the temporary folder of the killed one.
func TestFaultsKillExplore(t *testing.T) {
	first, step := 2, stride
	if thorough() {
		first, step = 1, 1
	}
	kills := 0
	for n := first; ; n += step {
		folder := t.TempDir()
		write(t, filepath.Join(folder, "small.csv"), randomTable(8, 5, 1))
		temporaries := filepath.Join(folder, "temporary")
		if err := os.Mkdir(temporaries, 0o777); err != nil {
			t.Fatal(err)
		}
		calls := 0
		r := explore(t, folder, func(c faults.Call) faults.Fault {
			if c.Path == "" {
				return faults.Fault{}
			}
			calls++
			return faults.Fault{Kill: calls == n}
		})
		if calls < n {
			break
		}
		kills++
		if r.code >= 0 {
			t.Errorf("killed before call %d, it ends with %d: %s", n, r.code, r.stderr)
		}
		later(t, folder)
		if r := explore(t, folder, func(faults.Call) faults.Fault { return faults.Fault{} }); r.code != 0 {
			t.Errorf("after a kill before call %d, it ends with %d: %s", n, r.code, r.stderr)
		}
		if left := filesIn(t, temporaries); left != "" {
			t.Errorf("after a kill before call %d, there is left\n%s", n, left)
		}
	}
	t.Logf("%d kills", kills)
}

// explore serves a page, has it search once, and interrupts the command.
func explore(t *testing.T, folder string, decide func(faults.Call) faults.Fault) result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd, stderr := command(ctx, folder, "explore", "small.csv", "--no-open")
	out, in := io.Pipe()
	cmd.Stdout = in
	searched := make(chan struct{})
	go func() {
		defer close(searched)
		defer out.Close() // the command does not wait for a reader that is gone
		address, err := bufio.NewReader(out).ReadString('\n')
		if err != nil {
			return // it was killed
		}
		search(ctx, strings.TrimSpace(address))
		_ = cmd.Process.Signal(os.Interrupt)
	}()
	err := faults.Run(cmd, decide)
	_ = in.Close()
	<-searched
	if errors.Is(err, faults.ErrUnsupported) {
		t.Skip(err)
	}
	return ended(t, ctx, err, stderr)
}

// search asks for a search as the page does. The command may be killed meanwhile.
func search(ctx context.Context, address string) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address+"call", strings.NewReader(`{"command":"map","output":"frontier.json"}`))
	if err != nil {
		panic(fmt.Sprint("no address: ", address))
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	_ = answer.Body.Close()
}

package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/memory"
)

// TestCallsOfAPageReadWhatIsKept: commands make the same of a frontier that calls before them have found as of its
// file, and do not take it for another file or for one of before.
func TestCallsOfAPageReadWhatIsKept(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "frontier.json")
	run := func(ctx context.Context, args ...string) string {
		code, stdout, stderr := call(ctx, args...)
		if code != cli.ExitDone {
			t.Fatalf("%q: %s", args, stderr)
		}
		return stdout
	}
	ctx := new(memory.Results).In(t.Context())
	for _, flags := range [][]string{{"@occupation"}, {"@occupation", "--robust", "--resamples=20", "--validate", "--effort=0.01"}, {"@alphabet", "--effort=0.001", "--prove=no"}} {
		run(ctx, append([]string{"map", "-q", "-o", file}, flags...)...)
		for _, args := range [][]string{{"plot", "-o", filepath.Join(folder, "page.html")}, {"encode", "--clusters=3", "--export=json"}} {
			args = append(args[:1:1], append([]string{file}, args[1:]...)...)
			made := func(ctx context.Context) string {
				printed := run(ctx, args...)
				written, err := os.ReadFile(filepath.Join(folder, "page.html"))
				if err != nil {
					t.Fatal(err)
				}
				return printed + string(written)
			}
			if kept, read := made(ctx), made(t.Context()); kept != read {
				t.Errorf("%q after map %q makes something else of what is kept than of its file", args, flags)
			}
		}
	}
	other := filepath.Join(folder, "other.json")
	run(t.Context(), "map", "-q", "@occupation", "-o", other)
	if of := run(ctx, "show", other); of != run(t.Context(), "show", other) {
		t.Errorf("of another file, show says %s", of)
	}
}

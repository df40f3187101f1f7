package input

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
)

// TestReadingEndsAtOnce: what takes seconds and does not look at the context is not waited for.
func TestReadingEndsAtOnce(t *testing.T) {
	sorting := func() (int, error) {
		time.Sleep(time.Hour)
		return 1, nil
	}
	synctest.Test(t, func(t *testing.T) {
		interrupted, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		late, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		for _, tt := range []struct {
			ctx  context.Context
			want string
		}{
			{interrupted, "table.csv: interrupted while it was read"},
			{late, "table.csv: the time limit was over before it was read: allow more time, or read fewer records"},
		} {
			start := time.Now()
			_, err := Prompt(tt.ctx, "table.csv", sorting)
			if err == nil || err.Error() != tt.want || cli.ExitCode(err) != cli.ExitFailed {
				t.Errorf("the error is %v, want %s", err, tt.want)
			}
			if took := time.Since(start); took > time.Second {
				t.Errorf("it took %v", took)
			}
		}
		if n, err := Prompt(t.Context(), "table.csv", sorting); n != 1 || err != nil {
			t.Errorf("undisturbed, it is %d, %v", n, err)
		}
	})
}

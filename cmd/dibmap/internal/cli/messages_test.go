package cli

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/spf13/cobra"
)

// run runs a command that does something with its streams, and returns its exit code and messages.
func run(do func(ctx context.Context, s Streams) error, args ...string) (code int, messages string) {
	var out bytes.Buffer
	code = Run(context.Background(), func(s Streams) *cobra.Command {
		root := &cobra.Command{Use: "dibmap", SilenceErrors: true, SilenceUsage: true}
		root.AddCommand(&cobra.Command{Use: "do", RunE: func(cmd *cobra.Command, _ []string) error { return do(cmd.Context(), s) }})
		return root
	}, args, Streams{Out: &out, Err: &out})
	return code, out.String()
}

func TestMessagesForPeopleAndPrograms(t *testing.T) {
	do := func(_ context.Context, s Streams) error {
		s.Note("the row %q is empty", "a\nb")
		s.Warn("no\n room")
		s.Done("%d %% encoded", 3)
		s.Beside().Write([]byte("summary\n"))
		return Failed(errors.New("the disk\nis full"))
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"do"}, `dibmap: note: the row "a\nb" is empty
dibmap: warning: no room
dibmap: 3 % encoded
summary
dibmap: the disk is full
`},
		{[]string{"--messages", "json", "do"}, `{"note":"the row \"a\\nb\" is empty"}
{"warning":"no room"}
{"done":"3 % encoded"}
{"error":"the disk is full","exit":1}
`},
		{[]string{"--messages", "json", "do", "--twice"}, `{"error":"unknown flag: --twice","exit":2}
`},
		{[]string{"--messages", "xml", "do"}, `dibmap: invalid argument "xml" for "--messages" flag: want text, json or json+frontier
`},
	} {
		if _, got := run(do, tt.args...); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.args, got, tt.want)
		}
	}
}

// TestForPictures: a program that asks for the frontier gets everything else as another one does.
func TestForPictures(t *testing.T) {
	for form, want := range map[string][2]bool{"text": {}, "json": {true}, "json+frontier": {true, true}} {
		run(func(_ context.Context, s Streams) error {
			if got := [2]bool{s.ForPrograms(), s.ForPictures()}; got != want {
				t.Errorf("%s: for programs, for pictures: %v, want %v", form, got, want)
			}
			return nil
		}, "--messages", form, "do")
	}
}

// gone is a stream that nobody reads any more.
type gone struct{}

func (gone) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

// TestSignsOfLife: a program gets one each second, and work for a program that is gone ends.
func TestSignsOfLife(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, got := run(func(context.Context, Streams) error {
			time.Sleep(2500 * time.Millisecond)
			return nil
		}, "--messages", "json", "do")
		if want := "{\"alive\":1}\n{\"alive\":2}\n"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		run(func(ctx context.Context, s Streams) error {
			s.messages.form = forPrograms
			s.Err = gone{}
			ctx, cancel := context.WithCancel(ctx)
			go s.beat(ctx, cancel)
			<-ctx.Done()
			return nil
		}, "do")
		if spent := time.Since(start); spent != beatEvery {
			t.Errorf("the work went on for %v", spent)
		}
	})
}

// TestTextHasNoSignsOfLife: a person is not told that the program lives.
func TestTextHasNoSignsOfLife(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, got := run(func(context.Context, Streams) error { time.Sleep(time.Minute); return nil }, "do")
		if strings.TrimSpace(got) != "" {
			t.Errorf("got %q", got)
		}
	})
}

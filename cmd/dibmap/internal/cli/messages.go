package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
)

// messages says how messages are written on the error stream. It is the value of --messages.
type messages struct {
	form string
	one  sync.Mutex // for each object
}

// The forms of messages.
const (
	forPeople   = "text"          // lines
	forPrograms = "json"          // an object with one member on each line
	forPictures = "json+frontier" // the same, and progress has the frontier found so far
)

// String implements pflag.Value.
func (m *messages) String() string { return m.form }

// Type implements pflag.Value.
func (m *messages) Type() string { return "FORM" }

// Set implements pflag.Value.
func (m *messages) Set(text string) error {
	if text != forPeople && text != forPrograms && text != forPictures {
		return errors.New("want text, json or json+frontier")
	}
	m.form = text
	return nil
}

// add adds the flag. Help texts leave it out, because it is for programs, and docs/formats.md
// describes it.
func (m *messages) add(root *cobra.Command) {
	flags := root.PersistentFlags()
	flags.Var(m, "messages", "write messages on standard error as text, json or json+frontier")
	flags.Lookup("messages").Hidden = true
}

// ForPrograms tells whether messages are read by a program.
func (s Streams) ForPrograms() bool { return s.messages != nil && s.messages.form != forPeople }

// ForPictures tells whether the program also draws the frontier while it grows.
func (s Streams) ForPictures() bool { return s.messages != nil && s.messages.form == forPictures }

// Note says what a person should know of the input or the result.
func (s Streams) Note(format string, values ...any) {
	s.message("note", "note: ", fmt.Sprintf(format, values...))
}

// NotesLeftOut tells whether a command leaves notes out beside a result that may be JSON: a person
// who asks for JSON has no use for them, and a program tells them from errors.
func (s Streams) NotesLeftOut(asJSON bool) bool { return asJSON && !s.ForPrograms() }

// Warn says what was asked for and could not be done.
func (s Streams) Warn(format string, values ...any) {
	s.message("warning", "warning: ", fmt.Sprintf(format, values...))
}

// Done says what was done.
func (s Streams) Done(format string, values ...any) {
	s.message("done", "", fmt.Sprintf(format, values...))
}

// fail says why the call ends without its result. Messages to a program that is gone are lost.
func (s Streams) fail(err error) {
	if s.ForPrograms() {
		_ = s.object(map[string]any{"error": OneLine(err.Error()), "exit": ExitCode(err)})
		return
	}
	s.message("", "", err.Error())
}

// message writes a message of one line.
func (s Streams) message(member, before, text string) {
	text = wording.Visible(OneLine(text))
	if s.ForPrograms() {
		_ = s.object(map[string]any{member: text})
		return
	}
	before = "dibmap: " + before
	if failed := member == ""; s.alarms && (failed || member == "warning") {
		before = wording.Alarm(strings.TrimSuffix(before, " "), failed) + " "
	}
	fmt.Fprintf(s.Err, "%s%s\n", before, text)
}

// Progress tells a program how far the work is.
func (s Streams) Progress(state any) { _ = s.object(map[string]any{"progress": state}) }

// beatEvery is the time between two signs of life.
const beatEvery = time.Second

// beat sends a program signs of life until the context ends. If nobody takes them, as when the
// program that started this one was killed, it calls leave. (Where there are signals, the write
// alone ends the process.)
func (s Streams) beat(ctx context.Context, leave func()) {
	start := time.Now()
	ticker := time.NewTicker(beatEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if s.object(map[string]any{"alive": time.Since(start).Seconds()}) != nil {
				leave()
			}
		}
	}
}

// object writes a line that a program reads.
func (s Streams) object(message map[string]any) error {
	line, err := json.Marshal(message)
	if err != nil {
		panic(fmt.Sprintf("cli: a message that is no JSON: %v", err))
	}
	s.messages.one.Lock()
	defer s.messages.one.Unlock()
	_, err = s.Err.Write(append(line, '\n'))
	return err
}

// Beside returns the stream for a text that accompanies a result on standard output. A program has
// no use for the text.
func (s Streams) Beside() io.Writer {
	if s.ForPrograms() {
		return io.Discard
	}
	return &wording.VisibleWriter{W: s.Err}
}

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

// messages is the form of messages on the error stream. It is the value of --messages.
type messages struct {
	form string
	one  sync.Mutex // for each object
}

// The forms of messages.
const (
	forPeople   = "text"          // lines
	forPrograms = "json"          // an object with one member on each line
	forPictures = "json+frontier" // JSON, with the frontier found so far in progress messages
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

// ForPrograms reports whether a program reads the messages.
func (s Streams) ForPrograms() bool { return s.messages != nil && s.messages.form != forPeople }

// ForPictures reports whether the program also draws the growing frontier.
func (s Streams) ForPictures() bool { return s.messages != nil && s.messages.form == forPictures }

// Note prints information about the input or the result.
func (s Streams) Note(format string, values ...any) {
	s.message("note", "note: ", fmt.Sprintf(format, values...))
}

// NotesLeftOut reports whether a command leaves out notes with a result that may be JSON: people
// who ask for JSON do not need them, and programs can distinguish them from errors.
func (s Streams) NotesLeftOut(asJSON bool) bool { return asJSON && !s.ForPrograms() }

// Warn prints that a part of the call could not be done.
func (s Streams) Warn(format string, values ...any) {
	s.message("warning", "warning: ", fmt.Sprintf(format, values...))
}

// Done prints a step of the work.
func (s Streams) Done(format string, values ...any) {
	s.message("done", "", fmt.Sprintf(format, values...))
}

// fail prints the error of the call. Messages to a program that has ended are lost.
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

// Progress sends the state of the work to a program.
func (s Streams) Progress(state any) { _ = s.object(map[string]any{"progress": state}) }

// beatEvery is the time between two signs of life.
const beatEvery = time.Second

// beat sends signs of life to a program until the context ends. If they cannot be written, for example
// because the program that started this one was killed, it calls leave. (On systems with signals, the
// write itself ends the process.)
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
		panic(fmt.Sprintf("cli: a message that JSON cannot express: %v", err))
	}
	s.messages.one.Lock()
	defer s.messages.one.Unlock()
	_, err = s.Err.Write(append(line, '\n'))
	return err
}

// Beside returns the stream for a text that accompanies a result on standard output. Programs do not
// get the text.
func (s Streams) Beside() io.Writer {
	if s.ForPrograms() {
		return io.Discard
	}
	return &wording.VisibleWriter{W: s.Err}
}

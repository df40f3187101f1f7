package recoding

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/encode"
	"github.com/dibmap/dibmap/internal/textfile"
)

// checkScan refuses the flags that are about a single column, for a folder that has several.
func (f *encodeFlags) checkScan(folder string, given func(flag string) bool) error {
	for _, flag := range []string{"x", "y", "column", "clusters", "budget", "keep", "prominent"} {
		if given(flag) {
			return fmt.Errorf("%s is a scan of several columns, each with its recommended groups: leave --%s out, or name the frontier of one column", folder, flag)
		}
	}
	switch {
	case f.unknown == nearest:
		return fmt.Errorf("--unknown nearest is for a single column, and %s is a scan of several: choose --unknown label", folder)
	case f.names != "labels" && f.names != "numbers":
		return fmt.Errorf("--names is %q: for the columns of a scan, want labels or numbers", f.names)
	}
	return (encode.Style{Unknown: f.unknown, Label: f.label}).Check()
}

// runScan applies the recommended groupings of all columns of a scan to the records, or exports them.
func (f *encodeFlags) runScan(ctx context.Context, w io.Writer, args []string, s cli.Streams) error {
	columns, err := input.ReadScan(args[0])
	if err != nil {
		return err
	}
	var codings []encode.Coding
	var whole, refused []string
	for n := range columns {
		c := &columns[n]
		r, ok := input.Recommend(c.Frontier, c.Rule)
		if !ok || r.K <= 1 || c.K <= 1 {
			whole = append(whole, input.Title(c.Column, c.Part))
			continue
		}
		e, style, err := f.encoder(c.Frontier, r.Point, s)
		if err != nil {
			return fmt.Errorf("%s: %w", c.Column, err)
		}
		coding := encode.Coding{X: textfile.JoinNames([]string{c.Column}), As: newColumn(c), Style: style, Encoder: e}
		if f.export != "" {
			if err := encode.Export(io.Discard, f.form(), coding); err != nil {
				refused = append(refused, fmt.Sprintf("no %s: %v", newColumn(c), err))
				continue
			}
		}
		codings = append(codings, coding)
	}
	if len(codings) == 0 && len(refused) > 0 {
		return errors.New(refused[0])
	}
	if len(codings) == 0 {
		return fmt.Errorf("%s: no column has more than one recommended group, so there is nothing to encode", args[0])
	}
	if len(whole) > 0 && !f.quiet {
		s.Note("one group is recommended, and no column added, for %s", wording.SomeLabels(whole))
	}
	if !f.quiet {
		input.PrintNotes(s, refused)
	}
	if f.export != "" {
		return encode.Export(w, f.form(), codings...)
	}
	f.dialect.Recall(columns[0].Frontier.Problem.Source, args[1])
	return f.encodeAll(ctx, w, args, codings, nil, s)
}

// newColumn returns the name of the column of clusters of a column.
func newColumn(c *input.Scanned) string {
	if c.Part != "" {
		return c.Column + "_" + c.Part + "_cluster"
	}
	return c.Column + "_cluster"
}

package recoding

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/encode"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/fileformat"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/recode"
	"github.com/dibmap/dibmap/table"
)

// run applies the grouping to the records, or exports it.
func (f *encodeFlags) run(ctx context.Context, args []string, s cli.Streams) error {
	// The records may be replaced by their own encoding; what tells how may not.
	out, err := s.Create("-o", f.output, args[0], f.names)
	if err != nil {
		return err
	}
	defer out.Abort()
	fr, err := input.ReadFrontier(args[0], s.In)
	if err != nil {
		return err
	}
	p, err := f.choice.Point(args[0], fr)
	if err != nil {
		return err
	}
	e, style, err := f.encoder(fr, p)
	if err != nil {
		return err
	}
	if f.export != "" {
		err = f.write(out, e, style)
	} else {
		err = f.encode(ctx, out, args, e, style, fr, s)
	}
	if err != nil {
		return err
	}
	return out.Commit()
}

// encoder returns the encoder of a point, with the names that are wanted.
func (f *encodeFlags) encoder(fr *frontier.Frontier, p frontier.Point) (*encode.Encoder, encode.Style, error) {
	style := encode.Style{Numbers: f.names == "numbers", Label: f.label}
	switch {
	case f.unknown != "" && f.unknown != nearest:
		style.Unknown = f.unknown
	case fr.Problem.MinCount > 0: // with (rare)
	case f.unknown == nearest: // what is like no cluster
		style.Unknown = "label"
	default: // a value that happens to be called (rare) is one like others
		style.Unknown = "error"
	}
	e, err := encode.New(fr.Problem.XLabels, p.Assignment(), p.Names())
	if err != nil || f.names == "labels" || f.names == "numbers" {
		return e, style, err
	}
	text, err := os.ReadFile(f.names)
	if err != nil {
		return nil, style, fmt.Errorf("--names is %q: want labels, numbers or a file of names: %w", f.names, err)
	}
	e, err = e.ReadNames(bytes.NewReader(text), f.names)
	return e, style, err
}

// write exports the mapping.
func (f *encodeFlags) write(w io.Writer, e *encode.Encoder, style encode.Style) error {
	if !slices.Contains(encode.Formats(), f.export) {
		return fmt.Errorf("--export is %q: want json, csv, sql or python", f.export)
	}
	return e.Export(w, f.export, encode.ExportOptions{Style: style, Column: f.x, As: f.column})
}

// encode streams the records.
func (f *encodeFlags) encode(ctx context.Context, out *cli.Output, args []string, e *encode.Encoder, style encode.Style, fr *frontier.Frontier, s cli.Streams) error {
	_, compression := fileformat.Split(f.output)
	opts := recode.Options{
		X: f.x, Column: f.column, Style: style, Encoder: e, Stdin: s.In, Format: f.format, Compression: compression,
	}
	err := source.CheckFormat(f.format)
	if err != nil {
		return fmt.Errorf("--format: %w", err)
	}
	if err := f.keepFormat(args[1], &opts); err != nil {
		return err
	}
	if f.unknown == nearest {
		if opts.Encoder, err = f.nearest(ctx, args, opts, fr, s); err != nil {
			return err
		}
	}
	stats, err := recode.Encode(ctx, out, args[1], opts)
	switch {
	case ctx.Err() != nil:
		if f.output == "" || f.output == "-" {
			return cli.Failed(fmt.Errorf("%s: interrupted after %s records", args[1], wording.Number(stats.Records)))
		}
		return cli.Failed(fmt.Errorf("%s: interrupted while it was encoded: nothing was written", args[1]))
	case errors.Is(err, recode.ErrUnknown):
		return fmt.Errorf("%w (--unknown)", err)
	case err != nil:
		return err
	}
	if out := source.FormatOf(f.output); out != "" && out != stats.Format {
		return f.otherFormat(args[1], stats.Format)
	}
	if !f.quiet {
		f.tell(stats, s.Err)
	}
	return nil
}

// keepFormat refuses a name for the output that promises another format than that of the
// records, and reads standard input as what that of the output tells.
func (f *encodeFlags) keepFormat(data string, opts *recode.Options) error {
	in, out := opts.Format, source.FormatOf(f.output)
	if in == "" {
		in = source.FormatOf(data)
	}
	switch {
	case out == "" || out == in:
		return nil
	case in == "":
		if data == "-" {
			opts.Format = out
		}
		return nil
	default:
		return f.otherFormat(data, in)
	}
}

func (f *encodeFlags) otherFormat(data string, in string) error {
	return fmt.Errorf("-o %s: the records of %s are %v, and are written as such: give the output a name that says so", f.output, data, in)
}

// nearest returns the encoder that knows the new values of the records, too.
func (f *encodeFlags) nearest(ctx context.Context, args []string, opts recode.Options, fr *frontier.Frontier, s cli.Streams) (*encode.Encoder, error) {
	p := &fr.Problem
	if p.Cells == nil {
		return nil, fmt.Errorf("%s does not hold the table that was mapped, so nothing can be called near: choose --unknown label", args[0])
	}
	e := opts.Encoder
	unknown, total, err := recode.CountUnknown(ctx, args[1], e, table.Options{X: f.x, Y: f.y, Format: opts.Format, Stdin: opts.Stdin})
	switch {
	case ctx.Err() != nil:
		return nil, cli.Failed(fmt.Errorf("%s: interrupted while it was read", args[1]))
	case err != nil:
		return nil, err
	}
	if p.Samples != nil { // new values weigh what they would have in the table
		total = float64(*p.Samples)
	} else { // beside a table of probabilities, hardly anything
		total *= 1e6
	}
	known := encode.Counts{X: p.XLabels, Y: p.YLabels, Row: p.Cells.X, Column: p.Cells.Y, Weight: p.Cells.Weight}
	placed, err := e.Nearest(known, unknown, total)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", args[1], err)
	}
	if !f.quiet && len(placed.Values) > 0 {
		fmt.Fprintf(s.Err, "dibmap: %s placed: %s\n", wording.Plural(len(placed.Values), "new value"), f.placed(e, placed.Values, placed.Clusters))
	}
	if !f.quiet && len(placed.Nowhere) > 0 {
		fmt.Fprintf(s.Err, "dibmap: note: like no cluster, since the table had none of the values of %s that they come with: %s\n",
			wording.Label(f.y), wording.SomeLabels(placed.Nowhere))
	}
	return e.With(placed.Values, placed.Clusters)
}

// placed says where a few new values went.
func (f *encodeFlags) placed(e *encode.Encoder, values []string, clusters []int) string {
	const most = 8
	var parts []string
	for i, v := range values[:min(most, len(values))] {
		parts = append(parts, fmt.Sprintf("%s in %s", wording.Label(v), wording.Label(e.Name(clusters[i]))))
	}
	text := strings.Join(parts, ", ")
	if more := len(values) - most; more > 0 {
		text += fmt.Sprintf(" and %s more", wording.Number(more))
	}
	return text
}

// tell says what was done, and which values were not known.
func (f *encodeFlags) tell(stats recode.Stats, w io.Writer) {
	fmt.Fprintf(w, "dibmap: %s encoded\n", wording.Many(stats.Records, "record"))
	if len(stats.Folders) > 0 {
		fmt.Fprintf(w, "dibmap: note: the output lacks what only the names of folders say: %s\n", wording.SomeLabels(stats.Folders))
	}
	if stats.Unknown == 0 {
		return
	}
	var examples []string
	for _, v := range stats.Examples {
		examples = append(examples, fmt.Sprintf("%s (%s)", wording.Label(v.Value), wording.Number(v.Records)))
	}
	most, fate := "", "were given a label"
	if stats.UnknownMore {
		most = "at least "
	}
	if stats.Rare {
		fate = "were put with " + encode.RareLabel
	}
	list := strings.Join(examples, ", ")
	if stats.UnknownMore || stats.UnknownValues > len(examples) {
		list += ", ..."
	}
	fmt.Fprintf(w, "dibmap: note: %s with %s%s that the table did not have %s: %s\n",
		wording.Many(stats.Unknown, "record"), most, wording.Plural(stats.UnknownValues, "value"), fate, list)
}

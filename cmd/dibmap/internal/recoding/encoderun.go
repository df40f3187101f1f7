package recoding

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/encode"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/fileformat"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/npy"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/recode"
	"github.com/dibmap/dibmap/scale"
	"github.com/dibmap/dibmap/table"
)

// run applies the grouping to the records, or exports it. With --force, the output may
// replace the file of records; other files that are read may not be replaced.
func (f *encodeFlags) run(ctx context.Context, args []string, s cli.Streams) error {
	if len(args) > 1 && !f.force && f.output != "" {
		if err := s.Refuse("-o", f.output, args[1]); err != nil {
			return fmt.Errorf("%w, or replace it with --force", err)
		}
	}
	return s.WriteTo("-o", f.output, []string{input.File(args[0]), f.names}, func(w io.Writer) error {
		if input.IsScan(args[0]) {
			return f.runScan(ctx, w, args, s)
		}
		fr, err := input.ReadFrontier(args[0], s)
		if err != nil {
			return err
		}
		if err := f.nameColumns(args, fr); err != nil {
			return err
		}
		if fr, err = f.choice.Limited(args[0], fr); err != nil {
			return err
		}
		p, err := f.choice.Point(args[0], fr)
		if err != nil {
			return err
		}
		if !f.quiet {
			f.choice.Warn(s, fr, p)
		}
		e, style, err := f.encoder(fr, p, s)
		switch {
		case err != nil:
			return err
		case f.export == "":
			return f.encode(ctx, w, args, e, style, fr, s)
		case extensions[f.export] == "":
			return fmt.Errorf("--export is %q: want json, csv, sql, spark or python", f.export)
		default:
			return encode.Export(w, f.form(), encode.Coding{X: f.x, As: f.column, Style: style, Encoder: e})
		}
	})
}

// nameColumns sets the columns of X and Y that no flag names to the names in the frontier.
func (f *encodeFlags) nameColumns(args []string, fr *frontier.Frontier) error {
	s := fr.Problem.Source
	for flag, name := range map[string]*string{"x": &f.x, "y": &f.y} {
		if *name == "" {
			f.assumed = append(f.assumed, flag)
		}
	}
	f.x, f.y = cmp.Or(f.x, s.X), cmp.Or(f.y, s.Y)
	switch {
	case extensions[f.export] == "sql" && f.x == "":
		return fmt.Errorf("%s does not name the column of X, which the expression reads: name it with --x", args[0])
	case f.export == "" && f.x == "":
		return fmt.Errorf("%s does not name the column of X: name the column of %s with --x", args[0], args[1])
	case f.unknown == nearest && f.y == "":
		return fmt.Errorf("%s does not name the column of Y: name the column of %s with --y, to see what a new value is like", args[0], args[1])
	}
	return nil
}

// encoder returns the encoder of a point, and how clusters and unknown values are written.
func (f *encodeFlags) encoder(fr *frontier.Frontier, p frontier.Point, s cli.Streams) (*encode.Encoder, encode.Style, error) {
	style := encode.Style{Numbers: f.names == "numbers", Label: f.label, EscapeFormulas: f.escape}
	rest := restOf(fr)
	switch {
	case f.unknown != "" && f.unknown != nearest:
		style.Unknown = f.unknown
	case rest != "":
		style.Unknown = rest
	case f.unknown == nearest: // for values that are not near any cluster
		style.Unknown = "label"
	default: // also if a value happens to be called (rare) or (other)
		style.Unknown = "error"
	}
	e, err := input.Encoder(fr, p)
	if err != nil || f.names == "labels" || f.names == "numbers" {
		return e, style, err
	}
	text, err := s.ReadFile(f.names)
	if err != nil {
		return nil, style, fmt.Errorf("--names is %q: want labels, numbers or a file of names: %w", f.names, err)
	}
	e, err = e.ReadNames(bytes.NewReader(text), f.names)
	return e, style, err
}

// restOf returns the treatment of unknown values where the table has a group for the rest of the values, or "".
func restOf(fr *frontier.Frontier) string {
	return map[string]string{scale.RareLabel: "rare", scale.OtherLabel: "other"}[fr.Problem.RestLabel()]
}

// encode adds the cluster to the records.
func (f *encodeFlags) encode(ctx context.Context, w io.Writer, args []string, e *encode.Encoder, style encode.Style, fr *frontier.Frontier, s cli.Streams) error {
	f.dialect.Recall(fr.Problem.Source, args[1])
	return f.encodeAll(ctx, w, args, []encode.Coding{{X: f.x, As: f.column, Style: style, Encoder: e}}, fr, s)
}

// encodeAll adds the clusters of codings to the records. A single coding has its frontier, for unknown
// values that are placed by their Y.
func (f *encodeFlags) encodeAll(ctx context.Context, w io.Writer, args []string, codings []encode.Coding, fr *frontier.Frontier, s cli.Streams) error {
	data := args[1]
	_, compression := fileformat.Split(f.output)
	opts := recode.Options{Codings: codings, Stdin: s.In, Format: f.format, Dialect: f.dialect.Dialect, Compression: compression}
	err := source.CheckFormat(f.format)
	if err != nil {
		return fmt.Errorf("--format: %w", err)
	}
	promised, format := source.FormatOf(f.output), cmp.Or(f.format, source.FormatOf(data))
	switch {
	case promised == "" || promised == format || promised == source.NPY:
	case format != "":
		return f.otherFormat(data, format)
	case data == "-": // read in the format that is to be written
		opts.Format = promised
	}
	if f.unknown == nearest {
		if codings[0].Encoder, err = f.nearest(ctx, args, codings[0].Encoder, opts, fr, s); err != nil {
			return err
		}
	}
	var stats recode.Stats
	if promised == source.NPY {
		stats, err = f.writeNumbers(ctx, w, args, opts)
	} else {
		stats, err = recode.Encode(ctx, w, data, opts)
	}
	switch {
	case ctx.Err() != nil:
		if f.output == "" || f.output == "-" {
			return cli.Failed(fmt.Errorf("%s: interrupted after %s records", data, wording.Number(stats.Records)))
		}
		return cli.Failed(fmt.Errorf("%s: interrupted while it was encoded: nothing was written", data))
	case errors.Is(err, recode.ErrUnknown):
		err = fmt.Errorf("%w (--unknown label or nearest)", err)
		var of interface{ Label() string }
		if errors.As(err, &of) {
			for _, c := range codings {
				if hint := respelled(c.Encoder, []string{of.Label()}); hint != "" {
					return fmt.Errorf("%w; %s", err, hint)
				}
			}
		}
		return err
	case err != nil:
		return f.naming(input.Naming(err))
	}
	if promised != "" && promised != source.NPY && promised != stats.Format {
		return f.otherFormat(data, stats.Format)
	}
	if !f.quiet {
		f.tell(stats, codings, s)
	}
	return nil
}

// writeNumbers writes the numbers of the clusters alone, as an array with an element for each record or,
// for a scan, a row with one for each column.
func (f *encodeFlags) writeNumbers(ctx context.Context, w io.Writer, args []string, opts recode.Options) (recode.Stats, error) {
	numbers, stats, err := recode.ClusterNumbers(ctx, args[1], opts)
	if err != nil {
		return stats, err
	}
	shape := []int{int(stats.Records)}
	if input.IsScan(args[0]) {
		shape = append(shape, len(opts.Codings))
	}
	return stats, npy.Write(w, shape, numbers)
}

// naming adds the flag that names another column to an error about a column from the frontier.
func (f *encodeFlags) naming(err error) error {
	return naming(err, f.assumed, map[string]string{"x": f.x, "y": f.y})
}

// naming adds the flag that names another column to an error about a column, where the name is assumed.
func naming(err error, assumed []string, names map[string]string) error {
	for _, flag := range assumed {
		name := names[flag]
		if strings.Contains(err.Error(), textfile.NoColumn(name, nil)) {
			return fmt.Errorf("%w: %s is what the frontier calls it; name the column of these records with --%s", err, textfile.Shown(name), flag)
		}
	}
	return err
}

// otherFormat is the error of an output whose name has another format than the records.
func (f *encodeFlags) otherFormat(data, format string) error {
	return fmt.Errorf("-o %s: the records of %s are %s, and are written as such: give the output a name that says so", f.output, data, format)
}

// nearest returns an encoder that also knows the new values of the records.
func (f *encodeFlags) nearest(ctx context.Context, args []string, e *encode.Encoder, opts recode.Options, fr *frontier.Frontier, s cli.Streams) (*encode.Encoder, error) {
	p := &fr.Problem
	known, err := input.Clustered(p)
	if err != nil {
		return nil, fmt.Errorf("%s does not hold the table that was mapped, so nothing can be called near: choose --unknown label", args[0])
	}
	unknown, total, err := recode.CountUnknown(ctx, args[1], e, table.Options{X: f.x, Y: f.y, YScales: p.YScales, Format: opts.Format, Dialect: opts.Dialect, Stdin: opts.Stdin})
	switch {
	case ctx.Err() != nil:
		return nil, cli.Failed(fmt.Errorf("%s: interrupted while it was read", args[1]))
	case err != nil:
		return nil, f.naming(err)
	}
	if p.Samples != nil {
		total = float64(*p.Samples) // new values have the weight that they would have in the table
	} else {
		total *= 1e6 // they have nearly no weight compared with a table of probabilities
	}
	if p.TopY > 0 {
		unknown.Y = input.Among(p.YLabels, scale.OtherLabel, unknown.Y)
	}
	placed, err := e.Nearest(known, unknown, total)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", args[1], err)
	}
	if !f.quiet && len(placed.Values) > 0 {
		s.Done("%s placed: %s", wording.Plural(len(placed.Values), "new value"), wording.Some(len(placed.Values), func(i int) string {
			return wording.Label(placed.Values[i]) + " in " + wording.Label(e.Name(placed.Clusters[i]))
		}))
	}
	if !f.quiet && len(placed.Nowhere) > 0 {
		s.Note("like no group, since the table had none of the values of %s that they come with: %s",
			wording.Label(f.y), wording.SomeLabels(placed.Nowhere))
	}
	if !f.quiet && len(placed.Values) > 0 {
		if hint := respelled(e, placed.Values); hint != "" {
			s.Note("%s", hint)
		}
	}
	return e.With(placed.Values, placed.Clusters)
}

// tell reports what was done, and which values were unknown.
func (f *encodeFlags) tell(stats recode.Stats, codings []encode.Coding, s cli.Streams) {
	s.Done("%s encoded", wording.Plural(stats.Records, "record"))
	for _, note := range stats.Notes {
		s.Note("%s", note)
	}
	if len(stats.Folders) > 0 {
		s.Note("the output lacks what only the names of folders say: %s", wording.SomeLabels(stats.Folders))
	}
	fate := "were given a label"
	if source.FormatOf(f.output) == source.NPY {
		fate = "have the number -1"
	}
	for n := range codings {
		tellColumn(&stats.Columns[n], fate, codings[n].Encoder, s)
	}
}

// tellColumn reports which values of a column were unknown, and what became of them unless they belong to the rest.
func tellColumn(met *recode.ColumnStats, fate string, e *encode.Encoder, s cli.Streams) {
	if met.Outside > 0 {
		tellOutside(met.Outside, e.Scales(), s)
	}
	if met.Unknown == 0 {
		return
	}
	var examples, values []string
	for _, v := range met.Examples {
		values = append(values, v.Value)
		examples = append(examples, fmt.Sprintf("%s (%s)", wording.Label(v.Value), wording.Number(v.Records)))
	}
	most := ""
	if met.UnknownMore {
		most = "at least "
	}
	if met.Rest != "" {
		fate = "were put with " + met.Rest
	}
	list := strings.Join(examples, ", ")
	if met.UnknownMore || met.UnknownValues > len(examples) {
		list += ", ..."
	}
	s.Note("%s with %s%s that the table did not have %s: %s",
		wording.Plural(met.Unknown, "record"), most, wording.Plural(met.UnknownValues, "value"), fate, list)
	if hint := respelled(e, values); hint != "" {
		s.Note("%s", hint)
	}
}

// respelled names the values that the table has with other spaces or capitals, and the flags that ignore these. It is
// empty if there are none.
func respelled(e *encode.Encoder, values []string) string {
	cleans := []scale.Clean{{Trim: true}, {FoldCase: true}, {Trim: true, FoldCase: true}}
	known := lists.Map(cleans, func(c scale.Clean) map[string]bool {
		texts := make(map[string]bool)
		for _, label := range e.Labels() {
			text, _ := c.Cleaned(label, false)
			texts[text] = true
		}
		return texts
	})
	var found []string
	var all scale.Clean
	for _, v := range values {
		for n, c := range cleans {
			if text, _ := c.Cleaned(v, false); known[n][text] {
				found = append(found, v)
				all.Trim, all.FoldCase = all.Trim || c.Trim, all.FoldCase || c.FoldCase
				break
			}
		}
	}
	other := "other spaces or capitals: map it with --trim --fold-case"
	switch {
	case len(found) == 0:
		return ""
	case !all.FoldCase:
		other = "other spaces around: map it with --trim"
	case !all.Trim:
		other = "other capitals: map it with --fold-case"
	}
	return "the table has " + wording.SomeLabels(found) + " with " + other
}

// tellOutside reports the number of records whose number is outside the range of the table.
func tellOutside(records int64, scales scale.Scales, s cli.Streams) {
	var ranges []string
	for i := range scales {
		if c := &scales[i]; c.Binned() {
			ranges = append(ranges, fmt.Sprintf("%s, %s", wording.Label(c.Column), c.Range(0, len(c.Low)-1)))
		}
	}
	s.Note("%s with a number outside those of the table (%s) put with the nearest numbers",
		wording.Plural(records, "record"), strings.Join(ranges, "; "))
}

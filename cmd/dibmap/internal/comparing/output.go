package comparing

import (
	"fmt"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/judge"
	"github.com/dibmap/dibmap/plot"
)

// outputs are the files that a comparison goes to; a comparison may have none of them.
type outputs struct {
	csv, figure *cli.Output
	format      string
}

// create opens the files that the flags name. They may not be among the files that are
// read.
func (f *compareFlags) create(s cli.Streams, args []string) (o outputs, err error) {
	read := append([]string{f.external}, args...)
	if f.output != "" {
		if o.format, err = draw.FormatOf(f.output); err != nil {
			return o, fmt.Errorf("-o: %w", err)
		}
		if err := f.figure.Check(o.format); err != nil {
			return o, err
		}
		if o.figure, err = s.Create("-o", f.output, read...); err != nil {
			return o, err
		}
	}
	if f.csv != "" {
		if o.csv, err = s.Create("--csv", f.csv, read...); err != nil {
			o.abort()
		}
	}
	return o, err
}

// abort removes the files, unless they were written.
func (o *outputs) abort() {
	for _, file := range []*cli.Output{o.csv, o.figure} {
		if file != nil {
			file.Abort()
		}
	}
}

// write writes what is asked for. The figure comes last, as there may be no room for what
// is to be drawn.
func (o *outputs) write(r *comparison, s cli.Streams) error {
	if o.csv != nil {
		if err := r.encodeCSV(o.csv); err != nil {
			return err
		}
		if err := o.csv.Commit(); err != nil {
			return err
		}
	}
	switch {
	case r.flags.asJSON:
		if err := r.encode(s.Out); err != nil {
			return err
		}
	case r.flags.csv != "-":
		if err := r.print(s.Out); err != nil {
			return err
		}
	}
	if o.figure == nil {
		return nil
	}
	if err := plot.Compare(o.figure, r.drawing(), o.format, r.flags.figure); err != nil {
		return err
	}
	return o.figure.Commit()
}

// drawing returns the figure.
func (r *comparison) drawing() plot.CompareData {
	c := plot.CompareData{
		Name: r.problem.Source.Name, Truth: spots(r.Truth), Proved: r.complete(),
		Panels: r.flags.panels,
	}
	for k := range r.Scores {
		c.Methods = append(c.Methods, plot.Compared{Name: r.Scores[k].Method, Points: spots(r.Scores[k].Points)})
	}
	return c
}

func spots(points []judge.Point) []plot.ComparedPoint {
	list := make([]plot.ComparedPoint, len(points))
	for k, p := range points {
		list[k] = plot.ComparedPoint{H: p.H, I: p.I, Optimal: p.Optimal}
	}
	return list
}

package comparing

import (
	"fmt"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/internal/atomicfile"
	"github.com/dibmap/dibmap/internal/judge"
	"github.com/dibmap/dibmap/plot"
)

// compareOutput are the files that a comparison goes to, which exist only once they
// are complete.
type compareOutput struct {
	csv, figure *atomicfile.File
	format      plot.Format
}

// create opens the files that the flags name.
func (f *compareFlags) create() (*compareOutput, error) {
	var o compareOutput
	var err error
	if f.output != "" {
		if o.format, err = plot.FormatOf(f.output); err != nil {
			return nil, fmt.Errorf("-o: %w", err)
		}
		if err := f.figure.Check(o.format); err != nil {
			return nil, err
		}
		if o.figure, err = atomicfile.Create(f.output); err != nil {
			return nil, fmt.Errorf("-o: %w", err)
		}
	}
	if f.csv != "" && f.csv != "-" {
		if o.csv, err = atomicfile.Create(f.csv); err != nil {
			o.abort()
			return nil, fmt.Errorf("--csv: %w", err)
		}
	}
	return &o, nil
}

// abort gives the files up, unless they were written.
func (o *compareOutput) abort() {
	for _, file := range []*atomicfile.File{o.csv, o.figure} {
		if file != nil {
			file.Abort()
		}
	}
}

// write writes what is asked for, and prints the table or JSON. The figure comes last, as
// there may be no room for what is to be drawn.
func (o *compareOutput) write(r *rivalry, s cli.Streams) error {
	if o.csv != nil {
		err := r.encodeCSV(o.csv)
		if err == nil {
			err = o.csv.Commit()
		}
		if err != nil {
			return cli.Failed(err)
		}
	}
	write := r.print
	switch {
	case r.flags.asJSON:
		write = r.encode
	case r.flags.csv == "-":
		write = r.encodeCSV
	}
	if err := write(s.Out); err != nil {
		return cli.Failed(err)
	}
	if o.figure == nil {
		return nil
	}
	if err := cli.Writing(plot.Compare(o.figure, r.drawing(), o.format, r.flags.figure)); err != nil {
		return err
	}
	if err := o.figure.Commit(); err != nil {
		return cli.Failed(err)
	}
	return nil
}

// drawing returns the figure.
func (r *rivalry) drawing() plot.Comparison {
	c := plot.Comparison{
		Name: r.problem.Source.Name, Truth: spots(r.Truth), Proved: r.complete(),
		Panels: r.flags.panels || len(r.Scores) > plot.MaxOnePlane,
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

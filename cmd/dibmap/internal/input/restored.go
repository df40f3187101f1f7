package input

import (
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/problem"
)

// Described returns the description of the problem for a frontier file: with its limits, the origin of its
// table and how the table was read.
func (f *ProblemFlags) Described(p *Problem) (frontier.Problem, error) {
	d := p.Problem.Describe()
	limits, err := limiter.New(p.Problem, p.Limits)
	if err != nil {
		return d, err
	}
	limits.Describe(&d)
	f.Complete(&d, p)
	return d, nil
}

// Complete adds the origin of the table, and how it was read, to the description of a problem.
func (f *ProblemFlags) Complete(d *frontier.Problem, p *Problem) {
	digest := d.Source.SHA256
	d.Source = p.Source
	d.Source.SHA256 = digest
	d.MinCount, d.TopX, d.TopY = f.Table.MinCount, f.Table.TopX, f.Table.TopY
	d.XScales, d.YScales = p.XScales, p.YScales
	d.Missing, d.Smooth = p.Missing, p.Smooth
}

// Restored returns the problem that was described by [ProblemFlags.Described], and sets the flags that
// [ProblemFlags.Complete] looks at. The rows and columns of the table are in the order of the description.
func (f *ProblemFlags) Restored(d *frontier.Problem, j, values *joint.Joint, name string) (*Problem, error) {
	f.Kind, f.Estimator = d.Kind, d.Estimator
	f.Table.MinCount, f.Table.TopX, f.Table.TopY = d.MinCount, d.TopX, d.TopY
	p := &Problem{Name: name, Source: d.Source, Joint: j, Values: values, XScales: d.XScales, YScales: d.YScales, Missing: d.Missing, Smooth: d.Smooth, pose: f.ofTwo}
	table, err := j.Smooth(p.Smooth)
	if err == nil {
		p.Problem, err = f.ofTwo(table)
	}
	if err != nil {
		return nil, err
	}
	row := make(map[string]int, j.Rows())
	for x, label := range j.XLabels() {
		row[label] = x
	}
	places := func(pair [2]string) (at [2]int, err error) {
		for k, label := range pair {
			x, known := row[label]
			if !known {
				return at, fmt.Errorf("a limit names the value %q, which the table has not", label)
			}
			at[k] = x
		}
		return at, nil
	}
	c := &d.Constraints
	p.Limits = problem.Limits{MinMass: c.MinMass, MaxClusters: c.MaxClusters}
	for _, pair := range c.CannotLink {
		at, err := places(pair)
		if err != nil {
			return nil, err
		}
		p.Limits.Apart, p.apart = append(p.Limits.Apart, at), append(p.apart, pair)
	}
	var tied [][]int
	for _, pair := range c.MustLink {
		at, err := places(pair)
		if err != nil {
			return nil, err
		}
		tied, p.linked = append(tied, at[:]), append(p.linked, pair[:])
	}
	if len(tied) > 0 {
		p.Problem = p.Problem.(problem.Linker).Link(linked(j.Rows(), tied))
	}
	return p, nil
}

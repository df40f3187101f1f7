package input

import (
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/limiter"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/table"
)

// Described returns the description of the problem for a frontier file: with its limits, the origin of its
// table and how the table was read.
func (f *ProblemFlags) Described(p *Problem) (frontier.Problem, error) {
	d := p.Problem.Describe()
	limits, err := limiter.Ordered(p.Problem, p.Limits)
	if err != nil {
		return d, err
	}
	limits.Describe(&d)
	f.Complete(&d, p)
	return d, nil
}

// Ungrouped returns a frontier with a single clustering of a table, which leaves the values of X apart.
func (f *ProblemFlags) Ungrouped(args []string, t *table.Table, j *joint.Joint) (*frontier.Frontier, error) {
	p := &Problem{Source: f.Table.source(nameOf(args, "@alphabet"), t.Name), Missing: t.MissingRecords()}
	p.XScales, p.YScales = t.Scales()
	d := problem.DIB(j).Describe()
	f.Complete(&d, p)
	all := frontier.Entry{H: d.HX, I: d.IXY, Assignment: partition.Pack(partition.Identity(d.N))}
	return frontier.New(d, frontier.Search{}, []frontier.Entry{all})
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
	p := &Problem{Name: name, Source: d.Source, Joint: j, Means: f.Kind == Mean, Values: values, XScales: d.XScales, YScales: d.YScales, Missing: d.Missing, Smooth: d.Smooth, pose: f.ofTwo}
	table, err := j.Smooth(p.Smooth)
	if err == nil {
		p.Problem, err = f.ofTwo(table)
	}
	if err != nil {
		return nil, err
	}
	row := lists.Index(j.XLabels())
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
	p.Limits = problem.Limits{MinMass: c.MinMass, MaxClusters: c.MaxClusters, Monotone: c.Monotone}
	for _, pair := range c.CannotLink {
		at, err := places(pair)
		if err != nil {
			return nil, err
		}
		p.Limits.CannotLink, p.apart = append(p.Limits.CannotLink, at), append(p.apart, pair)
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
		p.Problem = p.Problem.Traits().Link(linked(j.Rows(), tied))
	}
	return p, nil
}

package input

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
)

// The values of --smooth that are words.
const (
	SmoothAuto = "auto"
	smoothNone = "none"
)

// mostSmooth is the largest likely strength, in records of an average value, with which values in order are smoothed.
// Beyond it the values differ by little more than chance, and after smoothing by so little that the dynamic program could
// drop no grouping.
const mostSmooth = 10

// byChance is how far values that differ by chance alone raise the logarithm of the likelihood in 5 of 100 tables: half
// the quantile at 90 % of chi-squared with one degree of freedom, as the parameter is at its bound (Self and Liang 1987,
// doi:10.1080/01621459.1987.10478472). It is for values without an order: a search among all their groups finds some
// that chance made.
const byChance = 1.353

// SmoothUsage explains the flag --smooth.
const SmoothUsage = "shrink p(y|x) of each value towards p(y) as if `A` more records had it: auto, none or a number"

// SmoothHelp explains smoothing.
const SmoothHelp = `--smooth A shrinks the distribution of Y in each value of X towards that of all records before
values are grouped, as if A more records with the distribution of all had this value: p(y|x) =
(n_xy + A p(y)) / (n_x + A). So a few records do not place a rare value alone. --smooth auto
takes the A under which the counts are most likely (empirical Bayes), or a very large one
where values differ by no more than chance (a test at 5 %), and smooths nothing where values
in order differ by little more than chance. H(Z) stays the same;
I(X;Y), I(Z;Y), the share that is kept and p(y|group) are those of the smoothed table. The
test of dependence and the scores of held-out records are about the counts.`

// AddSmooth adds the flag --smooth.
func (f *ProblemFlags) AddSmooth(flags *pflag.FlagSet) {
	flags.StringVar(&f.Smooth, "smooth", "", SmoothUsage+" (default none)")
}

func (f *ProblemFlags) checkSmooth() error {
	if err := CheckSmooth(f.Smooth); err != nil {
		return fmt.Errorf("--smooth %s: %w", f.Smooth, err)
	}
	switch {
	case f.Smooth == "" || f.Smooth == smoothNone:
		return nil
	case f.Kind != "dib" && f.Kind != "dmc":
		return fmt.Errorf("--smooth is for tables of X and Y, and this is --problem %s: leave it out", f.Kind)
	case f.Estimates():
		return fmt.Errorf("--smooth and --estimator %s both correct for few records: leave one of them out", f.Estimator)
	}
	return nil
}

// CheckSmooth returns an error if a value of --smooth is wrong.
func CheckSmooth(value string) error {
	if value == "" || value == smoothNone || value == SmoothAuto {
		return nil
	}
	if a, err := strconv.ParseFloat(value, 64); err != nil || !(a >= 0) || math.IsInf(a, 1) {
		return errors.New("want a number of records, such as 10, or auto or none")
	}
	return nil
}

// SmoothOf returns the value of --smooth that smooths a table as a frontier's was.
func SmoothOf(f *frontier.Frontier) string {
	if f.Problem.Smooth == 0 {
		return ""
	}
	return strconv.FormatFloat(f.Problem.Smooth, 'g', -1, 64)
}

// Smoothed smooths the rows of the table that is clustered, by a value of --smooth. [Problem.Joint] stays the table of
// counts, and [Problem.On] smooths other tables with the same strength.
func (p *Problem) Smoothed(value string) (err error) {
	switch value {
	case "", smoothNone:
		return nil
	case SmoothAuto:
		ordered, least := p.XScales.Order() != "", byChance
		if ordered {
			least = 0
		}
		p.Smooth, err = p.Joint.SmoothingStrength(least)
		if ordered && p.Smooth > mostSmooth*p.Joint.Total()/float64(p.Joint.Rows()) {
			p.Smooth = 0
			return err
		}
	default:
		p.Smooth, err = strconv.ParseFloat(value, 64)
	}
	if err != nil {
		return fmt.Errorf("--smooth: %w", err)
	}
	table, err := p.Joint.Smooth(p.Smooth)
	if err != nil {
		return fmt.Errorf("--smooth: %w", err)
	}
	p.Problem, err = p.pose(table)
	return err
}

// Clustered returns the table of two variables that is clustered, whose rows may be smoothed; nil for other problems.
func (p *Problem) Clustered() *joint.Joint {
	if p.Smooth == 0 {
		return p.Joint
	}
	return p.Problem.Traits().Joint
}

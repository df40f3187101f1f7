package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/frontier"
)

// words say in the terms of a problem what its numbers are: one for every column of
// a table of points, and for the lines around it.
type words struct {
	h, i string // what heads the columns
	// kept heads the column of shares: of I(X;Y), or of the variance. It is empty if
	// there are none.
	kept string
	// mark heads the column of the best points of their numbers of clusters.
	mark string
	// lead introduces a list of these.
	lead string
	// mse is the mean squared error of one cluster, if that is what i is a share of.
	mse float64
	// bits tells that i is in bits, and hBits that h is.
	bits, hBits bool
	// spread tells that points have an uncertainty.
	spread bool
}

func wordsOf(f *frontier.Frontier) words {
	w := problemWords(&f.Problem)
	w.spread = f.Uncertainty != nil
	return w
}

func problemWords(p *frontier.Problem) words {
	h, i := p.Axes()
	w := words{
		h: h.ASCII().Name, i: i.ASCII().Name, kept: "kept", mark: "DMC", bits: i.Unit == "bits", hBits: h.Unit == "bits",
		lead: "The most informative point of each number of clusters, and how much of I(X;Y) it keeps:",
	}
	switch {
	case i.Share && p.Variance == 0: // of a file that does not tell it
		w.i, w.kept, w.mark = "explained", "", "best"
		w.lead = "The point of least error for each number of clusters:"
	case i.Share:
		w.i, w.kept, w.mark, w.mse = "MSE", "explained", "best", p.Variance
		w.lead = "The point of least error for each number of clusters, and how much of the variance it explains:"
	case p.Kind == "symmetric":
		w.lead = "The most informative point of each number of clusters, and how much of I(X1,X2;Y) it keeps:"
	case i.Unit == "":
		w.kept, w.mark = "", "best"
		w.lead = "The best point of each number of clusters:"
	}
	return w
}

// level writes the value of i, or the mean squared error that it stands for.
func (w words) level(i float64) string {
	if w.mse > 0 {
		return strconv.FormatFloat(math.Abs(w.mse*(1-i)), 'g', 4, 64)
	}
	return bits(i)
}

// head returns the line above a table of points.
func (w words) head() string {
	return w.row("k", [2]string{w.h, "±"}, [2]string{w.i, "±"}, w.kept, "hull", w.mark, "robust") + "clusters\n"
}

// row returns a line of the table up to where the clusters begin. h and i are values
// with their standard deviations, which show where there are any.
func (w words) row(k string, h, i [2]string, kept, hull, best, robust string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%4s ", k)
	for _, column := range []struct {
		head  string
		value [2]string
	}{{w.h, h}, {w.i, i}} {
		fmt.Fprintf(&b, "%*s ", max(8, len(column.head)), column.value[0])
		if w.spread {
			fmt.Fprintf(&b, "%6s ", column.value[1])
		}
	}
	if w.kept != "" {
		fmt.Fprintf(&b, "%*s ", max(8, len(w.kept)), kept)
	}
	fmt.Fprintf(&b, "%5s %4s  ", hull, best)
	if w.spread {
		fmt.Fprintf(&b, "%6s  ", robust)
	}
	return b.String()
}

// line returns the line of a point, up to where the clusters begin.
func (w words) line(f *frontier.Frontier, p frontier.Point) string {
	mark := func(on bool) string {
		if on {
			return "*"
		}
		return ""
	}
	return w.row(strconv.Itoa(p.K), [2]string{bits(p.H), bits(p.DH)}, [2]string{w.level(p.I), bits(p.DI)},
		share(p.I, f.Problem.IXY), mark(p.Hull), mark(p.DMC), mark(p.Robust))
}

// point says where a point lies.
func (w words) point(p frontier.Point, whole float64) string {
	unit := func(inBits bool) string {
		if inBits {
			return " bits"
		}
		return ""
	}
	sd := func(v float64) string {
		if !w.spread {
			return ""
		}
		return " ± " + bits(v)
	}
	text := fmt.Sprintf("%s, %s = %s%s%s, ", plural(p.K, "cluster"), w.h, bits(p.H), sd(p.DH), unit(w.hBits))
	switch {
	case w.mse > 0:
		text += fmt.Sprintf("mean squared error %s, %s of the variance explained", w.level(p.I), share(p.I, 1))
	case w.kept == "" || whole <= 0:
		text += fmt.Sprintf("%s = %s%s%s", w.i, bits(p.I), sd(p.DI), unit(w.bits))
	default:
		text += fmt.Sprintf("%s = %s%s%s, %s of %s", w.i, bits(p.I), sd(p.DI), unit(w.bits), share(p.I, whole), strings.ReplaceAll(w.i, "Z", "X"))
	}
	if p.Robust {
		text += ", robust"
	}
	return text
}

// describeTable says in a line what was clustered.
func describeTable(p frontier.Problem) string {
	var b strings.Builder
	h, i := p.Axes()
	samples := ""
	if p.Samples != nil {
		samples = ", N = " + number(*p.Samples)
	}
	switch {
	case i.Share:
		fmt.Fprintf(&b, "%s: %s points in %s%s; H(X) = %s bits",
			p.Source.Name, number(p.N), plural(p.M, "dimension"), samples, bits(p.HX))
		if p.Variance > 0 {
			fmt.Fprintf(&b, ", variance %.4g", p.Variance)
		}
	case p.Kind == "symmetric":
		fmt.Fprintf(&b, "%s: %s x %s x %s%s; H(X1,X2)/2 = %s, H(Y) = %s, I(X1,X2;Y) = %s bits",
			p.Source.Name, number(p.N), number(p.N), number(p.M), samples, bits(p.HX), bits(p.HY), bits(p.IXY))
	case h.Unit == "":
		fmt.Fprintf(&b, "%s: %s, %s rows", p.Source.Name, p.Kind, number(p.N))
	default:
		fmt.Fprintf(&b, "%s: %s x %s%s; H(X) = %s, H(Y) = %s, I(X;Y) = %s bits",
			p.Source.Name, number(p.N), number(p.M), samples, bits(p.HX), bits(p.HY), bits(p.IXY))
	}
	if p.Estimator != "" {
		b.WriteString(" by " + p.Estimator)
	}
	return b.String()
}

// describeConstraints says in a line to which groupings a search was restricted. It
// is empty if it was not.
func describeConstraints(c frontier.Constraints) string {
	var parts []string
	if c.MinMass > 0 {
		parts = append(parts, fmt.Sprintf("groups of at least %s", share(c.MinMass, 1)))
	}
	if c.MaxClusters > 0 {
		parts = append(parts, fmt.Sprintf("at most %s", plural(c.MaxClusters, "group")))
	}
	if n := len(c.MustLink); n > 0 {
		parts = append(parts, plural(n, "must-link"))
	}
	if n := len(c.CannotLink); n > 0 {
		parts = append(parts, plural(n, "cannot-link"))
	}
	if len(parts) == 0 {
		return ""
	}
	return "constraints: " + strings.Join(parts, ", ")
}

// Package listing writes a frontier for people: the lines that introduce it, and its
// points, one a line, in the terms of its problem.
package listing

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
)

// Terms say in the terms of a problem what its numbers are: one for every column of
// a table of points, and for the lines around it.
type Terms struct {
	H, I string // what heads the columns
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

func TermsOf(f *frontier.Frontier) Terms {
	w := problemWords(&f.Problem)
	w.spread = f.Uncertainty != nil
	return w
}

func problemWords(p *frontier.Problem) Terms {
	h, i := p.Axes()
	w := Terms{
		H: h.ASCII().Name, I: i.ASCII().Name, kept: "kept", mark: "DMC", bits: i.Unit == "bits", hBits: h.Unit == "bits",
		lead: "The most informative point of each number of clusters, and how much of I(X;Y) it keeps:",
	}
	switch {
	case i.Share && p.Variance == 0: // of a file that does not tell it
		w.I, w.kept, w.mark = "explained", "", "best"
		w.lead = "The point of least error for each number of clusters:"
	case i.Share:
		w.I, w.kept, w.mark, w.mse = "MSE", "explained", "best", p.Variance
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
func (w Terms) level(i float64) string {
	if w.mse > 0 {
		return strconv.FormatFloat(math.Abs(w.mse*(1-i)), 'g', 4, 64)
	}
	return wording.Bits(i)
}

// Head returns the line above a table of points.
func (w Terms) Head() string {
	return w.row("k", [2]string{w.H, "±"}, [2]string{w.I, "±"}, w.kept, "hull", w.mark, "robust") + "clusters\n"
}

// row returns a line of the table up to where the clusters begin. h and i are values
// with their standard deviations, which show where there are any.
func (w Terms) row(k string, h, i [2]string, kept, hull, best, robust string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%4s ", k)
	for _, column := range []struct {
		head  string
		value [2]string
	}{{w.H, h}, {w.I, i}} {
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

// Line returns the line of a point, up to where the clusters begin.
func (w Terms) Line(f *frontier.Frontier, p frontier.Point) string {
	mark := func(on bool) string {
		if on {
			return "*"
		}
		return ""
	}
	return w.row(strconv.Itoa(p.K), [2]string{wording.Bits(p.H), wording.Bits(p.DH)}, [2]string{w.level(p.I), wording.Bits(p.DI)},
		wording.Share(p.I, f.Problem.IXY), mark(p.Hull), mark(p.DMC), mark(p.Robust))
}

// Point says where a point lies.
func (w Terms) Point(p frontier.Point, whole float64) string {
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
		return " ± " + wording.Bits(v)
	}
	text := fmt.Sprintf("%s, %s = %s%s%s, ", wording.Plural(p.K, "cluster"), w.H, wording.Bits(p.H), sd(p.DH), unit(w.hBits))
	switch {
	case w.mse > 0:
		text += fmt.Sprintf("mean squared error %s, %s of the variance explained", w.level(p.I), wording.Share(p.I, 1))
	case w.kept == "" || whole <= 0:
		text += fmt.Sprintf("%s = %s%s%s", w.I, wording.Bits(p.I), sd(p.DI), unit(w.bits))
	default:
		text += fmt.Sprintf("%s = %s%s%s, %s of %s", w.I, wording.Bits(p.I), sd(p.DI), unit(w.bits), wording.Share(p.I, whole), strings.ReplaceAll(w.I, "Z", "X"))
	}
	if p.Robust {
		text += ", robust"
	}
	return text
}

package choosing

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/secondary"
	"github.com/dibmap/dibmap/internal/target"
)

// traded is an alternative to a grouping.
type traded struct {
	*frontier.SecondEntry
	knee bool
}

// parts are the parts of the way from a chosen grouping to the best one for the second variable at which alternatives
// are listed.
var parts = []float64{1. / 2, 3. / 4, 19. / 20}

// trade returns alternatives to a grouping with the same number of clusters that are better for the second variable: at
// some parts of the way to the best, and the knee of the trade. The list is empty if the call limits the variable
// already, or if no leak is shown.
func (c *Flags) trade(fr *frontier.Frontier, p frontier.Point, t *secondary.Told) (list []traded) {
	s := fr.Second
	if c.told.flag != "" || c.rule == byProminence || p.K < 2 {
		return nil
	}
	if s.Aim == frontier.AimLeak && t.Evidence != nil && !t.Evidence.Shown() {
		return nil
	}
	own := target.Cost(s.Aim, t.S)
	better, knee := secondary.Trade(s, func(e *frontier.SecondEntry) bool {
		return e.K == p.K && c.permits(fr, e) && target.Cost(s.Aim, e.S) <= own+pareto.Tolerance
	})
	if len(better) == 0 {
		return nil
	}
	best := target.Cost(s.Aim, better[0].S)
	var at []int
	if knee >= 0 {
		at = append(at, knee)
	}
	for _, part := range parts {
		limit := own - float64(part*(own-best))
		n := len(better) - 1
		for n >= 0 && target.Cost(s.Aim, better[n].S) > limit+pareto.Tolerance {
			n--
		}
		if n >= 0 {
			at = append(at, n)
		}
	}
	slices.Sort(at)
	last := limitFor(s, t.S)
	for _, n := range slices.Backward(slices.Compact(at)) {
		e := traded{better[n], n == knee}
		if limitFor(s, e.S) == last {
			continue
		}
		last = limitFor(s, e.S)
		before := len(list) - 1
		switch {
		case before < 0 || shareOf(fr, e) != shareOf(fr, list[before]):
			list = append(list, e)
		case !list[before].knee: // what is kept looks the same, and this one is better
			list[before] = e
		}
	}
	return list
}

// shareOf writes the share of I(X;Y) that an alternative keeps.
func shareOf(fr *frontier.Frontier, e traded) string {
	v, ok := fr.Problem.Share(e.I)
	if !ok {
		return "-"
	}
	return wording.Share(v, 1)
}

// printTrade prints the alternatives that are better for the second variable.
func (c *Flags) printTrade(w io.Writer, path string, fr *frontier.Frontier, p frontier.Point, t *secondary.Told) {
	if t == nil {
		return
	}
	s, list := fr.Second, c.trade(fr, p, t)
	if len(list) == 0 {
		return
	}
	how := "less"
	if s.Aim == frontier.AimAlso {
		how = "more"
	}
	fmt.Fprintf(w, "\nSome groupings into %d that tell %s about %s (--%s takes any limit):\n\n", p.K, how, wording.Label(s.Name), limitOf(s))
	fmt.Fprintf(w, "%8s  %8s\n", "kept", string(s.Aim))
	marked := false
	for _, e := range list {
		knee := ""
		if e.knee {
			knee, marked = "   (knee)", true
		}
		fmt.Fprintf(w, "%8s  %8s   dibmap select %s --clusters %d --%s %s%s\n", shareOf(fr, e), strconv.FormatFloat(e.S, 'f', decimals(e.S), 64), wording.ShellWord(path), p.K, limitOf(s), limitFor(s, e.S), knee)
	}
	if marked {
		fmt.Fprintf(w, "\nknee: beyond it, each bit %s about %s costs more of what is kept\n", how, wording.Label(s.Name))
	}
}

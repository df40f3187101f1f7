package choosing

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/secondary"
	"github.com/dibmap/dibmap/second"
)

// told is the limit on what a grouping tells about a second variable.
type told struct {
	maxLeak, minAlso float64
	flag             string // that is given, or empty
}

func (t *told) add(flags *pflag.FlagSet, does string) {
	flags.Float64Var(&t.maxLeak, "max-leak", 0, does+" groupings that tell at most `BITS` about the variable of map --leak")
	flags.Float64Var(&t.minAlso, "min-also", 0, does+" groupings that tell at least `BITS` about the variable of map --also")
}

// check returns an error if a limit makes no sense.
func (t *told) check(given func(flag string) bool) error {
	switch {
	case given("max-leak") && given("min-also"):
		return errors.New("--max-leak and --min-also are for two kinds of second variables, and a file has one: give one of them")
	case given("max-leak") && !(t.maxLeak >= 0 && !math.IsInf(t.maxLeak, 1)):
		return fmt.Errorf("--max-leak is %g: want a number of bits, 0 or more, such as 0.05", t.maxLeak)
	case given("min-also") && !(t.minAlso >= 0 && !math.IsInf(t.minAlso, 1)):
		return fmt.Errorf("--min-also is %g: want a number of bits, 0 or more, such as 0.5", t.minAlso)
	case given("max-leak"):
		t.flag = "max-leak"
	case given("min-also"):
		t.flag = "min-also"
	}
	return nil
}

func (t *told) limit() float64 {
	if t.flag == "min-also" {
		return t.minAlso
	}
	return t.maxLeak
}

// limitOf is the flag that limits what groupings tell about a variable.
func limitOf(s *frontier.Second) string {
	if s.Aim == frontier.AimAlso {
		return "min-also"
	}
	return "max-leak"
}

// Limited returns the frontier of the groupings within the limit on what they tell about a second variable, or the
// frontier itself if the call gives no limit.
func (c *Flags) Limited(path string, fr *frontier.Frontier) (*frontier.Frontier, error) {
	s := fr.Second
	switch {
	case c.told.flag == "" || s != nil && s.Limit != nil && *s.Limit == c.told.limit():
		return fr, nil
	case s == nil:
		return nil, fmt.Errorf("--%s: %s does not have what groupings tell about a second variable: map the table with --leak or --also", c.told.flag, path)
	case c.told.flag != limitOf(s):
		return nil, fmt.Errorf("--%s: %s was mapped with --%s %s: choose by --%s", c.told.flag, path, s.Aim, wording.Label(s.Name), limitOf(s))
	}
	if limit := c.told.limit(); s.Limit != nil && len(s.Entries) == 0 && secondary.Cost(s, limit) > secondary.Cost(s, *s.Limit) {
		return nil, fmt.Errorf("--%s: %s is of a search with --%[1]s %[3]g: map the table with --%[1]s %[4]g", c.told.flag, path, *s.Limit, limit)
	}
	g, err := second.Within(fr, c.told.limit())
	if err != nil {
		return nil, c.beyond(path, fr)
	}
	return g, nil
}

// limited returns the flag that chose a frontier within a limit, as a part of a call; it is empty without a limit.
func limited(fr *frontier.Frontier) string {
	if s := fr.Second; s != nil && s.Limit != nil {
		return fmt.Sprintf(" --%s %g", limitOf(s), *s.Limit)
	}
	return ""
}

// beyond returns the error of a limit that no grouping keeps, with the limit that the nearest grouping keeps.
func (c *Flags) beyond(path string, fr *frontier.Frontier) error {
	nearest := math.Inf(1)
	for n := range fr.Second.Entries {
		e := &fr.Second.Entries[n]
		if c.permits(fr, e) {
			nearest = min(nearest, secondary.Cost(fr.Second, e.S))
		}
	}
	limit := fmt.Sprintf("at most %g bits", c.told.limit())
	end := "least"
	if c.told.flag == "min-also" {
		limit, end = fmt.Sprintf("at least %g bits", c.told.limit()), "most"
	}
	what := "no grouping in the file"
	if c.clusters > 0 {
		what += " into " + wording.Plural(c.clusters, "group")
	}
	if c.rule == byBudget || c.rule == byBoth {
		what += fmt.Sprintf(" within %g bits", c.budget)
	}
	if c.rule == byShare || c.rule == byBothShare {
		what += fmt.Sprintf(" that keeps %g %%", 100*c.keep)
	}
	switch {
	case len(fr.Second.Entries) == 0: // of a search under a limit
		return fmt.Errorf("%s: %s is known to tell %s about %s, and the file is of a search under one limit: map the table with --%s %g", path, what, limit, wording.Label(fr.Second.Name), c.told.flag, c.told.limit())
	case math.IsInf(nearest, 1):
		return fmt.Errorf("%s: there is %s, whatever it tells about %s", path, what, wording.Label(fr.Second.Name))
	}
	return fmt.Errorf("%s: %s tells %s about %s: the %s is %s", path, what, limit, wording.Label(fr.Second.Name), end, limitFor(fr.Second, secondary.Cost(fr.Second, nearest)))
}

// permits reports whether the flags other than the limit allow a grouping.
func (c *Flags) permits(fr *frontier.Frontier, e *frontier.SecondEntry) bool {
	switch {
	case c.clusters > 0 && e.K != c.clusters:
		return false
	case (c.rule == byBudget || c.rule == byBoth) && e.H > c.budget+pareto.Tolerance:
		return false
	case (c.rule == byShare || c.rule == byBothShare) && e.I < float64(c.keep*fr.Problem.IXY)-pareto.Tolerance:
		return false
	}
	return true
}

// limitFor writes a number of bits that is a limit which a grouping keeps, with four decimals or two digits.
func limitFor(s *frontier.Second, bits float64) string {
	digits := decimals(bits)
	unit := math.Pow10(digits)
	if s.Aim == frontier.AimAlso {
		return strconv.FormatFloat(math.Floor((bits+pareto.Tolerance)*unit)/unit, 'f', digits, 64)
	}
	return strconv.FormatFloat(max(math.Ceil((bits-pareto.Tolerance)*unit)/unit, 0), 'f', digits, 64)
}

// decimals returns the number of decimals, from 4 to 9, that shows two digits of a number of bits.
func decimals(bits float64) int {
	const least, most = 4, 9
	if bits <= pareto.Tolerance {
		return least
	}
	return min(max(least, 1-int(math.Floor(math.Log10(bits)))), most)
}

// secondSaid says in sentences how far what a grouping tells about the second variable may be chance: corrected for the
// number of records, by a test, and on records that were held out. It is empty if that is not known.
func secondSaid(fr *frontier.Frontier, t *secondary.Told) string {
	if t == nil || t.Evidence == nil {
		return ""
	}
	_, y := groupview.Columns(&fr.Problem)
	name, e, many := wording.Label(fr.Second.Name), t.Evidence, "none"
	if e.AtLeast > 0 {
		many = wording.Number(e.AtLeast)
	}
	text := fmt.Sprintf("Corrected for the number of records, that is %s bits about %s; %s of %s permutations tell as much (p = %.2g)", wording.Bits(max(e.Corrected, 0)), name, many, wording.Number(e.Permutations), e.P())
	if !e.Shown() {
		text += fmt.Sprintf(": no more than chance does. Other records may tell more about %s, as it is one of many groupings", name)
	}
	text += "."
	if h := t.HeldOut; h != nil {
		text += fmt.Sprintf(" On records held out, groupings that were found in its place tell %s bits about %s (standard error %s) and %s about %s.",
			wording.Bits(max(h[1].I, 0)), name, wording.Bits(h[1].SE), wording.Bits(max(h[0].I, 0)), y)
	}
	return text
}

// jsonSecond is what a grouping tells about a second variable.
type jsonSecond struct {
	Name      string       `json:"name"`
	Aim       frontier.Aim `json:"aim"`
	Bits      float64      `json:"bits"`
	Of        float64      `json:"of"` // I(X;S)
	Corrected *float64     `json:"corrected,omitempty"`
	P         *float64     `json:"p,omitempty"`
	HeldOut   *float64     `json:"held_out,omitempty"`
	HeldOutSE *float64     `json:"held_out_se,omitempty"`
	// HeldOutY is what such groupings tell about Y on the same records.
	HeldOutY     *float64    `json:"held_out_y,omitempty"`
	HeldOutYSE   *float64    `json:"held_out_y_se,omitempty"`
	Alternatives []jsonTrade `json:"alternatives,omitempty"`
}

// jsonTrade is a grouping that is better for the second variable.
type jsonTrade struct {
	K    int     `json:"k"`
	H    float64 `json:"h"`
	I    float64 `json:"i"`
	Bits float64 `json:"bits"`
	Knee bool    `json:"knee,omitempty"`
}

// secondOf returns the JSON of what a grouping tells about the second variable, or nil.
func (c *Flags) secondOf(fr *frontier.Frontier, p frontier.Point, t *secondary.Told) *jsonSecond {
	if t == nil {
		return nil
	}
	out := &jsonSecond{Name: fr.Second.Name, Aim: fr.Second.Aim, Bits: t.S, Of: fr.Second.I}
	if e := t.Evidence; e != nil {
		value := e.P()
		out.Corrected, out.P = &e.Corrected, &value
	}
	if h := t.HeldOut; h != nil {
		out.HeldOut, out.HeldOutSE, out.HeldOutY, out.HeldOutYSE = &h[1].I, &h[1].SE, &h[0].I, &h[0].SE
	}
	for _, e := range c.trade(fr, p, t) {
		out.Alternatives = append(out.Alternatives, jsonTrade{e.K, e.H, e.I, e.S, e.knee})
	}
	return out
}

// traded is an alternative to a grouping.
type traded struct {
	*frontier.SecondEntry
	knee bool
}

// parts are the parts of the way from a chosen grouping to the best one for the second variable at which alternatives
// are listed.
var parts = []float64{1. / 2, 3. / 4, 19. / 20}

// trade returns alternatives to a grouping with the same number of clusters that are better for the second variable: at
// some parts of the way to the best, and the knee of the trade. There are none if the call limits the variable already, or
// if no leak is shown.
func (c *Flags) trade(fr *frontier.Frontier, p frontier.Point, t *secondary.Told) (list []traded) {
	s := fr.Second
	if c.told.flag != "" || c.rule == byProminence || p.K < 2 {
		return nil
	}
	if s.Aim == frontier.AimLeak && t.Evidence != nil && !t.Evidence.Shown() {
		return nil
	}
	own := secondary.Cost(s, t.S)
	better, knee := secondary.Trade(s, func(e *frontier.SecondEntry) bool {
		return e.K == p.K && c.permits(fr, e) && secondary.Cost(s, e.S) <= own+pareto.Tolerance
	})
	if len(better) == 0 {
		return nil
	}
	best := secondary.Cost(s, better[0].S)
	var at []int
	if knee >= 0 {
		at = append(at, knee)
	}
	for _, part := range parts {
		limit := own - float64(part*(own-best))
		n := len(better) - 1
		for n >= 0 && secondary.Cost(s, better[n].S) > limit+pareto.Tolerance {
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

package choosing

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/listing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/internal/pareto"
	"github.com/dibmap/dibmap/internal/secondary"
	"github.com/dibmap/dibmap/internal/target"
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
	if limit := c.told.limit(); s.Limit != nil && len(s.Entries) == 0 && target.Cost(s.Aim, limit) > target.Cost(s.Aim, *s.Limit) {
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

// within says in words which limit the groupings of a frontier keep; it is empty without a limit.
func within(fr *frontier.Frontier) string {
	if limit := limited(fr); limit != "" {
		return " within" + limit
	}
	return ""
}

// beyond returns the error of a limit that no grouping keeps, with the limit that the nearest grouping keeps.
func (c *Flags) beyond(path string, fr *frontier.Frontier) error {
	nearest := math.Inf(1)
	for n := range fr.Second.Entries {
		e := &fr.Second.Entries[n]
		if c.permits(fr, e) {
			nearest = min(nearest, target.Cost(fr.Second.Aim, e.S))
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
	return fmt.Errorf("%s: %s tells %s about %s: the %s is %s", path, what, limit, wording.Label(fr.Second.Name), end, limitFor(fr.Second, target.Cost(fr.Second.Aim, nearest)))
}

// leastLimit says in a sentence which limit two groups or more keep, if only a single group keeps the limit of a frontier. It is
// empty otherwise.
func leastLimit(fr *frontier.Frontier) string {
	s, nearest := fr.Second, math.Inf(1)
	if s == nil || s.Limit == nil || s.Aim != frontier.AimLeak || fr.Len() > 1 || fr.Evidence != nil && !fr.Evidence.Shown() {
		return ""
	}
	for n := range s.Entries {
		if e := &s.Entries[n]; e.K > 1 && e.I > pareto.Tolerance {
			nearest = min(nearest, e.S)
		}
	}
	if math.IsInf(nearest, 1) {
		return ""
	}
	return fmt.Sprintf("The least that others tell about %s is %s bits.", wording.Label(s.Name), limitFor(s, nearest))
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
	name, e := wording.Label(fr.Second.Name), t.Evidence
	text := fmt.Sprintf("Corrected for the number of records, that is %s bits about %s; %s tell as much (p = %.2g)", wording.Bits(max(e.Corrected, 0)), name, listing.Permutations(e), e.P())
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

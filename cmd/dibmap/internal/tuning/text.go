package tuning

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/robust"
)

// tuned is the output of tune-epsilon. Programs rely on its JSON form.
type tuned struct {
	Name        string         `json:"name"`
	SHA256      string         `json:"sha256"`
	Samples     int64          `json:"samples"`
	Rows        int            `json:"n"`
	Splits      int            `json:"splits"`
	Seed        uint64         `json:"seed"`
	Budget      int64          `json:"budget"`
	Levels      []robust.Level `json:"levels"`
	Deeper      []float64      `json:"deeper"`
	Status      string         `json:"status"`
	Best        float64        `json:"best"`
	Recommended float64        `json:"recommended"`
	Scale       float64        `json:"scale"`

	columns int
	// tuning is the result, and next the command to run with it.
	tuning *robust.Tuning
	next   string
}

func describeTuning(r *robust.Tuning) *tuned {
	return &tuned{
		Splits: r.Splits, Seed: r.Seed, Budget: r.Budget, Levels: r.Levels,
		Deeper: append([]float64{}, r.Deeper...), // never null in JSON
		Status: string(r.Status), Scale: r.Scale, tuning: r,
		Best: r.Levels[r.Best].Epsilon, Recommended: r.Levels[r.Recommended].Epsilon,
	}
}

// print writes the result as text.
func (t *tuned) print(w io.Writer) error {
	fmt.Fprintf(w, "%s: %s x %s, N = %s; %s into halves of %s\n\n",
		t.Name, wording.Number(t.Rows), wording.Number(t.columns), wording.Number(t.Samples), wording.Plural(t.Splits, "split"), wording.Number(t.Samples/2))
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "epsilon\tpoints\ttransfer\toverlap\tgap\tevaluated")
	for _, l := range t.Levels {
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t%s\n", depth(l.Epsilon), wording.Number(int64(l.Points+0.5)),
			percent(l.Transfer)+" ± "+percent(l.TransferError), percent(l.Overlap), percent(l.Gap), wording.Number(int64(l.Evaluated+0.5)))
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	if len(t.Deeper) > 0 {
		fmt.Fprintf(w, "%s  %s\n", depths(t.Deeper), t.without())
	}
	_, err := fmt.Fprintf(w, "\nrecommended: --epsilon %s\n%s\n\n%s\n\nnext: %s\n",
		depth(t.Recommended), strings.Join(t.reasons(), "\n"), t.scale(), t.next)
	return err
}

// without explains why the deeper epsilons have no result.
func (t *tuned) without() string {
	switch {
	case t.tuning.Status != frontier.StatusEffort:
		return "not tried: " + t.Status
	case len(t.Deeper) == 1:
		return "too deep: a search takes more than " + t.allowed()
	default:
		return fmt.Sprintf("too deep: at %s a search takes more than %s", depth(t.Deeper[0]), t.allowed())
	}
}

// allowed describes the limits of a search.
func (t *tuned) allowed() string {
	return fmt.Sprintf("%s evaluations, or %s MiB", wording.Number(t.Budget), wording.Number(t.tuning.Memory>>20))
}

// fewShared is the share of common groupings of two halves below which a sample is called
// small.
const fewShared = 0.1

// reasons explains in sentences why an epsilon is recommended.
func (t *tuned) reasons() []string {
	best, chosen := t.tuning.Levels[t.tuning.Best], t.tuning.Levels[t.tuning.Recommended]
	var list []string
	least := fmt.Sprintf("least transfer, %s ± %s", percent(best.Transfer), percent(best.TransferError))
	switch {
	case chosen.Epsilon != best.Epsilon:
		list = append(list, fmt.Sprintf("It is the smallest within one standard error of the %s at epsilon %s.", least, depth(best.Epsilon)))
	case t.tuning.Best == 0:
		list = append(list, fmt.Sprintf("It has the %s: no deeper search found groupings that hold better in the other half.", least))
	default:
		list = append(list, fmt.Sprintf("It has the %s, and no smaller one is within one standard error of it.", least))
	}
	if chosen.Gap < chosen.Transfer/4 {
		list = append(list, fmt.Sprintf("Of what can be found in a half it misses %s, while %s does not hold in the other half anyway.",
			percent(chosen.Gap), percent(chosen.Transfer)))
	}
	most := 0.0
	for _, l := range t.tuning.Levels {
		most = max(most, l.Overlap)
	}
	if most < fewShared {
		list = append(list, fmt.Sprintf("The halves share at most %s of their groupings, at any depth: the sample is small for this\nnumber of points, which no search can change.", percent(most)))
	}
	if last := len(t.Levels) - 1; t.tuning.Best == last && t.tuning.Recommended == last && t.tuning.Status == frontier.StatusEffort {
		list = append(list, fmt.Sprintf("A deeper search may do better still: --effort 10 may reach %s.", depth(t.Deeper[0])))
	}
	return list
}

// scale describes how well the sample determines the points of groupings.
func (t *tuned) scale() string {
	return fmt.Sprintf("Natural scale: H(Z) and I(Z;Y) of optimal groupings are known to about %s bits, and\n"+
		"groupings at most as far below the frontier may be optimal in truth. A grouping found in one\n"+
		"half is %s bits below the frontier of the other on average.", digits(t.Scale, 2), digits(t.tuning.Levels[t.tuning.Recommended].Distance, 2))
}

// depth writes an epsilon in the form that --epsilon takes.
func depth(epsilon float64) string { return strconv.FormatFloat(epsilon, 'g', -1, 64) }

// depths writes several epsilons.
func depths(list []float64) string {
	parts := lists.Map(list, depth)
	return strings.Join(parts, ", ")
}

// percent writes a share to three digits.
func percent(v float64) string { return digits(100*v, 3) + " %" }

// digits writes a non-negative number with at least the given number of significant digits, and
// rounding errors as 0.
func digits(v float64, many int) string {
	if v < 1e-9 {
		return "0"
	}
	behind := max(0, many-1-int(math.Floor(math.Log10(v))))
	return strconv.FormatFloat(v, 'f', behind, 64)
}

package encode

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/dibmap/dibmap/scale"
)

// DefaultUnknownLabel is the label of unknown values unless a [Style] has another.
const DefaultUnknownLabel = "(unknown)"

// Style says what is written for a value. The zero value writes the name of the value's cluster.
type Style struct {
	// Numbers means that the numbers of clusters are written instead of their names.
	Numbers bool
	// Unknown says what is written for a value that the encoder does not know:
	//
	//   - "error" nothing: it is an error. Exported code gives NULL or raises a KeyError;
	//   - "rare" the cluster of [scale.RareLabel], and "other" the cluster of
	//     [scale.OtherLabel];
	//   - "label" the Label;
	//   - "auto" or the empty string mean "rare" for an encoder that knows scale.RareLabel, else
	//     "other" if it knows scale.OtherLabel, and otherwise "error".
	Unknown string
	// Label is the text that Unknown "label" writes; [DefaultUnknownLabel] if it is empty.
	Label string
	// EscapeFormulas has [Export] write an apostrophe before texts of CSV that a spreadsheet would take for
	// formulas: those that begin with =, +, -, @ (full-width, too), a tab, an end of line or NUL and are not
	// numbers. Readers of such a file have to remove it again.
	EscapeFormulas bool
}

// Check returns an error if Unknown has another value than these.
func (s Style) Check() error {
	if !slices.Contains([]string{"", "auto", "error", "rare", "other", "label"}, s.Unknown) {
		return fmt.Errorf("unknown values cannot be treated by %q: choose auto, error, rare, other or label", s.Unknown)
	}
	return nil
}

// Texts is the text that a style writes for each value of one encoder.
type Texts struct {
	// Clusters are the texts of the clusters.
	Clusters []string
	// Other is the text of an unknown value if HasOther is set. Otherwise an unknown value is
	// an error.
	Other    string
	HasOther bool
	// Rest is the label, [scale.RareLabel] or [scale.OtherLabel], whose cluster Other names; it is empty if
	// Other is something else.
	Rest string
	// Integers means that every text is a whole number of 32 bits.
	Integers bool
}

// Texts returns the texts that a style writes. It is an error if Unknown is "rare" or "other"
// and this label is not known, or if the label of unknown values is the name of a cluster. O(k).
func (e *Encoder) Texts(s Style) (Texts, error) {
	w := Texts{Clusters: slices.Clone(e.names), Integers: s.Numbers}
	if s.Numbers {
		for c := range w.Clusters {
			w.Clusters[c] = strconv.Itoa(c)
		}
	}
	rest := e.rest(s.Unknown)
	cluster, hasRest := e.Cluster(rest)
	switch {
	case s.Unknown == "label":
		w.Other, w.HasOther = cmp.Or(s.Label, DefaultUnknownLabel), true
		if slices.Contains(w.Clusters, w.Other) {
			return w, fmt.Errorf("a group is called %q already: choose another label for unknown values", w.Other)
		}
		n, err := strconv.ParseInt(w.Other, 10, 32)
		w.Integers = w.Integers && err == nil && strconv.FormatInt(n, 10) == w.Other
	case rest != "" && hasRest:
		w.Other, w.HasOther, w.Rest = w.Clusters[cluster], true, rest
	case s.Unknown == "rare":
		return w, errors.New("no value is called \"" + scale.RareLabel + "\": rare values were not grouped when the table was counted")
	case s.Unknown == "other":
		return w, errors.New("no value is called \"" + scale.OtherLabel + "\": all values were kept when the table was counted")
	}
	return w, s.Check()
}

// isRest reports whether a label is the label of the values that were not counted apart.
func isRest(label string) bool { return label == scale.RareLabel || label == scale.OtherLabel }

// rest returns the label of the values that were not counted apart, to whose cluster unknown values
// belong, or "" if they belong to no cluster.
func (e *Encoder) rest(unknown string) string {
	switch unknown {
	case "rare":
		return scale.RareLabel
	case "other":
		return scale.OtherLabel
	case "", "auto":
		for _, label := range []string{scale.RareLabel, scale.OtherLabel} {
			if _, known := e.Cluster(label); known {
				return label
			}
		}
	}
	return ""
}

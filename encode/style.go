package encode

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Unknown says what becomes of a value that an encoder does not know.
type Unknown int

const (
	// UnknownAuto is UnknownRare for an encoder that knows RareLabel, and
	// UnknownError for any other.
	UnknownAuto Unknown = iota
	// UnknownError has a value that is not known end the work with an error that says
	// where it stands. Exported code, which cannot do that, gives NULL or raises a
	// KeyError.
	UnknownError
	// UnknownRare gives it the cluster of RareLabel: a value that was too rare to be
	// kept when the table was counted is not known any more than one that never
	// occurred.
	UnknownRare
	// UnknownLabel gives it a label of its own.
	UnknownLabel
)

func unknownNames() []string { return []string{"auto", "error", "rare", "label"} }

// String returns the name that [ParseUnknown] understands.
func (u Unknown) String() string {
	if names := unknownNames(); u >= 0 && int(u) < len(names) {
		return names[u]
	}
	return fmt.Sprintf("Unknown(%d)", int(u))
}

// ParseUnknown returns what is called auto, error, rare or label.
func ParseUnknown(s string) (Unknown, error) {
	if i := slices.Index(unknownNames(), s); i >= 0 {
		return Unknown(i), nil
	}
	return UnknownAuto, fmt.Errorf("there is no way called %q to treat unknown values: choose %s", s, strings.Join(unknownNames(), ", "))
}

// DefaultUnknownLabel is the label of unknown values that have one, unless another is
// chosen.
const DefaultUnknownLabel = "(unknown)"

// Style says what is written for a value. The zero value writes the name of its
// cluster.
type Style struct {
	// Numbers has the numbers of clusters written instead of their names.
	Numbers bool
	// Unknown says what is written for values that are not known.
	Unknown Unknown
	// Label is what UnknownLabel writes; DefaultUnknownLabel if it is empty.
	Label string
}

// Written is what a style comes to for the values of one encoder.
type Written struct {
	// Clusters are the texts of the clusters.
	Clusters []string
	// Other is the text of an unknown value, if HasOther is set. Without it an unknown
	// value is an error.
	Other    string
	HasOther bool
	// Rare tells that Other is the text of the cluster of RareLabel.
	Rare bool
	// Integers tells that every text is a whole number, since numbers were asked for
	// and the label of unknown values, if there is one, is a number too.
	Integers bool
}

// Written returns what a style comes to. It is an error to ask for UnknownRare where
// RareLabel is not known, or for a label that is the name of a cluster. O(k).
func (e *Encoder) Written(s Style) (Written, error) {
	w := Written{Clusters: slices.Clone(e.names), Integers: s.Numbers}
	if s.Numbers {
		for c := range w.Clusters {
			w.Clusters[c] = strconv.Itoa(c)
		}
	}
	rare, hasRare := e.Cluster(RareLabel)
	switch s.Unknown {
	case UnknownError:
	case UnknownRare, UnknownAuto:
		switch {
		case hasRare:
			w.Other, w.HasOther, w.Rare = w.Clusters[rare], true, true
		case s.Unknown == UnknownRare:
			return w, fmt.Errorf("no value is called %q: rare values were not grouped when the table was counted (--min-count)", RareLabel)
		}
	case UnknownLabel:
		w.Other, w.HasOther = s.Label, true
		if s.Label == "" {
			w.Other = DefaultUnknownLabel
		}
		if slices.Contains(w.Clusters, w.Other) {
			return w, fmt.Errorf("a cluster is called %q already: choose another label for unknown values", w.Other)
		}
		w.Integers = w.Integers && isInteger(w.Other)
	default:
		return w, fmt.Errorf("there is no %v", s.Unknown)
	}
	return w, nil
}

// isInteger tells whether a text is a whole number of 32 bits as programs write it.
func isInteger(s string) bool {
	n, err := strconv.ParseInt(s, 10, 32)
	return err == nil && strconv.FormatInt(n, 10) == s
}

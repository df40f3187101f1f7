// Package encode applies a clustering: it tells the cluster of a value.
//
//  1. [New] takes the labels of a table, the cluster of each and the names of the
//     clusters, as package frontier has them for a point;
//  2. [Encoder.ReadNames] gives the clusters names that a person wrote down;
//  3. [Encoder.Nearest] and [Encoder.With] find places for values that the table
//     did not have;
//  4. table.Encode adds a column of clusters to records, and [Encoder.Export] writes
//     the mapping for other programs, as JSON, CSV, SQL or Python.
//
// Values are text as package table counts it. [MissingLabel] stands for a record
// without a value, and [RareLabel] for all values that were too rare to be told
// apart when the table was counted.
package encode

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"
)

const (
	// MissingLabel is the value of records that have none: an empty field of CSV,
	// null, or an absent key.
	MissingLabel = "(missing)"
	// RareLabel is the value that all rare ones count as, where they do.
	RareLabel = "(rare)"
)

// Encoder is a function from values to clusters, which have numbers from 0 and names.
// It is immutable and safe for concurrent use.
type Encoder struct {
	labels  []string
	numbers []int // of the clusters, by label
	names   []string
	cluster map[string]int32
}

// ErrLabels is wrapped by the errors of [New] and [Encoder.With] for labels, clusters
// or names that make no encoder.
var ErrLabels = errors.New("no clustering can be made of this")

// New returns the encoder that gives labels[x] the cluster assignment[x]. Clusters are
// numbered from 0 without gaps. names[c] is what cluster c is called; if names is nil
// they are called by their numbers. The slices are copied.
//
// The error wraps ErrLabels if a label or a name stands twice or is not UTF-8, a
// cluster has no label, or lengths differ. O(n).
func New(labels []string, assignment []int, names []string) (*Encoder, error) {
	if len(labels) != len(assignment) {
		return nil, wrong("%d labels, but %d clusters for them", len(labels), len(assignment))
	}
	if len(labels) == 0 {
		return nil, wrong("there are no labels")
	}
	k := 0
	for _, c := range assignment {
		k = max(k, c+1)
	}
	if k > len(labels) {
		return nil, wrong("a cluster has number %d, but there are only %d labels", k-1, len(labels))
	}
	if names == nil {
		for c := range k {
			names = append(names, strconv.Itoa(c))
		}
	}
	e := &Encoder{names: slices.Clone(names), cluster: make(map[string]int32, len(labels))}
	if err := e.checkNames(k); err != nil {
		return nil, err
	}
	if err := e.add(labels, assignment); err != nil {
		return nil, err
	}
	used := make([]bool, k)
	for _, c := range assignment {
		used[c] = true
	}
	if c := slices.Index(used, false); c >= 0 {
		return nil, wrong("cluster %d has no label", c)
	}
	return e, nil
}

func wrong(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrLabels, fmt.Sprintf(format, args...))
}

func (e *Encoder) checkNames(k int) error {
	if len(e.names) != k {
		return wrong("%d names for %d clusters", len(e.names), k)
	}
	seen := make(map[string]int, k)
	for c, name := range e.names {
		if first, ok := seen[name]; ok {
			return wrong("clusters %d and %d are both called %q", first, c, name)
		}
		if !utf8.ValidString(name) {
			return wrong("the name %q is not UTF-8", name)
		}
		seen[name] = c
	}
	return nil
}

// add adds labels to an encoder in the making.
func (e *Encoder) add(labels []string, clusters []int) error {
	for i, l := range labels {
		c := clusters[i]
		switch {
		case c < 0 || c >= len(e.names):
			return wrong("label %q has cluster %d, and there are %d", l, c, len(e.names))
		case !utf8.ValidString(l):
			return wrong("the label %q is not UTF-8", l)
		}
		if _, ok := e.cluster[l]; ok {
			return wrong("the label %q stands twice", l)
		}
		e.cluster[l] = int32(c)
	}
	e.labels = append(e.labels, labels...)
	e.numbers = append(e.numbers, clusters...)
	return nil
}

// With returns an encoder that also knows some new labels, whose clusters are among
// those there are. The error wraps ErrLabels. O(n).
func (e *Encoder) With(labels []string, clusters []int) (*Encoder, error) {
	if len(labels) != len(clusters) {
		return nil, wrong("%d labels, but %d clusters for them", len(labels), len(clusters))
	}
	more := &Encoder{names: e.names, cluster: make(map[string]int32, len(e.labels)+len(labels))}
	if err := more.add(e.labels, e.numbers); err != nil {
		return nil, err // cannot happen: e is sound
	}
	if err := more.add(labels, clusters); err != nil {
		return nil, err
	}
	return more, nil
}

// Named returns the encoder with other names of its clusters. The error wraps
// ErrLabels. O(k).
func (e *Encoder) Named(names []string) (*Encoder, error) {
	named := *e
	named.names = slices.Clone(names)
	if err := named.checkNames(len(e.names)); err != nil {
		return nil, err
	}
	return &named, nil
}

// Cluster returns the number of a value's cluster, and false for a value that is not
// known. O(1).
func (e *Encoder) Cluster(x string) (int, bool) {
	c, ok := e.cluster[x]
	return int(c), ok
}

// ClusterBytes is [Encoder.Cluster] for text in a buffer; it allocates nothing.
func (e *Encoder) ClusterBytes(x []byte) (int, bool) {
	c, ok := e.cluster[string(x)]
	return int(c), ok
}

// K returns the number of clusters.
func (e *Encoder) K() int { return len(e.names) }

// Name returns what cluster c is called.
func (e *Encoder) Name(c int) string { return e.names[c] }

// Labels returns the values that are known, in the order of the table. The slice must
// not be changed.
func (e *Encoder) Labels() []string { return e.labels }

// Values returns the values of every cluster, each in the order of the table. O(n).
func (e *Encoder) Values() [][]string {
	values := make([][]string, e.K())
	for i, c := range e.numbers {
		values[c] = append(values[c], e.labels[i])
	}
	return values
}

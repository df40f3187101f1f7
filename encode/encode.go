// Package encode applies a clustering to values: it finds the cluster of each value.
//
//  1. [New] takes the labels of a table, the cluster of each label and the names of the
//     clusters, as package frontier has them for a point;
//  2. [Encoder.WithScales] sets how values become labels, such as numbers the labels of
//     bins;
//  3. [Encoder.ReadNames] replaces the names with those that a person wrote down;
//  4. [Encoder.Nearest] and [Encoder.With] place values that the table did not have;
//  5. [Export] writes the mappings of some columns for other programs, as JSON, CSV, SQL or
//     Python, and package recode adds columns of clusters to records.
//
// Values are text, as package table counts them.
package encode

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/dibmap/dibmap/scale"
)

// Encoder is a function from labels to clusters, which have numbers from 0 and names. Values are
// their own labels unless there are scales. It is immutable and safe for concurrent use.
type Encoder struct {
	scales  scale.Scales
	labels  []string
	numbers []int // of the clusters, by label
	names   []string
	cluster map[string]int32
}

// New returns the encoder that gives labels[x] the cluster assignment[x]. Clusters are
// numbered from 0 without gaps. names[c] is the name of cluster c; if names is nil, clusters
// are called by their numbers. The slices are copied.
//
// It is an error if a label or a name occurs twice or is not UTF-8, if a cluster has no
// label, or if lengths differ. O(n).
func New(labels []string, assignment []int, names []string) (*Encoder, error) {
	if len(labels) != len(assignment) {
		return nil, wrong("%d labels, but %d clusters for them", len(labels), len(assignment))
	}
	if len(labels) == 0 {
		return nil, wrong("there are no labels")
	}
	k := slices.Max(assignment) + 1
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
	for c, values := range e.values() {
		if len(values) == 0 {
			return nil, wrong("cluster %d has no label", c)
		}
	}
	return e, nil
}

func wrong(format string, args ...any) error {
	return fmt.Errorf("no clustering can be made of this: "+format, args...)
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

// add adds labels to an encoder that has not been returned yet.
func (e *Encoder) add(labels []string, clusters []int) error {
	for i, l := range labels {
		c := clusters[i]
		switch _, known := e.cluster[l]; {
		case c < 0 || c >= len(e.names):
			return wrong("label %q has cluster %d, and there are %d", l, c, len(e.names))
		case !utf8.ValidString(l):
			return wrong("the label %q is not UTF-8", l)
		case known:
			return wrong("the label %q occurs twice", l)
		}
		e.cluster[l] = int32(c)
	}
	e.labels = append(e.labels, labels...)
	e.numbers = append(e.numbers, clusters...)
	return nil
}

// With returns an encoder that also knows some new labels, each in a cluster that e has. The
// errors are as for [New]. O(n).
func (e *Encoder) With(labels []string, clusters []int) (*Encoder, error) {
	more, err := New(slices.Concat(e.labels, labels), slices.Concat(e.numbers, clusters), e.names)
	if err != nil {
		return nil, err
	}
	return more.WithScales(e.scales), nil
}

// WithScales returns an encoder whose labels are the labels that scales give the values of
// one or several columns, as in a frontier for X. O(1).
func (e *Encoder) WithScales(s scale.Scales) *Encoder {
	scaled := *e
	scaled.scales = s
	return &scaled
}

// Scales returns the scales of the columns; nil if values are their own labels. The slice must
// not be changed.
func (e *Encoder) Scales() scale.Scales { return e.scales }

// Cluster returns the number of a label's cluster, and false if the label is not known. The label
// of a value, or of the values of several columns, is Scales().Label. O(1).
func (e *Encoder) Cluster(x string) (int, bool) {
	c, ok := e.cluster[x]
	return int(c), ok
}

// k returns the number of clusters.
func (e *Encoder) k() int { return len(e.names) }

// Name returns the name of cluster c.
func (e *Encoder) Name(c int) string { return e.names[c] }

// Labels returns the known labels in the order of the table. The slice must not be changed.
func (e *Encoder) Labels() []string { return e.labels }

// values returns the labels of every cluster, each in the order of the table. O(n).
func (e *Encoder) values() [][]string {
	values := make([][]string, e.k())
	for i, c := range e.numbers {
		values[c] = append(values[c], e.labels[i])
	}
	return values
}

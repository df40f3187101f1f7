package frontier

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxName is the largest number of characters of several labels joined to a name.
const maxName = 24

// Names returns short and distinct names of the clusters, in the order of their numbers in
// [Point.Assignment]; nil if that is nil. A cluster of one row has the label of the row. The name
// of a larger one consists of labels of its rows joined by "+", the heaviest first if masses are
// known and otherwise in the order of the table: as many as fit into 24 characters, at least one,
// and then "+2 more" for the number of those left out. If an earlier cluster has the same name,
// " (2)" or the next number is appended. O(n log n).
func (p Point) Names() []string { return namesOf(p.heaviestFirst()) }

// heaviestFirst returns the labels of every cluster, the heaviest row first if masses are known.
func (p Point) heaviestFirst() [][]string {
	a := p.Assignment()
	if a == nil {
		return nil
	}
	rows := a.Clusters()
	mass := p.problem.Masses()
	clusters := make([][]string, len(rows))
	for c, members := range rows {
		if mass != nil {
			slices.SortStableFunc(members, func(x, y int) int { return cmp.Compare(mass[y], mass[x]) })
		}
		for _, x := range members {
			clusters[c] = append(clusters[c], p.problem.XLabels[x])
		}
	}
	return clusters
}

// Masses returns the probabilities of the rows: XMass or, without it, the sums of the cells; nil
// if neither is known. The slice must not be changed. O(1), or O(n + cells).
func (p *Problem) Masses() []float64 {
	if p.XMass == nil && p.Cells != nil {
		return p.Cells.rowShares(p.N)
	}
	return p.XMass
}

// namesOf returns names for clusters of the given labels.
func namesOf(clusters [][]string) []string {
	if clusters == nil {
		return nil
	}
	names := make([]string, len(clusters))
	taken := make(map[string]bool, len(clusters))
	for c, labels := range clusters {
		names[c] = joined(labels)
		taken[names[c]] = true
	}
	next := make(map[string]int, len(clusters))
	for c, name := range names {
		// The first cluster of a name keeps it; the others get the next number that makes a new name.
		for next[name]++; next[name] > 1; next[name]++ {
			numbered := fmt.Sprintf("%s (%d)", name, next[name])
			if !taken[numbered] {
				names[c], taken[numbered] = numbered, true
				break
			}
		}
	}
	return names
}

// joined returns the labels of a cluster as a name.
func joined(labels []string) string {
	fit, runes := 1, utf8.RuneCountInString(labels[0])
	for _, l := range labels[1:] {
		if runes += 1 + utf8.RuneCountInString(l); runes > maxName {
			break
		}
		fit++
	}
	name := strings.Join(labels[:fit], "+")
	if left := len(labels) - fit; left > 0 {
		name += fmt.Sprintf("+%d more", left)
	}
	return name
}

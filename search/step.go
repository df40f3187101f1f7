package search

import "github.com/dibmap/dibmap/partition"

// step leads from a clustering to a neighbour. If b >= 0, the clusters of rows a and b are
// merged. If b < 0, row a moves to the cluster of row ^b, or to a cluster of its own if ^b = a.
type step struct{ a, b int32 }

// stepper takes steps in packed clusterings.
type stepper struct {
	labels partition.Partition
	names  []int // scratch space for labels
}

func newStepper(n int) *stepper {
	return &stepper{labels: make(partition.Partition, n), names: make([]int, n+1)}
}

// take returns the clustering that a step leads to. O(n).
func (t *stepper) take(from partition.Packed, s step) partition.Packed {
	from.Unpack(t.labels)
	switch {
	case s.b >= 0:
		kept, gone := t.labels[s.a], t.labels[s.b]
		for x, c := range t.labels {
			if c == gone {
				t.labels[x] = kept
			}
		}
	case ^s.b == s.a:
		t.labels[s.a] = len(t.labels) // the label of no cluster
	default:
		t.labels[s.a] = t.labels[^s.b]
	}
	t.labels.Renumber(t.names)
	return partition.Pack(t.labels)
}

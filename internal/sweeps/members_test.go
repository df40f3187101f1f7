package sweeps

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/partition"
)

// TestStepsEqualSets takes random steps, and compares the clustering with one of plain sets of rows.
func TestStepsEqualSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "rows")
		m, plain := newMembers(n), make([]int, n)
		first := make([]int32, n)
		for x := range first {
			first[x] = int32(rapid.IntRange(0, n-1).Draw(t, "cluster"))
			plain[x] = int(first[x])
		}
		m.set(first)
		next := n
		for range 20 {
			row, to := rapid.IntRange(0, n-1).Draw(t, "row"), rapid.IntRange(0, n-1).Draw(t, "to")
			merge := rapid.Bool().Draw(t, "merge") && plain[row] != plain[to]
			switch {
			case merge:
				m.apply(step{int32(row), ^int32(to)})
				gone := plain[row]
				for x, k := range plain {
					if k == gone {
						plain[x] = plain[to]
					}
				}
			case row == to && m.size[m.label[row]] == 1:
				continue // it is alone
			default:
				m.apply(step{int32(row), int32(to)})
				plain[row] = plain[to]
				if row == to {
					plain[row] = next
					next++
				}
			}
			checkMembers(t, &m, plain)
		}
	})
}

func checkMembers(t *rapid.T, m *members, plain []int) {
	labels := make(partition.Partition, len(plain))
	for x, k := range m.label {
		labels[x] = int(k)
	}
	if got, want := partition.Canonical(labels), partition.Canonical(plain); !slices.Equal(got, want) {
		t.Fatalf("the clustering is %v, want %v", got, want)
	}
	rows, used := 0, 0
	for k, first := range m.head {
		if first < 0 {
			if m.size[k] != 0 || !slices.Contains(m.free, int32(k)) {
				t.Fatalf("cluster %d has no rows, but a size, or is not free", k)
			}
			continue
		}
		used++
		size := int32(0)
		for x := first; ; {
			if m.label[x] != int32(k) || m.prev[m.next[x]] != x {
				t.Fatalf("the list of cluster %d is broken at row %d", k, x)
			}
			size++
			if x = m.next[x]; x == first {
				break
			}
		}
		if size != m.size[k] {
			t.Fatalf("cluster %d has %d rows and the size %d", k, size, m.size[k])
		}
		rows += int(size)
	}
	if rows != len(plain) || used+len(m.free) != len(plain) {
		t.Fatalf("%d rows in %d clusters, %d free", rows, used, len(m.free))
	}
}

package cluster

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/dibmap/dibmap/internal/seeded"
	"github.com/dibmap/dibmap/partition"
)

// TestStepsEqualSets takes random steps, and compares the clustering with one of plain sets of rows.
func TestStepsEqualSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "rows")
		m, plain := NewMembers(n), make([]int, n)
		first := make([]int32, n)
		for x := range first {
			first[x] = int32(rapid.IntRange(0, n-1).Draw(t, "cluster"))
			plain[x] = int(first[x])
		}
		m.Set(first)
		next := n
		for range 20 {
			row, to := rapid.IntRange(0, n-1).Draw(t, "row"), rapid.IntRange(0, n-1).Draw(t, "to")
			merge := rapid.Bool().Draw(t, "merge") && plain[row] != plain[to]
			switch {
			case merge:
				m.Apply(Step{Row: int32(row), To: ^int32(to)})
				gone := plain[row]
				for x, k := range plain {
					if k == gone {
						plain[x] = plain[to]
					}
				}
			case row == to && m.Size[m.Label[row]] == 1:
				continue // it is alone
			default:
				m.Apply(Step{Row: int32(row), To: int32(to)})
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

func checkMembers(t *rapid.T, m *Members, plain []int) {
	labels := make(partition.Partition, len(plain))
	for x, k := range m.Label {
		labels[x] = int(k)
	}
	if got, want := partition.Canonical(labels), partition.Canonical(plain); !slices.Equal(got, want) {
		t.Fatalf("the clustering is %v, want %v", got, want)
	}
	rows, used := 0, 0
	for k, first := range m.Head {
		if first < 0 {
			if m.Size[k] != 0 || !slices.Contains(m.free, int32(k)) {
				t.Fatalf("cluster %d has no rows, but a size, or is not free", k)
			}
			continue
		}
		used++
		size := int32(0)
		for x := first; ; {
			if m.Label[x] != int32(k) || m.prev[m.Next[x]] != x {
				t.Fatalf("the list of cluster %d is broken at row %d", k, x)
			}
			size++
			if x = m.Next[x]; x == first {
				break
			}
		}
		if size != m.Size[k] {
			t.Fatalf("cluster %d has %d rows and the size %d", k, size, m.Size[k])
		}
		rows += int(size)
	}
	if rows != len(plain) || used+len(m.free) != len(plain) {
		t.Fatalf("%d rows in %d clusters, %d free", rows, used, len(m.free))
	}
}

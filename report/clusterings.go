package report

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// maxClusterings is the largest size in bytes of the clusterings in a page, before compression.
const maxClusterings = 1 << 28

// clusterings returns the clusters of the rows of all points, one point after another, or says why
// they are not in the page. A cluster is named by its heaviest row, and each name is written as
// its difference from the name for the same row in the point before. Neighbouring points have most
// clusters in common, and the heaviest row of a cluster stays when others come and go, so nearly
// all differences are 0 and compress to almost nothing.
func clusterings(f *frontier.Frontier, all []shown) (array, string) {
	known := false
	for n := range all {
		known = known || all[n].Known()
	}
	n := f.Problem.N
	if !known || n == 0 {
		return array{}, "the file of the frontier holds no clusterings"
	}
	if size := float64(len(all)) * float64(n) * float64(sizeOf(n-1)); size > maxClusterings {
		return array{}, fmt.Sprintf("%d clusterings of %d values would take %.0f MiB, and a page holds %d",
			len(all), n, size/(1<<20), maxClusterings>>20)
	}
	switch sizeOf(n - 1) {
	case 1:
		return heads[uint8](&f.Problem, all), ""
	case 2:
		return heads[uint16](&f.Problem, all), ""
	}
	return heads[uint32](&f.Problem, all), ""
}

// heads returns the clusterings as differences of heaviest rows, in whole numbers that overflow.
// It writes one point at a time to save memory. Where a clustering is not known, all rows are in
// one cluster.
func heads[T uint8 | uint16 | uint32](p *frontier.Problem, all []shown) array {
	n := p.N
	return newArray[T]("heads", len(all)*n, func(out io.Writer) error {
		mass := p.Masses()
		clusters := make(partition.Partition, n)
		head, before, difference := make([]int, n), make([]T, n), make([]T, n)
		for _, q := range all {
			clear(clusters)
			if q.Known() {
				q.Unpack(clusters)
			}
			for c := range head {
				head[c] = -1
			}
			for x, c := range clusters {
				if h := head[c]; h < 0 || mass != nil && mass[x] > mass[h] {
					head[c] = x
				}
			}
			for x, c := range clusters {
				now := T(head[c])
				difference[x], before[x] = now-before[x], now
			}
			if err := binary.Write(out, binary.LittleEndian, difference); err != nil {
				return err
			}
		}
		return nil
	})
}

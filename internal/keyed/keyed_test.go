package keyed

import (
	"maps"
	"math/rand/v2"
	"testing"
)

// TestKeyedEqualsAMap does what a search does, over few keys with few bits, so
// that most collide and many are met again.
func TestKeyedEqualsAMap(t *testing.T) {
	for seed := range uint64(200) {
		var m Map[Key, int]
		want := make(map[Key]int)
		rng := rand.New(rand.NewPCG(seed, 3))
		shift := rng.IntN(56)
		for range rng.IntN(3000) {
			key := Key{rng.Uint64N(40) << shift, rng.Uint64N(40) << shift}
			if key == (Key{}) {
				continue
			}
			got, ok := m.Get(key)
			if v, known := want[key]; got != v || ok != known {
				t.Fatalf("%v: %d, %t; want %d, %t", key, got, ok, v, known)
			}
			if rng.IntN(3) > 0 {
				step := 1 + rng.IntN(9)
				*m.At(key) += step
				want[key] += step
			}
		}
		checkKeyed(t, &m, want)
	}
}

// checkKeyed fails unless m holds what want does, and is at most half full.
func checkKeyed[K word128](t *testing.T, m *Map[K, int], want map[K]int) {
	if m.used != len(want) || 2*m.used > len(m.slots) {
		t.Fatalf("%d used of %d slots, want %d", m.used, len(m.slots), len(want))
	}
	got := make(map[K]int)
	calls := 0
	for key, v := range m.All {
		got[key] = v
		calls++
	}
	if calls != len(want) || !maps.Equal(got, want) {
		t.Fatalf("all yields %v in %d calls, want %v", got, calls, want)
	}
	for range m.All { // stops when told to
		calls++
		break
	}
	if calls != len(want)+min(1, len(want)) {
		t.Fatalf("%d calls after a break", calls-len(want))
	}
}

// TestKeyedGrows fills a table far beyond its first size, with hashes and with
// zero values, which are values too.
func TestKeyedGrows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var m Map[Hash, int]
	want := make(map[Hash]int)
	for k := range 50 * minSlots {
		key := Hash{rng.Uint64(), rng.Uint64()}
		*m.At(key) = k % 3
		want[key] = k % 3
		if k == 10 || k == minSlots/2-1 || k == minSlots/2 {
			checkKeyed(t, &m, want)
		}
	}
	checkKeyed(t, &m, want)
	for key, v := range want {
		if got, ok := m.Get(key); got != v || !ok {
			t.Fatalf("%v: %d, %t; want %d", key, got, ok, v)
		}
	}
}

// TestKeyedSpreadsSetsOfRows counts the slots that a look-up visits, for sets of
// a few of the rows, wherever their bits are. Of a
// table that is half full a random function would visit 1.5.
func TestKeyedSpreadsSetsOfRows(t *testing.T) {
	for _, n := range []int{27, 50, 60, 64, 100, 128} {
		rows := RowKeys(n)
		var pairs, last []Key
		for a := range n {
			for b := range a {
				pairs = append(pairs, rows[a].Xor(rows[b]))
			}
		}
		for set := 1; set < 1<<12; set++ {
			var key Key
			for bit, row := range rows[n-12:] {
				if set>>bit&1 == 1 {
					key = key.Xor(row)
				}
			}
			last = append(last, key)
		}
		for name, keys := range map[string][]Key{"pairs": pairs, "sets of the last 12": last} {
			var m Map[Key, int]
			for _, key := range keys {
				*m.At(key) = 1
			}
			if visits := meanVisits(&m); visits > 1.75 {
				t.Errorf("%s of %d rows: %.2f slots a look-up", name, n, visits)
			}
		}
	}
}

// meanVisits returns how many slots a look-up of a key visits on average.
func meanVisits(m *Map[Key, int]) float64 {
	visits := 0
	for at, s := range m.slots {
		if s.key != (Key{}) {
			visits += 1 + int((uint64(at)-home(s.key))&uint64(len(m.slots)-1))
		}
	}
	return float64(visits) / float64(m.used)
}

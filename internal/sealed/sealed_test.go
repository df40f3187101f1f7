package sealed

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
)

const magic = "a state\n"

type of struct {
	Seed  int   `of:"seed %d and not %d"`
	Named []int `of:"other names"`
	Free  int
}

// wrote returns a state with a value of every kind.
func wrote() []byte {
	w := NewWriter(magic, 0)
	w.JSON(of{Seed: 3, Named: []int{4, 5}})
	w.Count(7)
	w.Signed(-9)
	w.Steps(math.MaxInt64)
	w.Words(1, math.MaxUint64)
	w.Flags(true, false)
	w.Sets([]uint64{1, 5, 6})
	w.Word(6)
	w.Floats(0.5, -2)
	w.Points([]problem.Point{{H: 1, I: 0.25}})
	w.Put([]byte(partition.Pack(partition.Partition{0, 1, 0})))
	return w.Seal()
}

// read reads what wrote has written.
func read(r *Reader) (id of, err error) {
	r.JSON(&id)
	r.Identical(id, of{Seed: 3, Named: []int{4, 5}, Free: 1})
	r.Count(7)
	r.Signed(9)
	r.Steps()
	_, _, _, _ = r.Word(), r.Word(), r.Flag(), r.Flag()
	r.Sets(3)
	r.Set(3)
	r.Floats(2)
	r.Points()
	r.Clustering(make(partition.Partition, 3))
	return id, r.Done()
}

// TestRefuses a state in which a bit is changed, whose end is missing, or which has more than it says; and values of
// another length or size with the right digest.
func TestRefuses(t *testing.T) {
	good := wrote()
	whole := func(b []byte) error {
		r, err := Open(b, magic, "it")
		if err == nil {
			_, err = read(r)
		}
		return err
	}
	if err := whole(good); err != nil {
		t.Fatal(err)
	}
	refused := func(name string, b []byte, at int) {
		if err := whole(b); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s at %d: %v", name, at, err)
		}
	}
	values := good[:len(good)-32]
	for at := range good {
		for bit := range 8 {
			changed := bytes.Clone(good)
			changed[at] ^= 1 << bit
			refused("changed", changed, at)
		}
		refused("cut", good[:at], at)
		if at < len(values) {
			refused("cut and sealed", NewWriter(string(values[:at]), 0).Seal(), at)
		}
	}
	refused("more", append(slices.Clone(good), 0), len(good))
	refused("more, sealed", NewWriter(string(values)+"0", 0).Seal(), len(good))
}

// TestIdentical names the first field that differs.
func TestIdentical(t *testing.T) {
	for want, own := range map[string]of{
		"":                                 {Seed: 1, Named: []int{2}, Free: 5},
		"the state is of seed 2 and not 1": {Seed: 2},
		"the state is of other names":      {Seed: 1, Named: []int{2, 2}},
	} {
		r := NewReader(nil, "the state")
		r.Identical(own, of{Seed: 1, Named: []int{2}})
		if want == "" && r.Err != nil || want != "" && (r.Err == nil || r.Err.Error() != want) {
			t.Errorf("%v, want %q", r.Err, want)
		}
	}
}

// FuzzRead reads any values. What is accepted is what was written.
func FuzzRead(f *testing.F) {
	good := wrote()
	f.Add(good[len(magic) : len(good)-32])
	f.Fuzz(func(t *testing.T, b []byte) {
		id, err := read(NewReader(b, "it"))
		if err == nil && id.Seed != 3 || err != nil && !errors.Is(err, ErrDamaged) {
			t.Errorf("%v, %v", id, err)
		}
	})
}

package best

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/chains"
	"github.com/dibmap/dibmap/internal/sealed"
	"github.com/dibmap/dibmap/internal/treewalk"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/search"
)

// magic begins a state, which is an identity and a snapshot.
const magic = "dibmap best 2\n"

// snapshot is the state of a search between two turns: of its own turns, or of the chains before them.
type snapshot struct {
	Chains *chains.State `json:"chains,omitempty"`
	Turn   int           `json:"turn"`
	Done   int64         `json:"done"`
	Best   []kFound      `json:"best"`
}

// identity identifies the search of a snapshot.
type identity struct {
	Table  string      `json:"table" of:"another table"`
	Begun  string      `json:"begun" of:"another frontier"` // a digest of its clusterings
	UpTo   int         `json:"up_to" of:"up to %d clusters and not %d"`
	Effort float64     `json:"effort" of:"an effort of %v and not %v"`
	Exact  int64       `json:"exact_effort" of:"an exact effort of %d and not %d"`
	Order  exact.Order `json:"order" of:"another order of rows"`
	Memory int64       `json:"max_memory" of:"%d bytes of memory and not %d"`
}

// kFound is found, for a file.
type kFound struct {
	Label  []int32 `json:"label"`
	Value  float64 `json:"value"`
	Turn   int     `json:"turn"`
	Failed int     `json:"failed"`
	Exact  bool    `json:"exact"`
}

func (o Options) identify(f *frontier.Frontier) identity {
	begun, _ := treewalk.Digest(f.All(), f.Problem.N)
	known := hex.EncodeToString(begun[:])
	if o.From != nil {
		earlier, _ := treewalk.Digest(o.From.All(), o.From.Problem.N)
		known += hex.EncodeToString(earlier[:])
	}
	return identity{f.Problem.Source.SHA256, known, o.UpTo, o.Effort, o.ExactEffort, o.Order, o.MaxMemory}
}

// depart records the state at the start of a turn, and offers it. A state does not include a turn that the context
// cut short.
func (s *series) depart() {
	if s.opts.Checkpoint == nil {
		return
	}
	s.origin = &snapshot{Turn: s.turn, Done: s.done}
	for _, b := range s.best {
		s.origin.Best = append(s.origin.Best, kFound{b.label, b.value, b.turn, b.failed, b.exact})
	}
	s.keep(false)
}

// departChains is depart for a turn of chains.
func (s *series) departChains(at *chains.State) {
	s.origin = &snapshot{Chains: at}
	s.keep(false)
}

// keep offers the state at the start of the last turn.
func (s *series) keep(last bool) {
	if s.origin == nil {
		return
	}
	s.opts.Checkpoint(func() []byte {
		w := sealed.NewWriter(magic, 0)
		w.JSON(s.id)
		w.JSON(s.origin)
		return w.Seal()
	}, last)
}

// resume takes over the state of a snapshot, if one is given. The error wraps [search.ErrCheckpoint].
func (s *series) resume() error {
	if s.opts.Resume == nil {
		return nil
	}
	var own identity
	var from snapshot
	r, err := sealed.Open(s.opts.Resume, magic, "it")
	if err == nil {
		r.JSON(&own)
		r.Identical(own, s.id)
		r.JSON(&from)
		err = r.Done()
	}
	if err == nil {
		err = s.takeOver(&from)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", search.ErrCheckpoint, err)
	}
	return nil
}

func (s *series) takeOver(from *snapshot) error {
	if from.Chains != nil {
		s.chained = from.Chains
		return s.chained.Check(s.n)
	}
	if from.Turn < 1 || from.Done < 0 || len(from.Best) != len(s.best) {
		return errors.New("it makes no sense")
	}
	for k, b := range from.Best {
		if b.Label != nil && (len(b.Label) != s.n || !slices.Equal(b.Label, numbered(b.Label)) || partition.Canonical(b.Label).K() != k) {
			return fmt.Errorf("it makes no sense: the clustering of %d clusters is none", k)
		}
		s.best[k] = found{b.Label, b.Value, b.Turn, b.Failed, b.Exact}
	}
	s.turn, s.done = from.Turn, from.Done
	return nil
}

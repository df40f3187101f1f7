package best

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/chains"
	"github.com/dibmap/dibmap/internal/treewalk"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/search"
)

// snapshot is the state of a search between two turns, as JSON: of its own turns, or of the chains before them.
type snapshot struct {
	identity
	Chains *chains.State `json:"chains,omitempty"`
	Turn   int           `json:"turn"`
	Done   int64         `json:"done"`
	Best   []kFound      `json:"best"`
}

// snapshotVersion changes with the layout, and when a search would go on in another way.
const snapshotVersion = 1

// identity identifies the search of a snapshot.
type identity struct {
	Version int         `json:"version"`
	Table   string      `json:"table"`
	Begun   string      `json:"begun"` // a digest of the frontier's clusterings
	UpTo    int         `json:"up_to"`
	Effort  float64     `json:"effort"`
	Exact   int64       `json:"exact_effort"`
	Order   exact.Order `json:"order"`
	Memory  int64       `json:"max_memory"`
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
	return identity{snapshotVersion, f.Problem.Source.SHA256, known, o.UpTo, o.Effort, o.ExactEffort, o.Order, o.MaxMemory}
}

// depart records the state at the start of a turn, and offers it. A state does not include a turn that the context
// cut short.
func (s *series) depart() {
	if s.opts.Checkpoint == nil {
		return
	}
	s.origin = &snapshot{identity: s.id, Turn: s.turn, Done: s.done}
	for _, b := range s.best {
		s.origin.Best = append(s.origin.Best, kFound{b.label, b.value, b.turn, b.failed, b.exact})
	}
	s.keep(false)
}

// departChains is depart for a turn of chains.
func (s *series) departChains(at *chains.State) {
	s.origin = &snapshot{identity: s.id, Chains: at}
	s.keep(false)
}

// keep offers the state at the start of the last turn.
func (s *series) keep(last bool) {
	if s.origin == nil {
		return
	}
	s.opts.Checkpoint(func() []byte {
		b, err := json.Marshal(s.origin)
		if err != nil {
			panic(err) // cannot happen: all numbers are finite
		}
		return b
	}, last)
}

// resume takes over the state of a snapshot, if one is given. The error wraps [search.ErrCheckpoint].
func (s *series) resume() error {
	if s.opts.Resume == nil {
		return nil
	}
	var from snapshot
	if err := json.Unmarshal(s.opts.Resume, &from); err != nil {
		return fmt.Errorf("%w: it is damaged: %w", search.ErrCheckpoint, err)
	}
	if from.identity != s.id {
		return fmt.Errorf("%w: it is of another frontier, effort or number of clusters", search.ErrCheckpoint)
	}
	if err := s.takeOver(&from); err != nil {
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

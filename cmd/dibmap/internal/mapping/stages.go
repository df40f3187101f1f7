package mapping

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/codec"
	"github.com/dibmap/dibmap/internal/treewalk"
	"github.com/dibmap/dibmap/search"
)

// stages are the stages of a call, or of a fold, in the checkpoint. A stage keeps its state there while it runs
// ([stages.goOn]), or its result when it has ended ([stages.frontier] and [known]). Both include a key of what they
// depend on, so that a stage with other flags, or after a search that continued, starts again.
//
// For a call without a checkpoint stages are nil, and their methods keep nothing.
type stages struct {
	*checkpoint
	prefix string // of the names of sections
}

// part returns the stages of a part of the call, such as a fold.
func (s *stages) part(name string) *stages {
	if s == nil {
		return nil
	}
	return &stages{s.checkpoint, s.prefix + name + "/"}
}

// hooks returns the function that a stage calls to keep its state, and the state that it continues from.
func (s *stages) hooks(name string) (keep func(snapshot func() []byte, last bool), resume []byte, err error) {
	if s == nil {
		return nil, nil, nil
	}
	resume, err = s.read(s.prefix + name)
	return func(snapshot func() []byte, last bool) { s.keep(s.prefix+name, snapshot, last) }, resume, err
}

// goOn runs a stage with its hooks. If the state belongs to another problem, the stage starts again. A stage that
// starts after the context has ended keeps nothing, because the stage before it was cut short.
func (s *stages) goOn(ctx context.Context, name string, do func(keep func(snapshot func() []byte, last bool), resume []byte) error) error {
	if ctx.Err() != nil {
		s = nil
	}
	keep, resume, err := s.hooks(name)
	if err != nil {
		return err
	}
	if err = do(keep, resume); resume != nil && errors.Is(err, search.ErrCheckpoint) {
		s.file.Drop(s.prefix + name)
		err = do(keep, nil)
	}
	return err
}

// programSection has the key of a dynamic program, which keeps no state.
const programSection = "program"

// ofMethod returns an error if the checkpoint is of a search and this call runs a dynamic program, or the other way
// round, or if it is of a dynamic program for another problem.
func (s *stages) ofMethod(programmed bool, posed string) error {
	if s == nil {
		return nil
	}
	of, err := s.read(s.prefix + programSection)
	if err != nil {
		return err
	}
	if searched := s.file.Has(s.prefix + searchSection); programmed && searched || of != nil && (!programmed || string(of) != posed) {
		return fmt.Errorf("%w: it is of another table, problem or method of search", search.ErrCheckpoint)
	}
	if programmed && of == nil {
		s.keep(s.prefix+programSection, func() []byte { return []byte(posed) }, true)
	}
	return nil
}

// result returns the result of a stage, or nil if there is no result with the given key.
func (s *stages) result(name, key string) ([]byte, error) {
	if s == nil {
		return nil, nil
	}
	content, err := s.read(s.prefix + name)
	if err != nil || content == nil {
		return nil, err
	}
	if result, ok := bytes.CutPrefix(content, []byte(key)); ok {
		return result, nil
	}
	s.file.Drop(s.prefix + name)
	return nil, nil
}

// store keeps the result of a stage.
func (s *stages) store(name, key string, result []byte) {
	if s != nil {
		s.keep(s.prefix+name, func() []byte { return append([]byte(key), result...) }, true)
	}
}

// frontier returns the frontier of a stage from the checkpoint, or else from find, and then keeps it unless it was cut
// short. It also keeps the states that led to the frontier, from which calls with other flags can continue, but drops
// them for a part of the call.
func (s *stages) frontier(ctx context.Context, name, key string, find func() (*frontier.Frontier, error)) (*frontier.Frontier, error) {
	content, err := s.result(name, key)
	if err != nil {
		return nil, err
	}
	if content != nil {
		return codec.Read(bytes.NewReader(content))
	}
	fr, err := find()
	if s == nil || err != nil || ctx.Err() != nil || fr.Search.Status == frontier.StatusDeadline || fr.Search.Status == frontier.StatusInterrupted {
		return fr, err
	}
	var b bytes.Buffer
	if err := codec.Write(&b, fr, "json.zst"); err != nil {
		return nil, err
	}
	if s.prefix != "" {
		s.file.Drop(s.prefix)
	}
	s.store(name, key, b.Bytes())
	return fr, nil
}

// known returns the result of a stage from the checkpoint, or else from find, and then keeps it unless it is nil.
func known[T any](s *stages, name, key string, find func() (*T, error)) (*T, error) {
	content, err := s.result(name, key)
	if err != nil {
		return nil, err
	}
	if content != nil {
		result := new(T)
		if err := json.Unmarshal(content, result); err != nil {
			return nil, fmt.Errorf("%s: %w", s.path, err)
		}
		return result, nil
	}
	result, err := find()
	if s == nil || err != nil || result == nil {
		return result, err
	}
	content, err = json.Marshal(result)
	if err != nil {
		return nil, err
	}
	s.store(name, key, content)
	return result, nil
}

// keyOf returns a digest of the inputs of a stage.
func keyOf(on ...any) string {
	b, err := json.Marshal(on)
	if err != nil {
		panic(err) // cannot happen: there are no infinite numbers
	}
	sum := sha256.Sum256(b)
	return string(sum[:])
}

// key returns the key of the result of a search, or "" without a checkpoint.
func (f *searchFlags) key(p *input.Problem, opts search.Options) string {
	if f.state == nil {
		return ""
	}
	return f.posed(p) + keyOf(
		opts.Method, opts.Epsilon, opts.Effort, opts.Seed, opts.MaxMemory, opts.MaxPoints, f.effort, f.prove, f.best.upTo, f.best.given, f.perK,
		earlierKey(opts.From),
	)
}

// earlierKey returns a digest of the groupings of an earlier result, or an empty one.
func earlierKey(f *frontier.Frontier) (digest [sha256.Size]byte) {
	if f != nil {
		digest, _ = treewalk.Digest(f.All(), f.Problem.N)
	}
	return digest
}

// posed returns a digest of the problem, or "" without a checkpoint.
func (f *searchFlags) posed(p *input.Problem) string {
	if f.state == nil {
		return ""
	}
	d := p.Problem.Describe()
	on := []any{d.Kind, d.Estimator, d.Source.SHA256, d.XLabels, d.YLabels, d.Constraints, p.Limits, f.order, f.method}
	if s := p.Limits.Second; s != nil {
		on = append(on, s.Table.SHA256())
	}
	return keyOf(on...)
}

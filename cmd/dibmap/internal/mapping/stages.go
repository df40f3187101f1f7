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
	"github.com/dibmap/dibmap/search"
)

// stages are the stages of a call, or of a fold, as the checkpoint has them. A stage keeps its state there while
// it is under way ([stages.goOn]), or its result when it is over ([stages.frontier] and [known]). What it
// keeps says what it is of, so that a stage with other flags, or after a search that went on, begins anew.
//
// The methods of nil stages, those of a call without a checkpoint, keep nothing.
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

// hooks returns what a stage calls to keep its state, and the state with which it goes on.
func (s *stages) hooks(name string) (keep func(snapshot func() []byte, last bool), resume []byte, err error) {
	if s == nil {
		return nil, nil, nil
	}
	resume, err = s.read(s.prefix + name)
	return func(snapshot func() []byte, last bool) { s.keep(s.prefix+name, snapshot, last) }, resume, err
}

// goOn carries out a stage with its hooks. If the state is of something else, the stage begins anew. A stage that
// begins when the context has ended keeps nothing, as what came before was cut short.
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

// programSection says of what a dynamic program is, which keeps no state.
const programSection = "program"

// ofMethod returns an error if the checkpoint is of a search and this call has a dynamic program in its place, or the
// other way round, or if it is of a dynamic program for something else.
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

// result returns the result of a stage, or nil if there is none that is of the given key.
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

// frontier returns the frontier of a stage that is in the checkpoint, or the one that find returns, which it keeps if
// nothing cut it short. The states that led to it stay, as calls with other flags can go on from them, except those of
// a part of the call.
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

// known returns the result of a stage that is in the checkpoint, or the one that find returns, which it keeps unless it
// is nil.
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

// keyOf returns a digest of what the result of a stage depends on.
func keyOf(on ...any) string {
	b, err := json.Marshal(on)
	if err != nil {
		panic(err) // cannot happen: there are no infinite numbers
	}
	sum := sha256.Sum256(b)
	return string(sum[:])
}

// key returns the key of what a search finds in a problem, if there is a checkpoint.
func (f *searchFlags) key(p *input.Problem, opts search.Options) string {
	if f.state == nil {
		return ""
	}
	return f.posed(p) + keyOf(
		opts.Method, opts.Epsilon, opts.Effort, opts.Seed, opts.MaxMemory, opts.MaxPoints, f.effort, f.prove, f.best.upTo, f.best.given,
	)
}

// posed returns a digest of what is searched, if there is a checkpoint.
func (f *searchFlags) posed(p *input.Problem) string {
	if f.state == nil {
		return ""
	}
	d := p.Problem.Describe()
	return keyOf(d.Kind, d.Estimator, d.Source.SHA256, d.XLabels, d.YLabels, d.Constraints, p.Limits, f.order, f.method)
}

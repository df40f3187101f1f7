package codec

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// formatName and a version identify a file. A change that a reader of the last version would
// misunderstand needs a new version.
const (
	formatName         = "dibmap/frontier"
	wholeVersion       = 1 // with whole assignments
	differencesVersion = 2 // with differences in their place
	secondVersion      = 3 // with whole assignments and a second variable
)

// infinity is an infinite search depth in a file.
const infinity = "inf"

// header is a frontier file without its points. All formats except CSV hold it as this JSON
// object.
type header struct {
	Format      formatTag             `json:"format"`
	Version     versionTag            `json:"version"`
	Problem     frontier.Problem      `json:"problem"`
	Search      frontier.Search       `json:"search"`
	Certificate *frontier.Certificate `json:"certificate"`
	Uncertainty *frontier.Uncertainty `json:"uncertainty,omitzero"`
	Evidence    *frontier.Evidence    `json:"evidence,omitzero"`
	Ceiling     *frontier.Ceiling     `json:"ceiling,omitzero"`
	Soft        *frontier.SoftCurve   `json:"soft,omitzero"`
	Validation  *frontier.Validation  `json:"validation,omitzero"`
	Second      *secondPart           `json:"second,omitzero"`
	Best        *bestPart             `json:"best,omitzero"`
	PerK        *perKPart             `json:"per_k,omitzero"`
}

// bestPart is the list of the best clusterings for each number of clusters.
type bestPart struct {
	UpTo   clusterCount `json:"up_to"`
	Points []jsonPoint  `json:"points"`
}

// perKPart are the points of the layers that are not on the frontier, with whole assignments in all versions.
type perKPart struct {
	Exact  bool        `json:"exact"`
	Points []jsonPoint `json:"points"`
}

// headerOf returns the header of a frontier and, for a file of differences, the differences of its
// points.
func headerOf(f *frontier.Frontier, differences []descent) header {
	version := versionTag(wholeVersion)
	switch {
	case f.Second != nil:
		version = secondVersion
	case differences != nil:
		version = differencesVersion
	}
	h := header{formatName, version, f.Problem, f.Search, f.Certificate, f.Uncertainty, f.Evidence, f.Ceiling, f.Soft, f.Validation, secondOf(f), nil, perKOf(f)}
	if f.BestUpTo() > 0 {
		h.Best = &bestPart{UpTo: clusterCount(f.BestUpTo()), Points: []jsonPoint{}}
		for p := range f.Best() {
			point := h.pointOf(p)
			if differences == nil {
				point.Assignment = p.Packed()
			} else {
				d := differences[f.Len()+len(h.Best.Points)]
				point.Changes = append(changeList{}, d.list...)
				if d.from != none {
					point.From = &d.from
				}
			}
			h.Best.Points = append(h.Best.Points, point)
		}
	}
	return h
}

// perKOf returns the part of the layers, or nil if there are none.
func perKOf(f *frontier.Frontier) *perKPart {
	l := f.Layers()
	if l == nil {
		return nil
	}
	part := &perKPart{l.Exact, []jsonPoint{}}
	for k := range f.Problem.N {
		for p := range f.Layer(k + 1) {
			if p.Index < 0 {
				part.Points = append(part.Points, jsonPoint{H: p.H, I: p.I, K: clusterCount(p.K), Ties: tieCount(p.Ties), Assignment: p.Packed()})
			}
		}
	}
	return part
}

// layered returns the frontier with the layers that a file has.
func (h *header) layered(f *frontier.Frontier) (*frontier.Frontier, error) {
	if h.PerK == nil {
		return f, nil
	}
	l := frontier.Layers{Exact: h.PerK.Exact}
	for n := range h.PerK.Points {
		p := &h.PerK.Points[n]
		if p.Assignment == "" {
			return nil, fmt.Errorf("per_k.points[%d].assignment is missing", n)
		}
		l.Entries = append(l.Entries, frontier.Entry{H: p.H, I: p.I, K: int(p.K), Ties: int(p.Ties), Assignment: p.Assignment})
	}
	f, err := f.WithLayers(l)
	if err != nil {
		return nil, fmt.Errorf("per_k: %w", err)
	}
	if kept := len(f.Layers().Entries) - f.Len(); kept != len(l.Entries) {
		return nil, fmt.Errorf("per_k: %d of %d points are no better than others with as many clusters", len(l.Entries)-kept, len(l.Entries))
	}
	return f, nil
}

// marshal returns the header as JSON, indented or on one line.
func (h header) marshal(options ...jsontext.Options) ([]byte, error) {
	infinite := json.MarshalToFunc(func(enc *jsontext.Encoder, v float64) error {
		if !math.IsInf(v, 1) || enc.StackPointer().LastToken() != "epsilon" {
			return errors.ErrUnsupported
		}
		return enc.WriteToken(jsontext.String(infinity))
	})
	labels := make(partition.Partition, h.Problem.N)
	list := json.MarshalToFunc(func(enc *jsontext.Encoder, a partition.Packed) error {
		a.Unpack(labels)
		return enc.WriteValue(appendLabels(nil, labels))
	})
	b, err := json.Marshal(h, append(options, json.WithMarshalers(json.JoinMarshalers(infinite, list)))...)
	// The wording of the library's own errors differs from one run to the next.
	var semantic *json.SemanticError
	var syntactic *jsontext.SyntacticError
	switch {
	case errors.As(err, &syntactic):
		err = fmt.Errorf("%s cannot be written: %w", place(syntactic.JSONPointer), syntactic.Err)
	case errors.As(err, &semantic):
		err = fmt.Errorf("%s cannot be written: %w", place(semantic.JSONPointer), semantic.Err)
	}
	return b, err
}

// check returns an error if the header is not possible for any points.
func (h *header) check() error {
	f := frontier.Frontier{Problem: h.Problem, Search: h.Search, Uncertainty: h.Uncertainty, Evidence: h.Evidence, Validation: h.Validation}
	if (h.Version == secondVersion) != (h.Second != nil) {
		return fmt.Errorf("files of version %d, and only they, have the member second", secondVersion)
	}
	return f.Check()
}

// formatTag and versionTag are checked as soon as they are read, so that files of other programs
// and of later versions are refused first.
type (
	formatTag  string
	versionTag int
)

func (t formatTag) check() error {
	if t != formatName {
		return fmt.Errorf("is %q, want %q: this is not a frontier", string(t), formatName)
	}
	return nil
}

func (t versionTag) check() error {
	if t < wholeVersion || t > secondVersion {
		return fmt.Errorf("is %d, and this program reads versions %d to %d of frontiers: update it", int(t), wholeVersion, secondVersion)
	}
	return nil
}

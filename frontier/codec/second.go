package codec

import (
	"fmt"
	"io"
	"reflect"

	"github.com/parquet-go/parquet-go"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// secondPart is the second variable of a frontier. Files that have it are of version 3.
type secondPart struct {
	frontier.Second
	Points []secondPoint `json:"points"`
}

type secondPoint struct {
	H          float64          `json:"h"`
	I          float64          `json:"i"`
	S          float64          `json:"s"`
	K          clusterCount     `json:"k"`
	Assignment partition.Packed `json:"assignment"`
	HeldOut    *heldOutSecond   `json:"held_out,omitzero"`
}

// heldOutSecond are the scores on held-out records: for Y with its standard error, and for the second variable.
type heldOutSecond struct {
	I   float64 `json:"i"`
	ISE float64 `json:"i_se"`
	S   float64 `json:"s"`
	SSE float64 `json:"s_se"`
}

// secondOf returns the part of the second variable, or nil if there is none.
func secondOf(f *frontier.Frontier) *secondPart {
	if f.Second == nil {
		return nil
	}
	part := &secondPart{*f.Second, make([]secondPoint, 0, len(f.Second.Entries))}
	for _, e := range f.Second.Entries {
		p := secondPoint{H: e.H, I: e.I, S: e.S, K: clusterCount(e.K), Assignment: e.Assignment}
		if o := e.HeldOut; o != nil {
			p.HeldOut = &heldOutSecond{o[0].I, o[0].SE, o[1].I, o[1].SE}
		}
		part.Points = append(part.Points, p)
	}
	return part
}

// second returns the second variable that a file has.
func (part *secondPart) second() (*frontier.Second, error) {
	if part == nil {
		return nil, nil //nolint:nilnil // there is none
	}
	s := part.Second
	for n, p := range part.Points {
		if p.Assignment == "" {
			return nil, fmt.Errorf("second.points[%d].assignment is missing", n)
		}
		e := frontier.SecondEntry{Entry: frontier.Entry{H: p.H, I: p.I, K: int(p.K), Assignment: p.Assignment}, S: p.S}
		if o := p.HeldOut; o != nil {
			e.HeldOut = &[2]frontier.HeldOut{{I: o.I, SE: o.ISE}, {I: o.S, SE: o.SSE}}
		}
		s.Entries = append(s.Entries, e)
	}
	return &s, nil
}

// secondOfPoint returns what a point tells about the second variable.
func secondOfPoint(p frontier.Point) float64 {
	s, _ := p.Second()
	return s
}

// writeSecondParquet is writeParquet for a frontier with a second variable, whose column is called leak or also. The rows
// are made of the same parts.
func writeSecondParquet(w io.Writer, f *frontier.Frontier) error {
	whole := wholeRows(f)
	parts := func(p frontier.Point) []reflect.Value {
		list := []reflect.Value{reflect.ValueOf(whole(p))}
		if f.Uncertainty != nil {
			list = append(list, reflect.ValueOf(spreadOf(p)))
		}
		if f.Validation != nil {
			list = append(list, reflect.ValueOf(heldOutOf(p)))
		}
		return list
	}
	fields := []reflect.StructField{{
		Name: "Second", Type: reflect.TypeFor[float64](), Tag: reflect.StructTag(fmt.Sprintf("parquet:%q", f.Second.Aim)),
	}}
	for _, part := range parts(frontier.Point{}) {
		for _, field := range reflect.VisibleFields(part.Type()) {
			if !field.Anonymous {
				fields = append(fields, reflect.StructField{Name: field.Name, Type: field.Type, Tag: field.Tag})
			}
		}
	}
	row := reflect.StructOf(fields)
	return writeRows(w, f, nil, maxGroupLabels, func(p frontier.Point) (any, int) {
		made := reflect.New(row).Elem()
		made.Field(0).SetFloat(secondOfPoint(p))
		at := 1
		for _, part := range parts(p) {
			for _, field := range reflect.VisibleFields(part.Type()) {
				if !field.Anonymous {
					made.Field(at).Set(part.FieldByIndex(field.Index))
					at++
				}
			}
		}
		return made.Interface(), f.Problem.N
	}, parquet.SchemaOf(reflect.New(row).Interface()))
}

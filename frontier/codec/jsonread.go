package codec

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// jsonFile is a frontier in a JSON file, without the keys that follow from others, such as hull.
type jsonFile struct {
	header
	Points []jsonPoint `json:"points"`
}

type jsonPoint struct {
	H          float64          `json:"h"`
	I          float64          `json:"i"`
	K          clusterCount     `json:"k"`
	Assignment partition.Packed `json:"assignment,omitzero" instead:"changes"`
	From       *int             `json:"from,omitzero"`
	Changes    changeList       `json:"changes,omitzero"`
	Ties       tieCount         `json:"ties"`
	DH         *float64         `json:"dh,omitzero"`
	DI         *float64         `json:"di,omitzero"`
	Cov        *float64         `json:"cov,omitzero"`
	HeldOut    *float64         `json:"held_out,omitzero"`
	HeldOutSE  *float64         `json:"held_out_se,omitzero"`
	Exact      bool             `json:"exact,omitzero"` // of the best for a number of clusters
}

type (
	clusterCount int64
	tieCount     int64
)

// changeList are changes in two numbers each. It is nil if the file has no changes.
type changeList []int32

func (c clusterCount) check() error { return checkWhole(float64(c), 1) }
func (c tieCount) check() error     { return checkWhole(float64(c), 0) }

// readJSON reads a whole frontier.
func readJSON(r io.Reader) (*frontier.Frontier, error) {
	var file jsonFile
	if err := unmarshal(r, &file); err != nil {
		return nil, err
	}
	points, err := file.points("points", file.Points)
	if err != nil {
		return nil, err
	}
	return assemble(file.header, points)
}

// points returns the points of a list, which is called name in errors.
func (h *header) points(name string, list []jsonPoint) ([]point, error) {
	points := make([]point, len(list))
	for n := range list {
		p := &list[n]
		if err := points[n].setDescent(p, h.Version); err != nil {
			return nil, fmt.Errorf("%s[%d]%w", name, n, err)
		}
		points[n].Entry = frontier.Entry{H: p.H, I: p.I, K: int(p.K), Ties: int(p.Ties), Assignment: p.Assignment}
		if h.Uncertainty != nil {
			if p.DH == nil || p.DI == nil || p.Cov == nil {
				return nil, fmt.Errorf("%s[%d] lacks dh, di or cov, and the file has an uncertainty", name, n)
			}
			points[n].Spread = frontier.Spread{DH: *p.DH, DI: *p.DI, Cov: *p.Cov}
		}
		if h.Validation != nil {
			if p.HeldOut == nil || p.HeldOutSE == nil {
				return nil, fmt.Errorf("%s[%d] lacks held_out or held_out_se, and the file has a validation", name, n)
			}
			points[n].HeldOut = frontier.HeldOut{I: *p.HeldOut, SE: *p.HeldOutSE}
		}
	}
	return points, nil
}

// setDescent stores the difference of a point in a file of some version.
func (p *point) setDescent(found *jsonPoint, version versionTag) error {
	switch {
	case version != differencesVersion:
		if found.Changes != nil && found.Assignment == "" {
			return errors.New(".assignment is missing, which a file of version 1 has")
		}
		return nil
	case found.Changes == nil:
		return errors.New(".changes is missing, which a file of version 2 has")
	}
	p.descent = descent{none, found.Changes}
	if found.From != nil {
		p.descent.from = *found.From
	}
	return nil
}

// pointOf returns a point as the list of the best clusterings holds it, without its clustering.
func (h *header) pointOf(p frontier.Point) jsonPoint {
	point := jsonPoint{H: p.H, I: p.I, K: clusterCount(p.K), Ties: tieCount(p.Ties), Exact: p.Exact}
	if h.Uncertainty != nil {
		point.DH, point.DI, point.Cov = &p.DH, &p.DI, &p.Cov
	}
	if h.Validation != nil {
		point.HeldOut, point.HeldOutSE = &p.HeldOut.I, &p.HeldOut.SE
	}
	return point
}

// readHeader reads and checks a header without points, as written by [header.marshal].
func readHeader(r io.Reader) (header, error) {
	var h header
	if err := unmarshal(r, &h); err != nil {
		// A line of the header is not a line of the file.
		return h, errors.New(err.Error())
	}
	return h, h.check()
}

// document decodes the single JSON value of a stream. It is stricter than the library: a key must be
// present unless it may be omitted, and null is allowed only for pointers and assignments. Its
// errors have line and column.
type document struct {
	lines  *lineReader
	strict json.Options
	fields map[reflect.Type][]jsonField
	labels partition.Partition // scratch space
}

// unmarshal stores the single value of a stream in v.
func unmarshal(r io.Reader, v any) error {
	d := &document{lines: &lineReader{r: r}, fields: make(map[reflect.Type][]jsonField)}
	d.strict = json.WithUnmarshalers(json.UnmarshalFromFunc(d.decode))
	dec := jsontext.NewDecoder(d.lines)
	d.lines.decoded = dec.InputOffset
	if err := json.UnmarshalDecode(dec, v, d.strict); err != nil {
		return d.explained(err)
	}
	switch _, err := dec.ReadToken(); {
	case err == nil:
		return d.at(dec.InputOffset()-1, errors.New("more follows after the frontier"))
	case errors.Is(err, io.EOF):
		return nil
	default:
		return d.explained(err)
	}
}

// decode reads the next value into the variable that v points to. It leaves lists and pointers to
// the library, which calls decode for their elements.
func (d *document) decode(dec *jsontext.Decoder, v any) error {
	kind := dec.PeekKind()
	target := reflect.ValueOf(v).Elem()
	goKind := target.Kind()
	assignment, isAssignment := v.(*partition.Packed)
	changes, isChanges := v.(*changeList)
	switch {
	case goKind == reflect.Pointer, kind == '[' && !isChanges && (goKind == reflect.Slice || goKind == reflect.Array):
		return errors.ErrUnsupported
	case kind == '{' && goKind == reflect.Struct:
		return d.object(dec, target)
	case isAssignment && (kind == '[' || kind == 'n'):
		return d.assignment(dec, assignment)
	case isChanges && kind == '[':
		return d.changes(dec, changes)
	}
	value, err := dec.ReadValue()
	if err != nil {
		return err
	}
	start := dec.InputOffset() - int64(len(value))
	isDepth := func() bool { return goKind == reflect.Float64 && dec.StackPointer().LastToken() == "epsilon" }
	switch {
	case string(value) == `"`+infinity+`"` && isDepth():
		target.SetFloat(math.Inf(1))
	case kind == 'n' || isAssignment || parse(value, target) != nil:
		want := wanted(target.Type())
		if isDepth() {
			want += ` or "` + infinity + `"`
		}
		return d.at(start, mismatch(dec, value, want))
	}
	if checked, ok := v.(interface{ check() error }); ok {
		if err := checked.check(); err != nil {
			return d.at(start, fmt.Errorf("%s %w", place(dec.StackPointer()), err))
		}
	}
	return nil
}

// parse stores a value that is neither a list nor an object. The library would take several times
// as long for the numbers of points.
func parse(value jsontext.Value, target reflect.Value) error {
	switch number := value.Kind() == '0'; {
	case number && target.Kind() == reflect.Float64:
		v, err := strconv.ParseFloat(string(value), 64)
		target.SetFloat(v)
		return err
	case number && target.CanInt():
		v, err := strconv.ParseInt(string(value), 10, 64)
		target.SetInt(v)
		return err
	}
	return json.Unmarshal(value, target.Addr().Interface())
}

// jsonField is a field of a struct that files hold.
type jsonField struct {
	key      string
	index    []int
	optional bool
	instead  string // a key in place of which this one may be missing
}

func (d *document) fieldsOf(t reflect.Type) []jsonField {
	fields, ok := d.fields[t]
	if ok {
		return fields
	}
	for _, f := range reflect.VisibleFields(t) {
		if key, option, _ := strings.Cut(f.Tag.Get("json"), ","); key != "" && key != "-" {
			fields = append(fields, jsonField{key, f.Index, option != "" && f.Tag.Get("instead") == "", f.Tag.Get("instead")})
		}
	}
	d.fields[t] = fields
	return fields
}

// object reads an object into a struct.
func (d *document) object(dec *jsontext.Decoder, v reflect.Value) error {
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	line, column := d.lines.place(dec.InputOffset() - 1)
	fields := d.fieldsOf(v.Type())
	var seen uint64 // one bit for each field
	for dec.PeekKind() != '}' {
		token, err := dec.ReadToken()
		if err != nil {
			return err
		}
		if err := d.member(dec, v, fields, token.String(), &seen); err != nil {
			return err
		}
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for k, f := range fields {
		if f.optional || seen&(1<<k) != 0 || f.replaced(fields, seen) {
			continue
		}
		path := place(dec.StackPointer())
		if path == "" {
			return fmt.Errorf("is not a frontier: %s is missing", f.key)
		}
		return &positionError{line, column, fmt.Errorf("%s.%s is missing", path, f.key)}
	}
	return nil
}

// replaced reports whether another key was seen that may replace the field.
func (f *jsonField) replaced(fields []jsonField, seen uint64) bool {
	at := slices.IndexFunc(fields, func(g jsonField) bool { return g.key == f.instead })
	return at >= 0 && seen&(1<<at) != 0
}

// member reads the value of a key. It skips the value if the struct does not have the key.
func (d *document) member(dec *jsontext.Decoder, v reflect.Value, fields []jsonField, key string, seen *uint64) error {
	for k, f := range fields {
		if f.key != key {
			continue
		}
		// A check after reading would need memory for runs of runs of runs.
		if path := dec.StackPointer; key == "runs" && strings.HasPrefix(string(path()), "/search/runs/") {
			return d.at(dec.InputOffset()-1, fmt.Errorf("%s should not be there: a run that was united has none", place(path())))
		}
		*seen |= 1 << k
		field := v.FieldByIndex(f.index).Addr().Interface()
		err := d.decode(dec, field)
		if errors.Is(err, errors.ErrUnsupported) {
			err = json.UnmarshalDecode(dec, field, d.strict)
		}
		return err
	}
	return dec.SkipValue()
}

// assignment reads a list of labels, or null.
func (d *document) assignment(dec *jsontext.Decoder, p *partition.Packed) error {
	token, err := dec.ReadToken()
	if err != nil || token.Kind() == 'n' {
		return err
	}
	d.labels = d.labels[:0]
	for dec.PeekKind() != ']' {
		value, err := dec.ReadValue()
		if err != nil {
			return err
		}
		c, err := strconv.Atoi(string(value))
		if err != nil || checkWhole(float64(c), 0) != nil {
			return d.at(dec.InputOffset()-int64(len(value)), mismatch(dec, value, "a whole number from 0"))
		}
		d.labels = append(d.labels, c)
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	if *p, err = packed(d.labels); err != nil {
		return d.at(dec.InputOffset()-1, err)
	}
	return nil
}

// changes reads a list of changes. Reading the list as one value takes a third of the time of
// reading its numbers.
func (d *document) changes(dec *jsontext.Decoder, list *changeList) error {
	value, err := dec.ReadValue()
	if err != nil {
		return err
	}
	*list = make(changeList, 0, bytes.Count(value, []byte(","))+1)
	start := dec.InputOffset() - int64(len(value))
	for at := 1; at < len(value)-1; {
		c, length, ok := leadingInt32(value[at : len(value)-1])
		if !ok {
			text, _, _ := bytes.Cut(value[at:len(value)-1], []byte(","))
			if text = bytes.TrimSpace(text); len(text) == 0 { // of an empty list
				break
			}
			return d.at(start+int64(at), fmt.Errorf("%s[%d] is %.20s, want a whole number", place(dec.StackPointer()), len(*list), text))
		}
		*list = append(*list, c)
		at += length + 1
	}
	return nil
}

// leadingInt32 returns the number up to the first comma of a valid list of JSON, and the length of
// its text; it is not ok if that is not a whole number of 32 bits.
func leadingInt32(text []byte) (c int32, length int, ok bool) {
	if length = bytes.IndexByte(text, ','); length < 0 {
		length = len(text)
	}
	digits := text[:length]
	negative := len(digits) > 0 && digits[0] == '-'
	if negative {
		digits = digits[1:]
	}
	v := int64(0)
	for _, b := range digits {
		if b < '0' || b > '9' || v > math.MaxInt32 {
			return spacedInt32(text[:length])
		}
		v = 10*v + int64(b-'0')
	}
	if negative {
		v = -v
	}
	return int32(v), length, len(digits) > 0 && v == int64(int32(v))
}

// spacedInt32 is leadingInt32 for a number that may have space around it, which is rare.
func spacedInt32(text []byte) (c int32, length int, ok bool) {
	v, err := strconv.ParseInt(string(bytes.TrimSpace(text)), 10, 32)
	return int32(v), len(text), err == nil
}

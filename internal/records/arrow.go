//go:build !js

package records

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"

	"github.com/dibmap/dibmap/internal/arrowfile"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/scale"
)

// readsArrow reports whether files and schemas of Arrow are read.
const readsArrow = true

// openArrow reads the first record batch, which has the categories of columns.
func (r *Reader) openArrow() error {
	a, err := openArrow(r.in)
	if err != nil {
		return err
	}
	columns, err := r.find(a.Fields(), a.lists())
	if err != nil {
		return err
	}
	f, err := newArrowFile(a, columns, r.counts())
	if err != nil {
		return err
	}
	if err := f.begin(); err != nil {
		return err
	}
	r.file = f
	return r.declare(f, columns)
}

// arrowColumns returns the names of the columns of a file of Arrow.
func arrowColumns(in *source.Input) ([]string, error) {
	a, err := openArrow(in)
	if err != nil {
		return nil, err
	}
	return a.Fields(), nil
}

// arrowInput is an open stream or file of Arrow.
type arrowInput struct {
	*arrowfile.File
	in     *source.Input
	fields []arrowField
}

// arrowField is a column, or a value of structures in one.
type arrowField struct {
	arrow.Field       // its name is the path, with dots
	path        []int // the column, and the places in its structures
}

// openArrow opens a stream or file of Arrow. Its error is io.EOF if it is empty.
func openArrow(in *source.Input) (*arrowInput, error) {
	file, err := arrowfile.Open(in)
	if err != nil {
		return nil, arrowError(in, err)
	}
	a := &arrowInput{File: file, in: in}
	top := a.Schema().Fields()
	for i, f := range top {
		for _, of := range arrowFieldsOf(f, []int{i}) {
			if len(of.path) == 1 || !slices.ContainsFunc(top, func(t arrow.Field) bool { return t.Name == of.Name }) {
				a.fields = append(a.fields, of) // a column of that name has precedence
			}
		}
	}
	return a, nil
}

// arrowError adds the name of the file to an error of the library. It leaves io.EOF as it is, unless it is wrapped.
func arrowError(in *source.Input, err error) error {
	if err == io.EOF { //nolint:errorlint // the library wraps io.EOF in errors about corrupt data
		return err
	}
	return libraryError(in.Label(), "Arrow", err)
}

// arrowFieldsOf returns the values of a structure, or the column itself if it is not a structure.
func arrowFieldsOf(f arrow.Field, path []int) []arrowField {
	t, ok := f.Type.(*arrow.StructType)
	if !ok {
		return []arrowField{{f, path}}
	}
	var all []arrowField
	for i, child := range t.Fields() {
		child.Name = f.Name + "." + child.Name
		all = append(all, arrowFieldsOf(child, append(slices.Clip(path), i))...)
	}
	return all
}

// Fields returns the names of the columns and, instead of structures, the paths to their values.
func (a *arrowInput) Fields() []string {
	return lists.Map(a.fields, func(f arrowField) string { return f.Name })
}

// lists returns the fields that hold several values a row.
func (a *arrowInput) lists() (names []string) {
	for _, f := range a.fields {
		if _, err := arrowTextOf(f.Field); errors.Is(err, errNested) {
			names = append(names, f.Name)
		}
	}
	return names
}

// arrowFields returns the declarations in a schema of Arrow, which is written as a message.
func arrowFields(data []byte) map[string]declared {
	schema, err := arrowfile.ParseSchema(data)
	if err != nil {
		return nil
	}
	fields := make(map[string]declared)
	for _, f := range schema.Fields() {
		fields[f.Name] = declaredBy(f)
	}
	return fields
}

// declaredBy returns what a schema of Arrow declares of a column.
func declaredBy(f arrow.Field) (d declared) {
	switch t := f.Type.(type) {
	case *arrow.TimestampType:
		d.zone = t.TimeZone
	case *arrow.DurationType:
		d.duration = perSecond(t.Unit)
	case *arrow.DictionaryType:
		d.ordered = t.Ordered
		if !isBytes(t.ValueType) {
			d.kind = scale.Category
		}
	case *arrow.StringType, *arrow.LargeStringType, *arrow.StringViewType:
		d.kind = scale.Category
	case arrow.DecimalType:
		d.kind = scale.Number
	default:
		if arrow.IsInteger(t.ID()) || arrow.IsFloating(t.ID()) {
			d.kind = scale.Number
		}
	}
	for i, key := range f.Metadata.Keys() {
		if strings.HasPrefix(key, "_PL_ENUM_VALUES") {
			d.values = enumValues(f.Metadata.Values()[i])
		}
	}
	return d
}

// isBytes reports whether values are bytes. Their type depends on the values, as writers use bytes for values
// of an unknown type, such as a list of objects.
func isBytes(t arrow.DataType) bool {
	return slices.Contains([]arrow.Type{arrow.BINARY, arrow.LARGE_BINARY, arrow.BINARY_VIEW, arrow.FIXED_SIZE_BINARY}, t.ID())
}

// enumValues returns the categories that polars writes for an Enum, each after its length.
func enumValues(text string) (values []string) {
	for text != "" {
		length, rest, _ := strings.Cut(text, ";")
		n, err := strconv.Atoi(length)
		if err != nil || n < 0 || n > len(rest) {
			return nil
		}
		values, text = append(values, rest[:n]), strings.TrimPrefix(rest[n:], ";")
	}
	return values
}

//go:build !js

package records

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"

	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/scale"
)

// readsArrow tells whether files and schemas of Arrow are read.
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

// arrowFields returns what a schema of Arrow says, which is written as a message.
func arrowFields(data []byte) map[string]declared {
	r, err := ipc.NewReaderFromMessageReader(&arrowMessages{in: bytes.NewReader(data)})
	if err != nil {
		return nil
	}
	fields := make(map[string]declared)
	for _, f := range r.Schema().Fields() {
		fields[f.Name] = declaredBy(f)
	}
	return fields
}

// declaredBy returns what a column of Arrow says of itself.
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

// isBytes reports whether values are bytes, which are read by their look: writers use this type for values of
// an unknown type, such as a list of objects.
func isBytes(t arrow.DataType) bool {
	return slices.Contains([]arrow.Type{arrow.BINARY, arrow.LARGE_BINARY, arrow.BINARY_VIEW, arrow.FIXED_SIZE_BINARY}, t.ID())
}

// enumValues returns the categories that polars writes for an Enum: before each, its length.
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

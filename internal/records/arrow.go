package records

import (
	"bytes"
	"encoding/base64"
	"strconv"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/go-json-experiment/json"
)

// declared is what a file says of a column beside its values.
type declared struct {
	duration int64  // if the numbers are durations, how many make a second
	zone     string // of times
	ordered  bool   // the categories have an order
	values   []string
}

// declarations returns what a file says of its columns at the top: in the schema of Arrow, which Arrow,
// pandas and polars write, or else in the metadata of pandas.
func declarations(lookup func(key string) (string, bool)) map[string]declared {
	if text, ok := lookup("ARROW:schema"); ok {
		if data, err := base64.StdEncoding.DecodeString(text); err == nil {
			return arrowFields(data)
		}
	}
	if text, ok := lookup("pandas"); ok {
		return pandasColumns(text)
	}
	return nil
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
	}
	for i, key := range f.Metadata.Keys() {
		if strings.HasPrefix(key, "_PL_ENUM_VALUES") {
			d.values = enumValues(f.Metadata.Values()[i])
		}
	}
	return d
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

// pandasColumns returns what the metadata of pandas says.
func pandasColumns(text string) map[string]declared {
	var table struct {
		Columns []struct {
			Field    string `json:"field_name"`
			Kind     string `json:"pandas_type"`
			Metadata struct {
				Timezone string `json:"timezone"`
				Ordered  bool   `json:"ordered"`
			} `json:"metadata"`
		} `json:"columns"`
	}
	if err := json.Unmarshal([]byte(text), &table); err != nil {
		return nil
	}
	fields := make(map[string]declared)
	for _, c := range table.Columns {
		fields[c.Field] = declared{zone: c.Metadata.Timezone, ordered: c.Kind == "categorical" && c.Metadata.Ordered}
	}
	return fields
}

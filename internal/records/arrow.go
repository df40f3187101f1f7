package records

import (
	"encoding/base64"
	"encoding/binary"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
)

// declared is what a Parquet file says of a column that its own types do not tell.
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

// Numbers of the fields of the tables of Arrow's format (Schema.fbs and Message.fbs), and of some types.
const (
	messageHeaderType, messageHeader                                      = 1, 2
	schemaFields                                                          = 1
	fieldName, fieldTypeKind, fieldType, fieldDictionary, fieldAttributes = 0, 2, 3, 4, 6
	typeUnit, timestampZone                                               = 0, 1
	dictionaryOrdered                                                     = 2
	attributeKey, attributeValue                                          = 0, 1

	headerSchema                = 1
	typeTimestamp, typeDuration = 10, 18
	unitMilliseconds            = 1
)

// perSecond holds how many of every unit of time of Arrow make a second.
var perSecond = []int64{1, 1e3, 1e6, 1e9}

// arrowFields returns what the message of a schema says.
func arrowFields(data []byte) map[string]declared {
	if len(data) >= 8 && binary.LittleEndian.Uint32(data) == 1<<32-1 {
		data = data[4:] // the mark of a message, which early versions do not have
	}
	if len(data) < 8 {
		return nil
	}
	b := flatbuffer(data[4:]) // after its length
	message := b.int32(0)
	if message <= 0 || message >= len(b) || b.number(message, messageHeaderType, 1, 0) != headerSchema {
		return nil
	}
	fields := make(map[string]declared)
	for _, field := range b.tables(b.refer(message, messageHeader), schemaFields) {
		var d declared
		of := b.refer(field, fieldType)
		switch b.number(field, fieldTypeKind, 1, 0) {
		case typeTimestamp:
			d.zone = b.text(of, timestampZone)
		case typeDuration:
			if unit := b.number(of, typeUnit, 2, unitMilliseconds); unit < len(perSecond) {
				d.duration = perSecond[unit]
			}
		}
		d.ordered = b.number(b.refer(field, fieldDictionary), dictionaryOrdered, 1, 0) == 1
		for _, attribute := range b.tables(field, fieldAttributes) {
			if strings.HasPrefix(b.text(attribute, attributeKey), "_PL_ENUM_VALUES") {
				d.values = enumValues(b.text(attribute, attributeValue))
			}
		}
		fields[b.text(field, fieldName)] = d
	}
	return fields
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

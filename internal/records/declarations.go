package records

import (
	"encoding/base64"

	"github.com/go-json-experiment/json"

	"github.com/dibmap/dibmap/scale"
)

// declared is what a file declares of a column.
type declared struct {
	kind     scale.Type // text and dictionaries are categories; empty if the type depends on the values
	duration int64      // if the numbers are durations, how many make a second
	zone     string     // of times
	ordered  bool       // the categories have an order
	values   []string
}

// declarations returns what a file declares of its top-level columns: in the schema of Arrow, which
// Arrow, pandas and polars write, or else in the metadata of pandas.
func declarations(lookup func(key string) (string, bool)) map[string]declared {
	if text, ok := lookup("ARROW:schema"); ok && readsArrow {
		if data, err := base64.StdEncoding.DecodeString(text); err == nil {
			return arrowFields(data)
		}
	}
	if text, ok := lookup("pandas"); ok {
		return pandasColumns(text)
	}
	return nil
}

// pandasColumns returns what the metadata of pandas declares.
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
		fields[c.Field] = declared{zone: c.Metadata.Timezone}
		if c.Kind == "categorical" {
			fields[c.Field] = declared{kind: scale.Category, ordered: c.Metadata.Ordered}
		}
	}
	return fields
}

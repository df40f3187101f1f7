package records

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/scale"
)

func TestEnumValues(t *testing.T) {
	for text, want := range map[string][]string{
		"3;low3;mid4;high": {"low", "mid", "high"},
		"3;a;b1;c":         {"a;b", "c"},
		"9;a":              nil,
		"-1;a":             nil,
		"x":                nil,
		"":                 nil,
	} {
		if d := cmp.Diff(want, enumValues(text)); d != "" {
			t.Errorf("%q: %s", text, d)
		}
	}
}

func TestPandasColumns(t *testing.T) {
	text := `{"columns": [{"field_name": "t", "pandas_type": "datetimetz", "metadata": {"timezone": "Europe/Berlin"}},
		{"field_name": "c", "pandas_type": "categorical", "metadata": {"num_categories": 3, "ordered": true}},
		{"field_name": "n", "pandas_type": "int64", "metadata": null}]}`
	lookup := func(key string) (string, bool) { return text, key == "pandas" }
	want := map[string]declared{"t": {zone: "Europe/Berlin"}, "c": {kind: scale.Category, ordered: true}, "n": {}}
	if d := cmp.Diff(want, declarations(lookup), cmp.AllowUnexported(declared{})); d != "" {
		t.Error(d)
	}
	text = `{"columns": 3}`
	if got := declarations(lookup); got != nil {
		t.Errorf("%v of metadata that is none", got)
	}
}

// FuzzArrowFields reads schemas that are cut or changed, which must not panic.
func FuzzArrowFields(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 8, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0})
	f.Add([]byte("\x10\x00\x00\x00\x0c\x00\x00\x00\x08\x00\x0c\x00\x04\x00\x08\x00\x08\x00\x00\x00\x01\x00\x00\x00"))
	f.Fuzz(func(_ *testing.T, data []byte) { arrowFields(data) })
}

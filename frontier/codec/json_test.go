package codec

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// edited returns the golden file with one replacement.
func edited(t *testing.T, old, replacement string) string {
	t.Helper()
	text := string(written(t, tiny(t), "json"))
	if !strings.Contains(text, old) {
		t.Fatalf("the file has no %s", old)
	}
	return strings.Replace(text, old, replacement, 1)
}

func TestJSONErrors(t *testing.T) {
	tests := []struct{ old, replacement, want string }{
		{`"dibmap/frontier"`, `"geojson"`, `line 2, column 13: format is "geojson", want "dibmap/frontier": this is not a frontier`},
		{`"version": 1`, `"version": 4`, "line 3, column 14: version is 4, and this program reads versions 1 to 3 of frontiers: update it"},
		{`"version": 1`, `"version": 3`, "files of version 3, and only they, have the member second"},
		{`"version": 1`, `"version": 2`, "points[0].changes is missing, which a file of version 2 has"},
		{`"assignment": [0,1,2]`, `"changes": []`, "points[3].assignment is missing, which a file of version 1 has"},
		{`"version": 1,`, ``, "is not a frontier: version is missing"},
		{`"points"`, `"pints"`, "is not a frontier: points is missing"},
		{`"version": 1`, `"version": "1"`, `line 3, column 14: version is "1", want a whole number`},
		{`"version": 1`, `"version": null`, "line 3, column 14: version is null, want a whole number"},
		{`"n": 3`, `"n": 3.5`, "line 6, column 10: problem.n is 3.5, want a whole number"},
		{`"n": 3`, `"n": 1e99`, "line 6, column 10: problem.n is 1e99, want a whole number"},
		{`"n": 3`, `"n": 4`, "problem.n is 4, but there are 3 x_labels"},
		{`"n": 3`, `"n": -1`, "problem.n is -1, but there are 3 x_labels"},
		{`"n": 3,`, ``, "line 4, column 14: problem.n is missing"},
		{`"m": 2`, `"m": 3`, "problem.m is 3, but there are 2 y_labels"},
		{`"<c>"`, `3`, "line 11, column 7: problem.x_labels[2] is 3, want a string"},
		{`"<c>"`, `null`, "line 11, column 7: problem.x_labels[2] is null, want a string"},
		{`"<c>"`, `"a"`, `problem.x_labels: "a" occurs twice`},
		{`"hx": 1.5`, `"hx": NaN`, "line 17, column 11: is not JSON: invalid character 'N' at start of value"},
		{`"hx": 1.5`, `"hx": 1e999`, "line 17, column 11: problem.hx is 1e999, want a number"},
		{`"sha256": "00ff"`, `"md5": ""`, "line 30, column 15: problem.source.sha256 is missing"},
		{`"samples": 1000`, `"samples": [[1, 2, 3], {"four":   5}]`, `line 20, column 16: problem.samples is [[1, 2, 3], {"four":..., want a whole number`},
		{`"epsilon": "inf"`, `"epsilon": "deep"`, `line 37, column 16: search.epsilon is "deep", want a number or "inf"`},
		{`"seed": 18446744073709551615`, `"seed": -1`, "line 38, column 13: search.seed is -1, want a whole number that is not negative"},
		{`"complete": false`, `"complete": 0`, "line 45, column 17: certificate.complete is 0, want true or false"},
		{`"slack": -1e-12`, `"slick": 1`, "line 49, column 7: certificate.edges[0].slack is missing"},
		{`"edges": [`, `"edges": null, "x": [`, "line 48, column 14: certificate.edges is null, want a list"},
		{`"slope": 0.5`, `"slop": 0.5`, "line 49, column 7: certificate.edges[0].slope is missing"},
		{`"dual": [`, `"dual": null, "x": [`, "line 54, column 17: certificate.edges[0].dual is null, want a list"},
		{`[-0.5,`, `[-0.5e999,`, "line 54, column 18: certificate.edges[0].dual[0] is -0.5e999, want a number"},
		{`[-0.5,`, `[`, "certificate.edges[0].dual has 2 numbers, want one for each of the 3 rows"},
		{`"columns": 9007199254740992`, `"columns": 0.5`, "line 57, column 20: certificate.edges[0].columns is 0.5, want a whole number"},
		{`"columns": 9007199254740992`, `"columns": -1`, "certificate.edges[0].columns is -1, want a number from 0"},
		{`"slope": 0.5`, `"slope": 1.5`, "certificate.edges[0].slope is 1.5, want a number from 0 to 1"},
		{`"slope": 0.5`, `"slope": -0.5`, "certificate.edges[0].slope is -0.5, want a number from 0 to 1"},
		{`"h_hi": 1.5`, `"h_hi": 0`, "certificate.edges[0]: h_lo is 0 and h_hi is 0: they must increase"},
		{`"h_hi": 1.5`, `"h_hi": 1.6`, "certificate.edges[0] goes from 0 to 1.6, which is off the frontier"},
		{`"h_lo": 0`, `"h_lo": -0.1`, "certificate.edges[0] goes from -0.1 to 1.5, which is off the frontier"},
		{`"tolerance": 1e-8`, `"tolerance": 0`, "certificate.tolerance is 0, want a number above 0"},
		{`"complete_from_h": 1`, `"complete_from_h": -1`, "certificate.complete_from_h is -1, which is off the frontier"},
		{`"complete_from_h": 1`, `"complete_from_h": 2`, "certificate.complete_from_h is 2, which is off the frontier"},
		{`"points": [`, `"points": 3, "p": [`, "line 61, column 13: points is 3, want a list"},
		{`{"h": 0,`, `7, {"h": 0,`, "line 62, column 5: points[0] is 7, want an object"},
		{`"h": 1.5`, `"h": "1.5"`, `line 65, column 11: points[3].h is "1.5", want a number`},
		{`"h": 1.5`, `"h": null`, "line 65, column 11: points[3].h is null, want a number"},
		{`"h": 1.5`, `"h": 1e999`, "line 65, column 11: points[3].h is 1e999, want a number"},
		{`"h": 1.5, `, ``, "line 65, column 5: points[3].h is missing"},
		{`"k": 3, `, ``, "line 65, column 5: points[3].k is missing"},
		{`, "ties": 0}`, `}`, "line 63, column 5: points[1].ties is missing"},
		{`"assignment": [0,1,2], `, ``, "line 65, column 5: points[3].assignment is missing"},
		{`"k": 3`, `"k": 0`, "line 65, column 32: points[3].k is 0, want a whole number from 1"},
		{`"k": 3`, `"k": 3.0`, "line 65, column 32: points[3].k is 3.0, want a whole number"},
		{`"k": 3`, `"k": 2147483648`, "line 65, column 32: points[3].k is 2147483648, want a whole number from 1"},
		{`"k": 3`, `"k": 2`, "point 3: k is 2, but the assignment has 3 clusters"},
		{`"ties": 3`, `"ties": -3`, "line 64, column 79: points[2].ties is -3, want a whole number from 0"},
		{`[0,1,2]`, `"012"`, `line 65, column 49: points[3].assignment is "012", want a list`},
		{`[0,1,2]`, `[0,1]`, "point 3: the assignment does not have one label for each of the 3 rows"},
		{`[0,1,2]`, `[0,1,2,3]`, "point 3: the assignment does not have one label for each of the 3 rows"},
		{`[0,1,2]`, `[0,2,1]`, "line 65, column 55: assignment: row 1 has label 2 where 0 to 1 may stand: not in canonical form"},
		{`[0,1,2]`, `[0,1,256]`, "line 65, column 57: assignment: row 2 has label 256 where 0 to 2 may stand: not in canonical form"},
		{`[0,1,2]`, `[0,1,-1]`, "line 65, column 54: points[3].assignment[2] is -1, want a whole number from 0"},
		{`"h": 1.5`, `"h": 1`, "point 3: (h 1, i 0.75) does not lie right of and above (h 1, i 0.30000000000000004)"},
		{`"i": 0.75`, `"i": 0.1`, "point 3: (h 1.5, i 0.1) does not lie right of and above (h 1, i 0.30000000000000004)"},
		{`"k": 3`, `"k": 3, "k": 3`, "line 65, column 35: points[3].k occurs twice"},
		{`"k": 3,`, `"k": 3,,`, "line 65, column 34: is not JSON: invalid character ',' at start of value"},
		{"\n  ]\n}\n", "\n  ]\n", "line 67, column 1: the file ends too early: part of it is missing"},
		{"\n  ]\n}\n", "\n  ]\n} {}", "line 67, column 3: more follows after the frontier"},
		{"\n  ]\n}\n", "\n  ]\n} x", "line 67, column 3: is not JSON: invalid character 'x' at start of value"},
	}
	for _, tt := range tests {
		_, err := Read(strings.NewReader(edited(t, tt.old, tt.replacement)))
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s for %s:\n got %v\nwant %s", tt.replacement, tt.old, err, tt.want)
		}
	}
}

// TestJSONPositionsInLargeFiles puts an error behind many lines, or behind as
// many points on one line.
func TestJSONPositionsInLargeFiles(t *testing.T) {
	text := written(t, large(t, 2000, 30), "json")
	at := bytes.LastIndex(text, []byte(`"ties": `)) + len(`"ties": `)
	text[at] = '-'
	line, column := bytes.Count(text[:at], []byte("\n"))+1, at-bytes.LastIndexByte(text[:at], '\n')
	one := bytes.ReplaceAll(text, []byte("\n"), []byte(" "))
	for _, tt := range []struct {
		text         []byte
		line, column int
	}{{text, line, column}, {one, 1, at + 1}} {
		_, err := Read(bytes.NewReader(tt.text))
		e, ok := err.(*positionError) //nolint:errorlint // the contract is the type itself
		if !ok || e.line != tt.line || e.column < tt.column || e.column > tt.column+1 {
			t.Errorf("got %v, want line %d, column %d", err, tt.line, tt.column)
		}
	}
}

// TestJSONKeysInAnyOrder reads what another program has sorted and extended.
func TestJSONKeysInAnyOrder(t *testing.T) {
	f := tiny(t)
	var tree map[string]any
	d := json.NewDecoder(bytes.NewReader(written(t, f, "json")))
	d.UseNumber()
	if err := d.Decode(&tree); err != nil {
		t.Fatal(err)
	}
	tree["zzz"] = []any{1, map[string]any{"h": 2}}
	tree["problem"].(map[string]any)["comment"] = "added"
	tree["points"].([]any)[0].(map[string]any)["prominence"] = nil
	sorted, err := json.Marshal(tree) // points come before problem now
	if err != nil {
		t.Fatal(err)
	}
	got, err := Read(bytes.NewReader(sorted))
	if err != nil {
		t.Fatal(err)
	}
	if diff := difference(f, got); diff != "" {
		t.Error(diff)
	}
}

package codec

import (
	"archive/zip"
	"bytes"
	"io"
	"maps"
	"math"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
)

func TestUncertainJSONErrors(t *testing.T) {
	text := string(written(t, uncertain(t), "json"))
	for _, tt := range []struct{ old, with, want string }{
		{`"method": "bootstrap"`, `"method": ""`, "uncertainty.method is empty"},
		{`"method": "bootstrap",`, ``, "line 61, column 18: uncertainty.method is missing"},
		{`"method": "bootstrap"`, `"method": 1`, "line 62, column 15: uncertainty.method is 1, want a string"},
		{`"resamples": 200`, `"resamples": -200`, "uncertainty.resamples is -200, and should be 0 or more"},
		{`"resamples": 200,`, ``, "line 61, column 18: uncertainty.resamples is missing"},
		{`"resamples": 200`, `"resamples": 0.5`, "line 63, column 18: uncertainty.resamples is 0.5, want a whole number"},
		{"200,\n    \"seed\": 18446744073709551615", "200,\n    \"seed\": -1", "line 64, column 13: uncertainty.seed is -1, want a whole number that is not negative"},
		{`"filter": {`, `"filter": null, "x": {`, "line 65, column 15: uncertainty.filter is null, want an object"},
		{`"apart": "either"`, `"apart": "none"`, `uncertainty.filter.apart is "none": want both or either`},
		{`"apart": "either"`, `"apart": ""`, `uncertainty.filter.apart is "": want both or either`},
		{`"apart": "either",`, ``, `line 65, column 15: uncertainty.filter.apart is missing`},
		{`"overlap": "difference"`, `"overlap": "much"`, `uncertainty.filter.overlap is "much": want intervals, value or difference`},
		{`"overlap": "difference"`, `"overlap": 7`, "line 67, column 18: uncertainty.filter.overlap is 7, want a string"},
		{`"sigma": 1.5`, `"sigma": 0`, "uncertainty.filter.sigma is 0: want a number above 0, such as 1 or 2"},
		{`"sigma": 1.5`, `"sigma": "1"`, `line 68, column 16: uncertainty.filter.sigma is "1", want a number`},
		{`"uncertainty": {`, `"uncertainty": 3, "x": {`, "line 61, column 18: uncertainty is 3, want an object"},
		{`"dh": 0.5, `, ``, "points[1] lacks dh, di or cov, and the file has an uncertainty"},
		{`"di": 0.25, `, ``, "points[1] lacks dh, di or cov, and the file has an uncertainty"},
		{`, "cov": -0.125`, ``, "points[1] lacks dh, di or cov, and the file has an uncertainty"},
		{`"dh": 0.5, `, `"dh": null, `, "points[1] lacks dh, di or cov, and the file has an uncertainty"},
		{`"di": 0.25, `, `"di": "0.25", `, `line 73, column 100: points[1].di is "0.25", want a number`},
		{`"cov": -0.125`, `"cov": [-0.125, 2]`, "line 73, column 113: points[1].cov is [-0.125, 2], want a number"},
		{`"cov": -0.125`, `"cov": 1e999`, "line 73, column 113: points[1].cov is 1e999, want a number"},
		{`"cov": -0.125`, `"cov": -0.126`, "point 1: cov is -0.126, and should not be larger than dh 0.5 times di 0.25"},
		{`"dh": 0.5`, `"dh": -0.5`, "point 1: dh is -0.5, and should be 0 or more"},
		{`"dh": 0.5`, `"dh": 0.5, "dh": 0.5`, "line 73, column 94: points[1].dh occurs twice"},
	} {
		changed := strings.Replace(text, tt.old, tt.with, 1)
		if changed == text {
			t.Fatalf("the file has no %s", tt.old)
		}
		if _, err := Read(strings.NewReader(changed)); err == nil || err.Error() != tt.want {
			t.Errorf("%s for %s:\n got %v\nwant %s", tt.with, tt.old, err, tt.want)
		}
	}
}

// TestFirstWrongSpreadIsTold, whatever comes later, and where points come before the
// header that makes it matter.
func TestFirstWrongSpreadIsTold(t *testing.T) {
	text := strings.TrimSuffix(string(written(t, uncertain(t), "json")), "\n}\n")
	head, points, _ := strings.Cut(text, ",\n  \"points\": ")
	file := `{"points": ` + points + "," + strings.TrimPrefix(head, "{") + "}"
	f, err := Read(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if diff := difference(uncertain(t), f); diff != "" {
		t.Error(diff)
	}
	for _, tt := range []struct{ old, with, want string }{
		{`"dh": `, `"width": `, "points[0] lacks dh, di or cov, and the file has an uncertainty"},
		{`"di": `, `"di": true, "_": `, "line 2, column 106: points[0].di is true, want a number"},
		{`-0.125`, `null}, {"h": 0.9, "i": 0.2, "k": 2, "assignment": null, "ties": 0`, "points[1] lacks dh, di or cov, and the file has an uncertainty"},
	} {
		_, err := Read(strings.NewReader(strings.ReplaceAll(file, tt.old, tt.with)))
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s:\n got %v\nwant %s", tt.with, err, tt.want)
		}
	}
}

// TestSpreadsWithoutSettings are skipped, as other keys are, whatever they say.
func TestSpreadsWithoutSettings(t *testing.T) {
	text := string(written(t, uncertain(t), "json"))
	from, to := strings.Index(text, `  "uncertainty": {`), strings.Index(text, `  "points": [`)
	for _, header := range []string{"", `"uncertainty": null,`} {
		for _, dh := range []string{`"dh": `, `"dh": -1, "_": `, `"dh": null, "_": `, `"_": `} {
			got, err := Read(strings.NewReader(text[:from] + header + strings.ReplaceAll(text[to:], `"dh": `, dh)))
			if err != nil {
				t.Errorf("%s: %v", dh, err)
				continue
			}
			if diff := difference(tiny(t), got); diff != "" {
				t.Errorf("%s: %s", dh, diff)
			}
		}
	}
}

// npzContent returns the members of a frontier's archive.
func npzContent(t *testing.T, f *frontier.Frontier) map[string]string {
	t.Helper()
	members := make(map[string]string)
	file := written(t, f, "npz")
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	for _, member := range z.File {
		r, err := member.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		members[member.Name] = string(content)
	}
	return members
}

func TestUncertainNPZErrors(t *testing.T) {
	good := npzContent(t, uncertain(t))
	for _, tt := range []struct{ member, content, want string }{
		{"dh.npy", "", "is not a frontier: the archive has no member dh.npy"},
		{"di.npy", "", "is not a frontier: the archive has no member di.npy"},
		{"cov.npy", "", "is not a frontier: the archive has no member cov.npy"},
		{"robust.npy", "", ""}, // follows from the others
		{"robust.npy", "x", ""},
		{"dh.npy", array(t, []int{3}, 1, 1, 1), "member dh.npy: has the shape [3], want [4]"},
		{"di.npy", array(t, []int{4, 1}, 1, 1, 1, 1), "member di.npy: has the shape [4 1] where 1 dimensions should be"},
		{"dh.npy", array(t, []int{4}, 1, 1, 1, math.NaN()), "point 3: dh is NaN, and should be 0 or more"},
		{"cov.npy", array(t, []int{4}, 1, 1, 1, 1), "point 0: cov is 1, and should not be larger than dh 0 times di 0"},
		{"meta.json", strings.Replace(good["meta.json"], "either", "or", 1), `member meta.json: uncertainty.filter.apart is "or": want both or either`},
	} {
		members := maps.Clone(good)
		members[tt.member] = tt.content
		if tt.content == "" {
			delete(members, tt.member)
		}
		_, err := Read(bytes.NewReader(zipped(t, zip.Deflate, members)))
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || err.Error() != tt.want) {
			t.Errorf("%s: got %v, want %s", tt.member, err, tt.want)
		}
	}
	for _, member := range []string{"dh.npy", "di.npy", "cov.npy"} { // without settings
		members := maps.Clone(good)
		members["meta.json"], members[member] = string(must(headerOf(tiny(t), nil).marshal())), "x"
		f, err := Read(bytes.NewReader(zipped(t, zip.Deflate, members)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := difference(tiny(t), f); diff != "" {
			t.Error(diff)
		}
	}
}

// must returns what cannot fail in a test.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestUncertainParquetErrors(t *testing.T) {
	type row struct {
		H          float64 `parquet:"h"`
		I          float64 `parquet:"i"`
		K          int32   `parquet:"k"`
		Ties       int32   `parquet:"ties"`
		Assignment []int32 `parquet:"assignment,optional,list"`
	}
	type spread struct {
		DH  *float64 `parquet:"dh"`
		DI  *float64 `parquet:"di"`
		Cov *float64 `parquet:"cov"`
	}
	type whole struct {
		row
		spread
	}
	type text struct {
		row
		DH  string  `parquet:"dh"`
		DI  float64 `parquet:"di"`
		Cov float64 `parquet:"cov"`
	}
	type lacking struct {
		row
		DH  float64 `parquet:"dh"`
		Cov float64 `parquet:"cov"`
	}
	first, second := row{K: 1}, row{H: 1, I: 1, K: 2}
	zero := spread{new(0.0), new(0.0), new(0.0)}
	rows := func(change func(s *spread)) func(meta string) []byte {
		s := zero
		change(&s)
		return func(meta string) []byte { return parquetFile(t, meta, whole{first, zero}, whole{second, s}) }
	}
	with, without := headerOf(uncertain(t), nil), headerOf(tiny(t), nil)
	with.Certificate, without.Certificate = nil, nil // of other points
	for _, tt := range []struct {
		want string
		file func(meta string) []byte
	}{
		{"", rows(func(*spread) {})},
		{"point 1: dh is <null>, want a number of 64 bits", rows(func(s *spread) { s.DH = nil })},
		{"point 1: di is <null>, want a number of 64 bits", rows(func(s *spread) { s.DI = nil })},
		{"point 1: cov is <null>, want a number of 64 bits", rows(func(s *spread) { s.Cov = nil })},
		{"point 1: di is -1, and should be 0 or more", rows(func(s *spread) { s.DI = new(-1.0) })},
		{"point 0: dh is wide, want a number of 64 bits", func(meta string) []byte { return parquetFile(t, meta, text{first, "wide", 0, 0}) }},
		{"is not a frontier: there is no column di of the right type", func(meta string) []byte { return parquetFile(t, meta, lacking{first, 0, 0}) }},
	} {
		_, err := Read(bytes.NewReader(tt.file(string(must(with.marshal())))))
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || err.Error() != tt.want) {
			t.Errorf("got %v, want %s", err, tt.want)
		}
		f, err := Read(bytes.NewReader(tt.file(string(must(without.marshal())))))
		if err != nil || f.At(0).Spread != (frontier.Spread{}) {
			t.Errorf("without settings: %v", err)
		}
	}
}

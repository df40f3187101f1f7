package recode

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/dibmap/dibmap/encode"
	"github.com/dibmap/dibmap/internal/oracle/files"
)

// TestEncodeJSONArray adds clusters to the objects of an array, which stays one, in the spelling it had.
func TestEncodeJSONArray(t *testing.T) {
	e, err := encode.New([]string{"Rome", "Bath"}, []int{0, 1}, []string{"A", "B"})
	if err != nil {
		t.Fatal(err)
	}
	opts := Options{Codings: []encode.Coding{{X: "user.city", As: "z", Encoder: e, Style: encode.Style{Unknown: "error"}}}}
	content := "\n[\n  {\n    \"user\": {\"city\": \"Rome\"}\n  },\n  {\"user\":{\"city\":\"Bath\"}}, {\"user.city\":\"Rome\"}\n]\n"
	want := "\n[\n  {\n    \"user\": {\"city\": \"Rome\"}, \"z\": \"A\"\n  },\n  {\"user\":{\"city\":\"Bath\"}, \"z\": \"B\"}, {\"user.city\":\"Rome\", \"z\": \"A\"}\n]\n"
	folder := t.TempDir()
	path := files.Write(t, folder, "a.json", content)
	var out bytes.Buffer
	stats, err := Encode(t.Context(), &out, path, opts)
	if err != nil || stats.Records != 3 || out.String() != want {
		t.Errorf("%v: %d records\n%s\nwant\n%s", err, stats.Records, out.String(), want)
	}
	if !json.Valid(out.Bytes()) {
		t.Error("the output is not JSON")
	}
	files.Write(t, folder, "b.json", content)
	_, err = Encode(t.Context(), &out, folder, opts)
	checkError(t, err, folder, "b.json: files of JSON arrays do not become one: encode them one by one, or as JSON Lines")
}

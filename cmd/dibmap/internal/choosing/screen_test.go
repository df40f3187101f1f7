package choosing

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/internal/oracle/examples"
)

// TestJSONIsWhole: what programs read has all values, whatever a screen holds.
func TestJSONIsWhole(t *testing.T) {
	f, p := examples.Grouped(t, 5000, 700, true)
	var out bytes.Buffer
	if err := printJSON(&out, f, p, nil, nil, nil); err != nil {
		t.Fatal(err)
	}
	var got struct{ Clusters [][]string }
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	values := 0
	for _, c := range got.Clusters {
		values += len(c)
	}
	if len(got.Clusters) != 700 || values != 5000 {
		t.Errorf("%d values in %d clusters", values, len(got.Clusters))
	}
}

// TestFullIsForLists: --full says how long the list of points is, and nothing else.
func TestFullIsForLists(t *testing.T) {
	cmd := NewShow(cli.Streams{})
	cmd.SetArgs([]string{"f.json", "--walk", "--full"})
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	if err := cmd.Execute(); err == nil || !strings.HasPrefix(err.Error(), "--full is for the list of points") {
		t.Error(err)
	}
}

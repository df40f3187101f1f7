package input

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/joint"
)

// people returns records of X in numbers, Y, and S, some without a value.
func people(t *testing.T) string {
	t.Helper()
	r := random.New(1)
	var b bytes.Buffer
	b.WriteString("x,y,s,n\n")
	for range 400 {
		y, s := []string{"u", "v", "w", ""}[r.Next()%4], []string{"f / m", "m", "", "9", "10"}[r.Next()%5]
		fmt.Fprintf(&b, "%d,%s,%s,%d\n", r.Next()%30, y, s, r.Next()%4)
	}
	path := filepath.Join(t.TempDir(), "people.csv")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// posed returns the problem of a file, read with some flags.
func posed(t *testing.T, path string, flags ...string) *Problem {
	t.Helper()
	f := &ProblemFlags{}
	cmd := &cobra.Command{}
	f.Add(cmd)
	f.AddSecond(cmd)
	f.Limits.Add(cmd)
	if err := cmd.ParseFlags(append([]string{"--x", "x", "--count", "n"}, flags...)); err != nil {
		t.Fatal(err)
	}
	if err := f.Check(cmd.Flags().Changed); err != nil {
		t.Fatal(err)
	}
	f.Table.HoldOut = true
	p, err := f.Pose(t.Context(), []string{path}, cli.Streams{Out: io.Discard, Err: io.Discard}, true)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestPairsAreTheTwoTables: the tables of X and Y and of X and S are those that are read one at a time, in any order of
// names and for any numbers of columns.
func TestPairsAreTheTwoTables(t *testing.T) {
	path := people(t)
	for _, bins := range []string{"none", "auto:7"} {
		p := posed(t, path, "--y", "y", "--leak", "s", "--bins-x", bins, "--missing-y", "own")
		y, s := posed(t, path, "--y", "y", "--bins-x", bins, "--missing-y", "own"), posed(t, path, "--y", "s", "--bins-x", bins, "--missing-y", "own")
		if p.Joint.SHA256() != y.Joint.SHA256() || !slices.Equal(p.Joint.YLabels(), y.Joint.YLabels()) {
			t.Errorf("bins %s: another table of X and Y", bins)
		}
		if bins == "none" && p.Second.Joint.SHA256() != s.Joint.SHA256() || !slices.Equal(p.Second.Joint.YLabels(), s.Joint.YLabels()) {
			t.Errorf("bins %s: another table of X and S, of %q and not %q", bins, p.Second.Joint.YLabels(), s.Joint.YLabels())
		}
		without := posed(t, path, "--y", "y", "--leak", "s", "--bins-x", bins)
		if y := posed(t, path, "--y", "y", "--bins-x", bins); without.Joint.SHA256() != y.Joint.SHA256() || !slices.Equal(without.Second.Joint.YLabels(), s.Joint.YLabels()) {
			t.Errorf("bins %s: another table of X and Y of the records with Y, or values of S other than %q", bins, s.Joint.YLabels())
		}
		if !slices.Equal(p.Second.Joint.XLabels(), p.Joint.XLabels()) {
			t.Errorf("bins %s: other rows of X and S", bins)
		}
	}
}

// TestFoldsOfPairs: in each fold, the counts of Y and of S are of the same records, and together they are the table.
func TestFoldsOfPairs(t *testing.T) {
	path := people(t)
	p := posed(t, path, "--y", "y", "--leak", "s", "--bins-x", "auto:7")
	f := TableFlags{}
	folds, err := f.RandomFolds(p, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	ofY, ofS, err := p.Second.Apart(folds)
	if err != nil {
		t.Fatal(err)
	}
	held := 0.0
	for n := range folds {
		for _, pair := range [][2]*joint.Joint{{ofY[n].Training, ofS[n].Training}, {ofY[n].HeldOut, ofS[n].HeldOut}} {
			for x, label := range pair[0].XLabels() {
				if label != pair[1].XLabels()[x] || pair[0].RowMass(x) != pair[1].RowMass(x) {
					t.Fatalf("fold %d: row %s differs", n, label)
				}
			}
		}
		if ofY[n].Training.Total()+ofY[n].HeldOut.Total() != p.Joint.Total() {
			t.Errorf("fold %d has other records", n)
		}
		held += ofS[n].HeldOut.Total()
	}
	if held != p.Joint.Total() {
		t.Errorf("%g records are held out, want %g", held, p.Joint.Total())
	}
}

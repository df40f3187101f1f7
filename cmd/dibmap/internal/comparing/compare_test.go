package comparing

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/internal/baseline"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// held compares dibmap and other contenders on a small table.
func held(t *testing.T, ctx context.Context, f *compareFlags, others ...contender) (*comparison, string, error) {
	t.Helper()
	j, err := joint.Dense([]string{"a", "b", "c", "d"}, []string{"p", "q"}, [][]float64{{3, 1}, {2, 2}, {1, 3}, {0, 5}})
	if err != nil {
		t.Fatal(err)
	}
	r := &comparison{joint: j, flags: f, problem: problem.DIB(j).Describe()}
	r.problem.Source.Name = "small"
	var stderr bytes.Buffer
	err = r.run(ctx, append([]contender{f.searchBy(ourName, search.Options{})}, others...), cli.Clock{}, cli.Streams{In: strings.NewReader(""), Out: nil, Err: &stderr})
	return r, stderr.String(), err
}

// found is a contender that finds the given clusterings, and does something before.
func found(name string, do func() error, clusterings ...partition.Partition) contender {
	return contender{name: name, run: func(context.Context, *joint.Joint, func(search.Progress)) (findings, error) {
		var encoders []baseline.Clustering
		for _, p := range clusterings {
			encoders = append(encoders, baseline.Clustering{Partition: p})
		}
		return findings{clusterings: slices.Values(encoders), status: "interrupted"}, do()
	}}
}

// TestInterruptedComparison keeps what was found until then.
func TestInterruptedComparison(t *testing.T) {
	for _, prove := range []cli.Proving{cli.ProveNo, cli.ProveYes} {
		ctx, cancel := context.WithCancel(context.Background())
		stop := func() error { cancel(); return nil }
		f := &compareFlags{prove: prove, noTimes: true}
		r, stderr, err := held(t, ctx, f, found("first", stop, partition.Identity(4)), found("second", stop), found("third", stop))
		if err != nil || stderr != "" {
			t.Fatal(err, stderr)
		}
		var names, statuses []string
		for k, s := range r.Scores {
			names, statuses = append(names, s.Method), append(statuses, r.found[k].status)
		}
		if d := cmp.Diff([]string{"dibmap", "first"}, names); d != "" {
			t.Error(d)
		}
		if d := cmp.Diff([]string{"finished", "interrupted"}, statuses); d != "" {
			t.Error(d)
		}
		var out bytes.Buffer
		if err := r.print(&out); err != nil || !strings.HasSuffix(out.String(), "\n\nnot run: second, third\n") {
			t.Errorf("%v: %s", err, &out)
		}
		if r.complete() != (prove == cli.ProveYes) {
			t.Errorf("complete is %v", r.complete())
		}
	}
}

// TestComparisonFromTheStartInterrupted has dibmap hand over what it has, and the proof
// what it proved.
func TestComparisonFromTheStartInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, _, err := held(t, ctx, &compareFlags{prove: cli.ProveYes}, found("other", nil))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Scores) != 1 || r.found[0].status != "interrupted" || !slices.Equal(r.notRun, []string{"other"}) {
		t.Errorf("%+v, not run %v", r.found, r.notRun)
	}
}

// TestMethodThatCannot is left out, with a warning, unless it was asked for.
func TestMethodThatCannot(t *testing.T) {
	cannot := func() error { return errors.New("too large") }
	fine := func() error { return nil }
	r, stderr, err := held(t, context.Background(), &compareFlags{}, found("poor", cannot), found("fine", fine))
	if err != nil || stderr != "dibmap: warning: poor is left out: too large\n" || len(r.Scores) != 2 || !slices.Equal(r.notRun, []string{"poor"}) {
		t.Errorf("%v, %q, %d scores, not run %v", err, stderr, len(r.Scores), r.notRun)
	}
	// A method without a grouping has no precision.
	var out bytes.Buffer
	if err := r.print(&out); err != nil || !strings.Contains(out.String(), "\nfine         0   0   0   6          -    0.0 %    0.00 %") {
		t.Errorf("%v: %s", err, &out)
	}
	out.Reset()
	if err := r.encode(&out); err != nil || !strings.Contains(out.String(), `"precision": null`) {
		t.Errorf("%v: %s", err, &out)
	}
	out.Reset()
	if err := r.encodeCSV(&out); err != nil || !strings.Contains(out.String(), "\nfine,0,0,0,6,,0,0,") {
		t.Errorf("%v: %s", err, &out)
	}
	wanted := found("poor", cannot)
	wanted.wanted = true
	if _, _, err := held(t, context.Background(), &compareFlags{}, wanted); err == nil || err.Error() != "small: poor: too large" {
		t.Errorf("error %v", err)
	}
}

// TestSharesOfAll checks that only all is 100 %.
func TestSharesOfAll(t *testing.T) {
	for _, tt := range []struct {
		v        float64
		decimals int
		want     string
	}{
		{1, 1, "100.0 %"},
		{1, 2, "100.00 %"},
		{0.99999, 1, "99.9 %"},
		{0.99999, 2, "99.99 %"},
		{0.2857, 1, "28.6 %"},
		{0, 1, "0.0 %"},
		{-0.2, 1, "-"},
		{math.NaN(), 1, "-"},
	} {
		if got := share(tt.v, tt.decimals); got != tt.want {
			t.Errorf("%g is %q, want %q", tt.v, got, tt.want)
		}
	}
}

// TestHelpNamesEveryMethod wants a line of the help for each.
func TestHelpNamesEveryMethod(t *testing.T) {
	var names []string
	for _, line := range strings.Split(strings.TrimSuffix(methodHelp, "\n"), "\n") {
		names = append(names, strings.Split(strings.TrimSpace(line[:22]), ", ")...)
	}
	if d := cmp.Diff(methodNames(), names); d != "" {
		t.Errorf("methods, and the help (-methods +help):\n%s", d)
	}
}

// TestExternalOfASpreadsheet reads a file that begins with a byte order mark.
func TestExternalOfASpreadsheet(t *testing.T) {
	j, err := joint.Dense([]string{"a", "b"}, []string{"p", "q"}, [][]float64{{1, 0}, {0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	list, err := externalMethods("labels.csv", strings.NewReader("\ufeffmethod,row,label\r\nm,b,1\r\nm,a,1\r\n"), j, nil)
	if err != nil || len(list) != 1 || list[0].name != "m" {
		t.Errorf("%v, %v", list, err)
	}
}

// FuzzExternal reads any file without a panic, and has a complete grouping or a line
// of error.
func FuzzExternal(f *testing.F) {
	f.Add("method,row,label\nm,a,1\nm,b,2\n")
	f.Add("\ufeffk,method,row,label\n1,m,a,1\n1,m,b,2\n2,m,b,\n")
	f.Add("method,row,label\n\"m\n,a,1")
	f.Add("method,row,label,clustering\nm,a,x,1\nm,z,x,1\nm,b,x,1\n")
	j, err := joint.Dense([]string{"a", "b", "z"}, []string{"p", "q"}, [][]float64{{1, 0}, {0, 1}, {0, 0}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := externalMethods("labels.csv", strings.NewReader(text), j, nil)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "labels.csv") {
				t.Errorf("error %q", err)
			}
			return
		}
		for _, c := range list {
			a, err := c.run(context.Background(), j, nil)
			if err != nil {
				t.Fatal(err)
			}
			for g := range a.clusterings {
				if len(g.Partition) != 2 || g.Partition.Check() != nil {
					t.Errorf("%q: %v", text, fmt.Sprint(g))
				}
			}
		}
	})
}

// TestTimeIsShared: the time limit is that of all methods together, and what one leaves is there for the next.
func TestTimeIsShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var took []time.Duration
		slow := func(name string, most time.Duration) contender {
			return contender{name: name, run: func(ctx context.Context, _ *joint.Joint, _ func(search.Progress)) (findings, error) {
				start := time.Now()
				select {
				case <-ctx.Done():
				case <-time.After(most):
				}
				took = append(took, time.Since(start))
				return findings{clusterings: slices.Values([]baseline.Clustering{})}, nil
			}}
		}
		j, err := joint.Dense([]string{"a", "b"}, []string{"p", "q"}, [][]float64{{3, 1}, {2, 2}})
		if err != nil {
			t.Fatal(err)
		}
		r := &comparison{joint: j, flags: &compareFlags{prove: cli.ProveNo}, problem: problem.DIB(j).Describe()}
		r.problem.N = 0 // nothing is kept for judging
		start := time.Now()
		if err := r.run(t.Context(), []contender{slow("one", time.Hour), slow("two", time.Second), slow("three", time.Hour)}, cli.StartClock(30*time.Second), cli.Streams{Err: io.Discard}); err != nil {
			t.Fatal(err)
		}
		want := []time.Duration{10 * time.Second, time.Second, 19 * time.Second}
		if !slices.Equal(took, want) || time.Since(start) != 30*time.Second {
			t.Errorf("the methods took %v of 30s, want %v", took, want)
		}
	})
}

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/partition"
)

// differences is a frontier file of version 2: each grouping as changes to the one before.
type differences map[string]any

// differencesOf returns the frontier of a small file of version 1.
func differencesOf(t *testing.T, content string) differences {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(content))
	d.UseNumber() // which keeps every digit
	var file differences
	if err := d.Decode(&file); err != nil {
		t.Fatal(err)
	}
	var from partition.Partition
	for n, p := range file.points() {
		var to partition.Partition
		for _, c := range p["assignment"].([]any) {
			label, err := strconv.Atoi(string(c.(json.Number)))
			if err != nil {
				t.Fatal(err)
			}
			to = append(to, label)
		}
		if from == nil {
			from = make(partition.Partition, len(to))
		} else {
			p["from"] = n - 1
		}
		list := []int32{}
		for _, c := range partition.Difference(from, to) {
			list = append(list, c.Row, c.To)
		}
		delete(p, "assignment")
		p["changes"], from = list, to
	}
	file["version"] = 2
	return file
}

func (d differences) points() (list []map[string]any) {
	for _, p := range d["points"].([]any) {
		list = append(list, p.(map[string]any))
	}
	return list
}

// TestVerifyFindsForgedDifferences: verify follows the changes of a file of version 2, and rejects it
// after one digit or one change of one point was forged.
func TestVerifyFindsForgedDifferences(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "frontier.json")
	if code, _, stderr := call(context.Background(), "map", "@alphabet", "--fast", "--effort", "0.1", "--best-up-to", "0", "-q", "-o", path); code != cli.ExitDone {
		t.Fatal(stderr)
	}
	whole := read(t, path)
	verified := func(file differences) (code int, stdout string) {
		content, err := json.Marshal(file)
		if err != nil {
			t.Fatal(err)
		}
		code, stdout, stderr := call(context.Background(), "verify", write(t, path, string(content)), "@alphabet", "--quiet=false")
		return code, stdout + stderr
	}
	points := len(differencesOf(t, whole).points())
	code, said := verified(differencesOf(t, whole))
	if want := "groupings computed from one to the next by their changes, in exact sums; 100 of them also independently"; code != cli.ExitDone || points < 200 || !strings.Contains(said, want) {
		t.Fatalf("%d points, exit code %d: %s", points, code, said)
	}
	for n := 7; n < points; n += points / 3 {
		for what, forge := range map[string]func(p map[string]any){
			"h": func(p map[string]any) { p["h"] = otherDigit(p["h"]) },
			"i": func(p map[string]any) { p["i"] = otherDigit(p["i"]) },
			"a change": func(p map[string]any) {
				list := p["changes"].([]int32)
				list[0] = (list[0] + 1) % 27
				if list[0] == list[1] {
					list[0] = (list[0] + 1) % 27
				}
			},
			"a change left out": func(p map[string]any) { p["changes"] = p["changes"].([]int32)[2:] },
		} {
			file := differencesOf(t, whole)
			p := file.points()[n]
			forge(p)
			code, said := verified(file)
			// The reader refuses those that have another number of clusters.
			refused := code == cli.ExitUsage && strings.Contains(said, ": k is ")
			if !refused && (code != cli.ExitFailed || !strings.Contains(said, fmt.Sprintf("of point %d is given as", n))) {
				t.Errorf("%s of point %d: exit code %d: %s", what, n, code, said)
			}
		}
	}
}

// otherDigit changes the last but one digit of a number.
func otherDigit(v any) json.Number {
	text := []byte(v.(json.Number))
	at := len(text) - 2
	text[at] = '0' + (text[at]-'0'+1)%10
	return json.Number(text)
}

// TestVerifyAllowsOtherArctangents: earlier versions computed kinks with the arctangent of the machine, whose
// last digits differ between processors.
func TestVerifyAllowsOtherArctangents(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "frontier.json")
	if code, _, stderr := call(t.Context(), "map", "@occupation", "-q", "-o", path); code != cli.ExitDone {
		t.Fatal(stderr)
	}
	content := read(t, path)
	kink := regexp.MustCompile(`"kink": ([0-9.]+)`).FindStringSubmatch(content)
	if kink == nil {
		t.Fatal("the frontier has no kink")
	}
	angle, err := strconv.ParseFloat(kink[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		by   float64
		want int
	}{{0, cli.ExitDone}, {1e-12, cli.ExitDone}, {1e-6, cli.ExitFailed}} {
		other := strings.Replace(content, kink[0], fmt.Sprintf(`"kink": %v`, angle+c.by), 1)
		code, stdout, _ := call(t.Context(), "verify", write(t, filepath.Join(folder, "other.json"), other), "@occupation")
		if code != c.want || c.want == cli.ExitFailed && !strings.Contains(stdout, "wrong: kink of point") {
			t.Errorf("off by %g degrees: exit code %d\n%s", c.by, code, stdout)
		}
	}
}

// TestVerifyFindsForgedScales changes what a file says of how values became labels, and of the records without X. Names
// of columns, and what a flag may have said, are believed.
func TestVerifyFindsForgedScales(t *testing.T) {
	folder := t.TempDir()
	rng := rand.New(rand.NewPCG(1, 2))
	var records strings.Builder
	records.WriteString("age,day,when,size,y\n,Mon,2024-01-01,20.50,a\n")
	for range 200 {
		age := 20 + rng.IntN(60)
		fmt.Fprintf(&records, "%d,%s,2024-%02d-%02d,%.2f,%c\n", age, []string{"Mon", "Tue", "Wed"}[rng.IntN(3)], 1+rng.IntN(12), 1+rng.IntN(28), float64(age)*1.37, "abc"[(age+rng.IntN(20))/40])
	}
	table := write(t, filepath.Join(folder, "t.csv"), records.String())
	renamed := write(t, filepath.Join(folder, "renamed.csv"), strings.Replace(records.String(), "age,day,when,size,y", "v,w,x,s,z", 1))
	path := filepath.Join(folder, "frontier.json")
	forged := filepath.Join(folder, "forged.json")
	for _, tt := range []struct {
		flags    string
		old, new string
		want     string // in what is wrong; empty if the file is believed
		verify   string // instead of the table
	}{
		{flags: "--x age --y y"},
		{flags: "--x age --y y", verify: table + " --x age --y y"},
		{flags: "--x age --y y --bins-x quantile:3", verify: table + " --x age --y y"},
		{flags: "--x age --y y --bins-x quantile:3", verify: renamed + " --x v --y z"},
		{flags: "--x y --y age --bins-y width:20", verify: table + " --x y --y age"},
		{flags: "--x age,when --y y --type x=category", verify: table + " --y y"},
		{flags: "--x size --y y --bins-x quantile:3", old: `"low": \[([0-9.]+),([0-9.]+)`, new: `"low": [$1,${2}1`, want: "x_scales[0].low is given as ["},
		{flags: "--x size --y y --bins-x quantile:3", old: `"high": \[([0-9.]+)`, new: `"high": [${1}1`, want: "x_scales[0].high is given as ["},
		{flags: "--x y --y size --bins-y quantile:3", old: `"high": \[([0-9.]+)`, new: `"high": [${1}1`, want: "y_scales[0].high is given as ["},
		{flags: "--x age --y y", old: `"column": "age", "type"`, new: `"column": "wage", "type"`, want: `x_scales[0].column is given as "wage", and is "age"`},
		{flags: "--x age --y y", old: `"type": "number"`, new: `"type": ""`, want: `x_scales[0].type is given as "", and is "number"`},
		{flags: "--x when --y y", old: `"order": "linear", "bins"`, new: `"order": "", "bins"`, want: `x_scales[0].order is given as nothing, and is "linear"`},
		{flags: "--x day --y y", old: `"type": "category"`, new: `"type": ""`, want: "x_scales[0]."},
		{flags: "--x day --y y", old: `"order": "circular"`, new: `"order": "linear"`, want: "x_scales[0].order"},
		{flags: "--x day --y y", old: `"order": "circular", "values"`, new: `"values"`}, // as with --type x=category
		{flags: "--x day --y y", old: `"column": "y", "type": "category"`, new: `"column": "y", "type": ""`, want: "y_scales[0].type"},
		{flags: "--x y --y age", old: `"bins": "auto:10"`, new: `"bins": "auto:many"`, want: "y_scales[0].bins"},
		{flags: "--x age --y y", old: `"counts": \[1\]`, new: `"counts": [2]`, want: "missing"},
	} {
		if code, _, stderr := call(t.Context(), append([]string{"map", table, "-q", "-o", path}, strings.Fields(tt.flags)...)...); code != cli.ExitDone {
			t.Fatal(tt.flags, stderr)
		}
		content := strings.Join(strings.Fields(read(t, path)), " ")
		old := regexp.MustCompile(tt.old)
		if !old.MatchString(content) {
			t.Fatalf("%s: there is no %s in %s", tt.flags, tt.old, content)
		}
		if tt.old != "" {
			content = old.ReplaceAllString(content, tt.new)
		}
		write(t, forged, content)
		code, stdout, stderr := call(t.Context(), append([]string{"verify", forged, "-q"}, strings.Fields(tt.verify)...)...)
		switch {
		case tt.want == "" && code != cli.ExitDone:
			t.Errorf("%s, %s, %s: exit code %d: %s%s", tt.flags, tt.new, tt.verify, code, stdout, stderr)
		case tt.want != "" && (code != cli.ExitFailed && code != cli.ExitUsage || !strings.Contains(stdout+stderr, tt.want)):
			t.Errorf("%s, %s: exit code %d: %s%s", tt.flags, tt.new, code, stdout, stderr)
		}
	}
}

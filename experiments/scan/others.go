package main

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/dibmap/dibmap/experiments/internal/packages"
)

// ours is the id of dibmap as a method.
const ours = "dibmap"

// method is a way to recode columns.
type method struct {
	id, title string
	// module is what Python needs for it besides scikit-learn and pandas.
	module string
	// reference means that the method is not compared with dibmap.
	reference bool
}

// others returns the other methods, in the order of the tables.
func others() []method {
	return []method{
		{id: "optbinning", title: "optbinning", module: "optbinning"},
		{id: "optbinning-tuned", title: "optbinning, tuned", module: "optbinning"},
		{id: "quantile", title: "KBinsDiscretizer, quantile"},
		{id: "uniform", title: "KBinsDiscretizer, uniform"},
		{id: "kmeans", title: "KBinsDiscretizer, kmeans"},
		{id: "encoders", title: "category_encoders", module: "category_encoders"},
		{id: "tree", title: "decision tree", reference: true},
	}
}

//go:embed others.py
var script string

// job is what others.py does.
type job struct {
	Train   string               `json:"train"`
	Test    string               `json:"test"`
	Target  string               `json:"target"`
	Columns []jobColumn          `json:"columns"`
	Methods []string             `json:"methods"`
	Folder  string               `json:"folder"`
	Recoded map[string][2]string `json:"recoded"`
}

type jobColumn struct {
	Name   string `json:"name"`
	Number bool   `json:"number"`
	Groups int    `json:"groups"`
}

// answer is what others.py says.
type answer struct {
	Seconds map[string]float64 `json:"seconds"`
	// Loss holds the log loss of each held-out record by method, in nats.
	Loss map[string][]float64 `json:"loss"`
}

// run runs the job.
func (j job) run(ctx context.Context) (a answer, err error) {
	input, err := json.Marshal(j)
	if err != nil {
		return a, err
	}
	c := exec.CommandContext(ctx, packages.Python(), "-c", script)
	var out, told bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(input), &out, &told
	if err := c.Run(); err != nil {
		lines := strings.Split(strings.TrimSpace(told.String()), "\n")
		return a, fmt.Errorf("%s: %w: %s", packages.Python(), err, lines[len(lines)-1])
	}
	// A library may print before the answer, which is the last line.
	lines := bytes.Split(bytes.TrimSpace(out.Bytes()), []byte("\n"))
	if err := json.Unmarshal(lines[len(lines)-1], &a); err != nil {
		return a, fmt.Errorf("%s answered %q: %w", packages.Python(), lines[len(lines)-1], err)
	}
	return a, nil
}

// recoded returns the tables that a method has written.
func (j job) recoded(method string) (r recoded, err error) {
	if r.training, err = readRecoded(filepath.Join(j.Folder, method+"-train.csv")); err != nil {
		return r, err
	}
	r.heldOut, err = readRecoded(filepath.Join(j.Folder, method+"-test.csv"))
	return r, err
}

func readRecoded(path string) (t table, err error) {
	header, rows, err := readCSV(path)
	for _, name := range header {
		t.columns = append(t.columns, column{name: name})
	}
	t.rows, t.y = rows, -1
	return t, err
}

// checkTools returns an error that says what to install, if Python lacks a module.
func checkTools(ctx context.Context, skip []string) error {
	modules := []string{"numpy", "pandas", "sklearn"}
	for _, m := range others() {
		if m.module != "" && !slices.Contains(skip, m.id) && !slices.Contains(modules, m.module) {
			modules = append(modules, m.module)
		}
	}
	for _, m := range modules {
		if _, err := packages.Output(ctx, ".", packages.Python(), "-c", "import "+m); err != nil {
			return fmt.Errorf("%s has no module %s: install pandas, scikit-learn, optbinning and category_encoders for it, or name another Python in $DIBMAP_PYTHON", packages.Python(), m)
		}
	}
	return nil
}

package main

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/frontier/codec"
)

// machine runs the program.
type machine struct{ path, folder string }

// call returns the processor time of a call in seconds.
func (m machine) call(ctx context.Context, args ...string) (seconds float64, err error) {
	c := exec.CommandContext(ctx, m.path, args...)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	if err := c.Run(); err != nil {
		return 0, fmt.Errorf("dibmap %s: %w: %s", args[0], err, &stderr)
	}
	return (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds(), nil
}

// times are the processor times of a divided search, in seconds.
type times struct {
	plan, merge float64
	stages      [][]float64 // of each unit
	area        float64     // below the frontier, in bit^2
}

func (t times) sum() float64 {
	sum := t.plan + t.merge
	for _, units := range t.stages {
		for _, v := range units {
			sum += v
		}
	}
	return sum
}

// path returns the time when there is a core for every unit.
func (t times) path() float64 {
	path := t.plan + t.merge
	for _, units := range t.stages {
		path += slices.Max(units)
	}
	return path
}

// slowest returns the times of the slowest units.
func (t times) slowest() string {
	var list []string
	for _, units := range t.stages {
		list = append(list, fmt.Sprintf("%.1f s", slices.Max(units)))
	}
	return strings.Join(list, ", ")
}

// divided plans, works and merges, one unit after the other.
func (m machine) divided(ctx context.Context, args []string, parts int) (t times, err error) {
	run, file := filepath.Join(m.folder, "run"+strconv.Itoa(parts)), filepath.Join(m.folder, "united.json.zst")
	plan := append(append([]string{"plan"}, args...), "--workers", "1", "--parts", strconv.Itoa(parts), "-q", "-o", run)
	if t.plan, err = m.call(ctx, plan...); err != nil {
		return t, err
	}
	spans, err := exec.CommandContext(ctx, m.path, "work", run, "--units").Output()
	if err != nil {
		return t, fmt.Errorf("dibmap work --units: %w", err)
	}
	for line := range strings.Lines(string(spans)) {
		var first, last int
		if _, err := fmt.Sscanf(line, "%d-%d", &first, &last); err != nil {
			return t, fmt.Errorf("units %q: %w", line, err)
		}
		var stage []float64
		for unit := first; unit <= last; unit++ {
			seconds, err := m.call(ctx, "work", run, "--part", strconv.Itoa(unit), "--workers", "1", "-q")
			if err != nil {
				return t, err
			}
			stage = append(stage, seconds)
		}
		t.stages = append(t.stages, stage)
	}
	if t.merge, err = m.call(ctx, "merge", run, "-q", "-o", file); err != nil {
		return t, err
	}
	t.area, _, err = areaOf(file)
	return t, err
}

// areaOf returns the area below the staircase of a frontier up to its largest H, and the number of its points.
func areaOf(file string) (area float64, points int, err error) {
	f, err := codec.ReadFile(file)
	if err != nil {
		return 0, 0, err
	}
	for k := range f.Len() - 1 {
		area += f.At(k).I * (f.At(k+1).H - f.At(k).H)
	}
	return area, f.Len(), nil
}

package main

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/dibmap/dibmap/experiments/internal/packages"
	"github.com/dibmap/dibmap/internal/baseline"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

//go:embed sib.py
var script string

// sibJob is what sib.py groups.
type sibJob struct {
	Rows     []int     `json:"rows"`
	Columns  []int32   `json:"columns"`
	Counts   []float64 `json:"counts"`
	Clusters []int     `json:"clusters"`
	Seed     int       `json:"seed"`
}

// sibAnswer is a line of what sib.py writes.
type sibAnswer struct {
	K       int     `json:"k"`
	Seconds float64 `json:"seconds"`
	Labels  []int   `json:"labels"`
}

// newSibJob returns the job of a table for numbers of clusters below the number of rows.
func newSibJob(j *joint.Joint) sibJob {
	job := sibJob{Seed: seed}
	for x := range j.Rows() {
		columns, counts := j.Row(x)
		for range columns {
			job.Rows = append(job.Rows, x)
		}
		job.Columns, job.Counts = append(job.Columns, columns...), append(job.Counts, counts...)
	}
	for _, k := range sibClusters {
		if k < j.Rows() {
			job.Clusters = append(job.Clusters, k)
		}
	}
	return job
}

// sib measures the sequential information bottleneck of PyPI's sib-clustering, one number of clusters
// after the other. The time is the total of its calls, and the area includes all groupings so far.
func sib(ctx context.Context, s *subject, id string) error {
	var seconds float64
	return newSibJob(s.joint).run(ctx, func(a sibAnswer) error {
		if len(a.Labels) != s.joint.Rows() {
			return fmt.Errorf("%d clusters: there are %d labels for %d rows", a.K, len(a.Labels), s.joint.Rows())
		}
		seconds += a.Seconds
		c := baseline.Clustering{Partition: partition.Canonical(a.Labels), Parameter: float64(a.K)}
		s.compare(measurement{method: id, setting: float64(a.K), seconds: seconds}, []baseline.Clustering{c}, true)
		return nil
	})
}

// run runs the job, and passes every answer to take. Late answers are left out.
func (j sibJob) run(ctx context.Context, take func(sibAnswer) error) error {
	input, err := json.Marshal(j)
	if err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, mostSeconds*time.Second)
	defer cancel()
	c := exec.CommandContext(limited, packages.Python(), "-c", script)
	var told bytes.Buffer
	c.Stdin, c.Stderr = bytes.NewReader(input), &told
	out, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return err
	}
	failed := answers(out, take)
	if failed != nil {
		cancel()
	}
	err = c.Wait()
	switch {
	case failed != nil:
		return failed
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && !errors.Is(limited.Err(), context.DeadlineExceeded):
		lines := strings.Split(strings.TrimSpace(told.String()), "\n")
		return fmt.Errorf("%s: %w: %s", packages.Python(), err, lines[len(lines)-1])
	}
	return nil
}

// answers reads what sib.py writes.
func answers(r io.Reader, take func(sibAnswer) error) error {
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return nil //nolint:nilerr // the program has ended, and Wait knows how
		}
		var a sibAnswer
		if err := json.Unmarshal(line, &a); err != nil {
			return fmt.Errorf("%s answered %.80q: %w", packages.Python(), line, err)
		}
		if err := take(a); err != nil {
			return err
		}
	}
}

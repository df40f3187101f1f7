package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// measurer runs dibmap in a folder.
type measurer struct{ folder, program string }

// usage is what a process took.
type usage struct {
	wall, processor time.Duration
	late            time.Duration // of the processor, after the limit or the interrupt; wall time where that is not known
	memory          int64         // bytes, the largest at any time
	code            int
	message         string
}

// A call may exceed its limits by these amounts.
const (
	timeShare   = 0.02
	timeLeast   = 500 * time.Millisecond
	memoryShare = 1.1
	memoryLeast = 64 << 20
	answer      = time.Second // after an interrupt
)

const (
	limitsHead     = "| call | time | over | of the processor | of both | memory | of the bound | |\n|---|---|---|---|---|---|---|---|\n"
	interruptsHead = "| call | slowest answer | of the processor | after | |\n|---|---|---|---|---|\n"
)

// limited runs a case so often, and returns the line with the largest of what it took.
func (m measurer) limited(ctx context.Context, c testCase, repeat int) (string, error) {
	var worst usage
	for range repeat {
		u, err := m.run(ctx, c, 0)
		if err != nil {
			return "", err
		}
		worst = usage{
			wall: max(worst.wall, u.wall), processor: max(worst.processor, u.processor), late: max(worst.late, u.late),
			memory: max(worst.memory, u.memory), code: max(worst.code, u.code), message: u.message,
		}
	}
	over, late, of := "", "", ""
	var remarks []string
	if c.time > 0 {
		by := worst.wall - c.time
		over = fmt.Sprintf("%+.2f s, %+.1f %%", by.Seconds(), 100*by.Seconds()/c.time.Seconds())
		late = fmt.Sprintf("%.2f s", worst.late.Seconds())
		if min(by, worst.late) > max(timeLeast, time.Duration(timeShare*float64(c.time))) {
			remarks = append(remarks, "too long")
		}
	}
	if c.memory > 0 {
		bound := memoryShare*float64(c.memory<<20) + memoryLeast
		of = fmt.Sprintf("%.2f", float64(worst.memory)/bound)
		if float64(worst.memory) > bound {
			remarks = append(remarks, "too large")
		}
	}
	if worst.code != 0 {
		remarks = append(remarks, fmt.Sprintf("exit code %d: %s", worst.code, worst.message))
	}
	return fmt.Sprintf("| `%s` | %.2f s | %s | %s | %.1f s | %d MB | %s | %s |", c.call(), worst.wall.Seconds(), over, late,
		worst.processor.Seconds(), worst.memory/1e6, of, strings.Join(remarks, "; ")), nil
}

// interrupted runs a case without a time limit, interrupts it at a number of moments within the time
// that it takes with its limit, and returns the line with the slowest answer.
func (m measurer) interrupted(ctx context.Context, c testCase, times int) (string, error) {
	whole, err := m.run(ctx, c, 0)
	if err != nil {
		return "", err
	}
	c.time = 0 // so that every moment is during the work
	var slowest usage
	var at time.Duration
	for k := range times {
		after := whole.wall * time.Duration(2*k+1) / time.Duration(2*times)
		u, err := m.run(ctx, c, after)
		if err != nil {
			return "", err
		}
		if u.wall -= after; min(u.wall, u.late) > min(slowest.wall, slowest.late) {
			slowest, at = u, after
		}
	}
	remark := ""
	if min(slowest.wall, slowest.late) > answer {
		remark = "too late"
	}
	return fmt.Sprintf("| `%s` | %.2f s | %.2f s | %.2f s | %s |", c.call(), slowest.wall.Seconds(), slowest.late.Seconds(), at.Seconds(), remark), nil
}

// prepare makes what a case reads, and removes a folder that a plan has made before.
func (m measurer) prepare(ctx context.Context, c testCase) error {
	if err := errors.Join(c.table.make(m.folder), os.RemoveAll(filepath.Join(m.folder, output("plan")))); err != nil {
		return err
	}
	before, ok := c.prepared()
	if !ok {
		return nil
	}
	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, m.program, before.args()...)
	m.place(cmd, &stderr)
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w: %s", before.call(), err, &stderr)
	}
	return nil
}

// place has a command run in the folder.
func (m measurer) place(cmd *exec.Cmd, stderr io.Writer) {
	cmd.Dir, cmd.Stderr = m.folder, stderr
	cmd.Env = append(os.Environ(), "DIBMAP_CACHE="+m.folder+"/cache")
}

// run runs a case, and interrupts it after a time unless that is 0.
func (m measurer) run(ctx context.Context, c testCase, after time.Duration) (u usage, err error) {
	if err := m.prepare(ctx, c); err != nil {
		return u, err
	}
	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, m.program, c.args()...)
	m.place(cmd, &stderr)
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return u, err
	}
	moment := cmp.Or(after, c.time)
	before := make(chan time.Duration, 1) // processor time until then
	timer := time.AfterFunc(moment, func() {
		used, known := processorTime(cmd.Process.Pid)
		if after > 0 {
			_ = cmd.Process.Signal(os.Interrupt) // it may have ended
		}
		if known {
			before <- used
		}
		close(before)
	})
	err = cmd.Wait()
	u.wall = time.Since(start)
	if of := new(exec.ExitError); errors.As(err, &of) {
		u.code, err = of.ExitCode(), nil
	}
	if err != nil || ctx.Err() != nil {
		return u, errors.Join(err, ctx.Err())
	}
	u.message = strings.TrimSpace(stderr.String())
	u.processor = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	u.memory = mostMemory(cmd.ProcessState)
	if !timer.Stop() {
		if used, known := <-before; known {
			u.late = max(u.processor-used, 0)
		} else {
			u.late = u.wall - moment
		}
	}
	return u, nil
}

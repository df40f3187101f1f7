//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

// mostMemory returns the largest memory that a process had, in bytes.
func mostMemory(p *os.ProcessState) int64 {
	used, ok := p.SysUsage().(*syscall.Rusage)
	switch {
	case !ok:
		return 0
	case runtime.GOOS == "darwin":
		return int64(used.Maxrss) //nolint:unconvert // smaller on machines of 32 bits
	default:
		return int64(used.Maxrss) << 10 //nolint:unconvert // smaller on machines of 32 bits
	}
}

// processorTime returns the time of the processor that a process has taken so far, if the system
// tells it as Linux does, in hundredths of a second.
func processorTime(pid int) (used time.Duration, known bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, text, found := bytes.Cut(text, []byte(") ")) // the name may hold anything but this
	fields := bytes.Fields(text)
	if err != nil || !found || len(fields) < 13 {
		return 0, false
	}
	for _, field := range fields[11:13] {
		ticks, err := strconv.Atoi(string(field))
		if err != nil {
			return 0, false
		}
		used += time.Duration(ticks) * 10 * time.Millisecond
	}
	return used, true
}

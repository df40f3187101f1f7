package main

import (
	"fmt"
	"strings"
	"time"
)

// testCase is a call of dibmap with a limit on its time or its memory, or both.
type testCase struct {
	table  source
	before string // the call of map whose file the command reads, "" if it reads none
	flags  string
	time   time.Duration // 0 is none
	memory int64         // MiB; 0 is the default, which is not measured
}

// prepared is the call that makes the file which the command reads, if it reads one.
func (c testCase) prepared() (before testCase, ok bool) {
	return testCase{table: c.table, flags: c.before}, c.before != ""
}

// output is where a call of map or plan writes, in the folder of the measurement.
func output(command string) string {
	return map[string]string{"map": "out.json", "plan": "run"}[command]
}

// args are the arguments of the call.
func (c testCase) args() []string {
	command, flags, _ := strings.Cut(c.flags, " ")
	args := []string{command}
	if c.before != "" {
		args = append(args, output("map"))
	}
	args = append(append(args, c.table.name), strings.Fields(flags)...)
	switch name := c.table.name; {
	case strings.HasPrefix(name, "distinct"), strings.HasPrefix(name, "samples"):
		args = append(args, "--x", "x", "--y", "y")
	case strings.HasPrefix(name, "plane"):
		args = append(args, "--columns", "a,b")
	default:
		args = append(args, "--x", "x", "--y", "y", "--count", "n")
	}
	if c.time > 0 {
		args = append(args, "--time-limit", c.time.String())
	}
	if c.memory > 0 {
		args = append(args, "--max-memory", fmt.Sprintf("%dMiB", c.memory))
	}
	if to := output(command); to != "" {
		args = append(args, "-o", to)
	}
	return append(args, "-q")
}

// call returns what is particular of the call.
func (c testCase) call() string {
	text := c.table.name + " " + c.flags
	if c.time > 0 {
		text += " --time-limit " + c.time.String()
	}
	if c.memory > 0 {
		text += fmt.Sprintf(" --max-memory %dMiB", c.memory)
	}
	return text
}

const s = time.Second

// cases are the calls that are measured. Their efforts are larger than the limits allow.
func cases() []testCase {
	return []testCase{
		{table: dense(50, 30), flags: "map --effort 1000 --fast", time: 3 * s},
		{table: dense(200, 30), flags: "map --effort 1000", time: 5 * s},
		{table: dense(1000, 30), flags: "map --effort 1000", time: 10 * s},
		{table: words(1000), flags: "map --effort 1000", time: 10 * s},
		{table: words(10000), flags: "map --effort 1000", time: 20 * s},
		{table: words(10000), flags: "map --effort 1000 --best-up-to 200", time: 20 * s},
		{table: words(10000), flags: "map --effort 1000", time: 2 * s},
		{table: dense(400, 30), flags: "map --search local --effort 1000", time: 10 * s},
		{table: dense(1000, 30), flags: "map --search local --effort 1000", time: 10 * s},
		{table: dense(200, 30), flags: "map --search merge --epsilon 0.01", time: 5 * s},
		{table: dense(1000, 30), flags: "map --search merge", time: 10 * s},
		{table: words(10000), flags: "map --search local", time: 10 * s},
		{table: distinct(300_000), flags: "map", time: 5 * s},
		{table: distinct(3_000_000), flags: "map", time: 10 * s},
		{table: samples(100_000, 5), flags: "map --effort 1000", time: 10 * s},
		{table: diagonal(1500, 44_000), flags: "map --effort 1000", time: 5 * s}, // 66 million records
		{table: dense(40, 30), flags: "map --prove", time: 5 * s},
		{table: dense(64, 30), flags: "map --prove", time: 10 * s},
		{table: dense(20, 30), flags: "map --search dp", time: 3 * s},
		{table: dense(400, 30), flags: "map --order linear", time: 5 * s},
		{table: dense(200, 30), flags: "map --order circular", time: 5 * s},
		{table: dense(50, 30), flags: "map --estimator nsb --effort 1000", time: 5 * s},
		{table: dense(1000, 30), flags: "map --problem dmc --effort 1000", time: 5 * s},
		{table: plane(10000), flags: "map --problem quantizer --effort 1000", time: 10 * s},
		{table: plane(10000), flags: "map --problem kmeans --effort 1000", time: 10 * s},
		{table: dense(200, 30), flags: "map --robust --resamples 100000 --effort 1000", time: 5 * s},
		{table: dense(64, 30), flags: "map --robust --uncertainty posterior --resamples 1000000", time: 5 * s},
		{table: words(1000), flags: "map --robust --uncertainty nsb --effort 1000", time: 10 * s},
		{table: words(10000), flags: "map --robust --effort 1000", time: 20 * s},
		{table: dense(200, 30), flags: "map --validate --effort 1000", time: 10 * s},
		{table: words(10000), flags: "map --validate --effort 1000", time: 20 * s},
		{table: dense(100, 30), flags: "map --validate --robust --effort 1000", time: 10 * s},
		{table: dense(200, 30), flags: "compare", time: 10 * s},
		{table: words(1000), flags: "compare", time: 20 * s},
		{table: dense(100, 30), flags: "tune-epsilon --effort 100", time: 5 * s},
		{table: words(1000), flags: "tune-epsilon --effort 100", time: 10 * s},
		{table: words(10000), before: "map --fast --best-up-to 0 --effort 3", flags: "verify", time: 2 * s},

		{table: dense(24, 30), flags: "map --prove", memory: 16},
		{table: dense(16, 30), flags: "map --search dp", memory: 16},
		{table: dense(200, 30), flags: "map --best-up-to 0", memory: 16},
		{table: dense(300, 30), flags: "map", memory: 64, time: 10 * s},
		{table: dense(200, 30), flags: "map --search merge --epsilon 0.01", memory: 16, time: 10 * s},
		{table: dense(300, 30), flags: "map --order linear", memory: 16},
		{table: dense(1000, 30), flags: "map", memory: 16, time: 10 * s},
		{table: words(1000), flags: "map", memory: 16, time: 10 * s},
		{table: dense(2000, 500), flags: "map", memory: 16, time: 10 * s},
		{table: dense(10000, 50), flags: "map", memory: 16, time: 10 * s},
		{table: dense(10000, 50), flags: "map --validate", memory: 256, time: 60 * s},
		{table: dense(8000, 500), flags: "map", memory: 256, time: 20 * s},
		{table: diagonal(1500, 44_000), flags: "map", memory: 16, time: 10 * s},
		{table: words(1000), flags: "map --robust --validate", memory: 64, time: 20 * s},
		{table: words(10000), flags: "map", memory: 16, time: 20 * s},
		{table: words(10000), flags: "map", memory: 256, time: 20 * s},
		{table: plane(10000), flags: "map --problem quantizer", memory: 16, time: 10 * s},
		{table: plane(10000), flags: "map --problem kmeans", memory: 16, time: 10 * s},
		{table: dense(64, 30), flags: "map --robust --uncertainty posterior", memory: 16, time: 10 * s},
		{table: words(10000), flags: "plan --parts 64 --effort 25", memory: 16},
		{table: distinct(300_000), flags: "map", memory: 64, time: 20 * s},
	}
}

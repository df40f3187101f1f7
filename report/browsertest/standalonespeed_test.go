package browsertest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestStandaloneSpeed measures how soon the page that holds the program answers. It logs the times, and asserts none.
func TestStandaloneSpeed(t *testing.T) {
	if !testing.Verbose() {
		t.Skip("measures only: ask for it by -v")
	}
	begin := time.Now()
	letters := openStandalone(t, 1300, 900)
	t.Logf("the program is ready %.1f s after its page is opened", time.Since(begin).Seconds())
	letters.logSearch("@alphabet", func() { letters.builtIn("@alphabet") })
	letters.logSearchAgain("@alphabet", "q")
	letters.logSearchAgain("@alphabet", "n")
	for _, c := range []struct {
		name          string
		records, n, m int
	}{{"336,776 records of 16 × 105 values", 336_776, 16, 105}, {"100,000 records of 100 × 50 values", 100_000, 100, 50}, {"4,500,000 records of 16 × 105 values", 4_500_000, 16, 105}} {
		path := randomRecords(t, c.records, c.n, c.m)
		b := openStandalone(t, 1300, 900)
		begin := time.Now()
		b.chooseFile(path)
		b.until(visible("setup"))
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s, %.0f MB: columns after %.1f s", c.name, float64(info.Size())/1e6, time.Since(begin).Seconds())
		b.logSearch(c.name, func() { b.click("#map") })
		b.logSearchAgain(c.name, "q")
		t.Logf("%s: the browser's process of a page took at most %.0f MB", c.name, rendererPeak())
	}
}

// logSearch logs when a search has begun, and when its frontier is shown.
func (b *tab) logSearch(name string, begin func()) {
	b.t.Helper()
	start, used := time.Now(), workerSeconds()
	begin()
	b.until("document.getElementById('progress').value > 0 || " + ready)
	counted := time.Since(start)
	facts := b.found()
	b.t.Logf("%s: the search begins after %.1f s, and the frontier is shown after %.1f s, of which the program ran %.1f s: %s",
		name, counted.Seconds(), time.Since(start).Seconds(), workerSeconds()-used, facts)
}

// logSearchAgain logs how long a search with another effort takes, which a letter chooses.
func (b *tab) logSearchAgain(name, letter string) {
	b.t.Helper()
	start, used := time.Now(), workerSeconds()
	var f struct{ Search struct{ Seconds float64 } }
	if err := json.Unmarshal(b.searchAgain(letter), &f); err != nil {
		b.t.Fatal(err)
	}
	b.t.Logf("%s again, effort %s: the frontier is saved after %.2f s, of which the program ran %.2f s; the search took %.2f s",
		name, ask[string](b, effort), time.Since(start).Seconds(), workerSeconds()-used, f.Search.Seconds)
}

// workerSeconds returns the processor time that the workers of all pages have used, on Linux. A worker runs one
// program, whatever else the machine does.
func workerSeconds() (sum float64) {
	threads, _ := filepath.Glob("/proc/[0-9]*/task/[0-9]*/stat")
	for _, path := range threads {
		stat, _ := os.ReadFile(path)
		_, rest, found := strings.Cut(string(stat), "(DedicatedWorker) ")
		if fields := strings.Fields(rest); found && len(fields) > 12 {
			var user, system float64
			fmt.Sscan(fields[11]+" "+fields[12], &user, &system)
			sum += (user + system) / 100 // ticks
		}
	}
	return sum
}

// rendererPeak returns the most megabytes that a process of the browser for pages has taken, on Linux.
func rendererPeak() (most float64) {
	processes, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, path := range processes {
		line, _ := os.ReadFile(path)
		if !strings.Contains(string(line), "--type=renderer") {
			continue
		}
		status, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "status"))
		_, rest, _ := strings.Cut(string(status), "VmHWM:")
		var kilobytes float64
		fmt.Sscan(rest, &kilobytes)
		most = max(most, kilobytes/1e3)
	}
	return most
}

// randomRecords writes records of two columns that depend on each other.
func randomRecords(t testing.TB, records, n, m int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "records.csv")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(file)
	random := rand.New(rand.NewPCG(1, 1))
	fmt.Fprintln(w, "carrier,destination")
	for range records {
		x := int(float64(n) * random.Float64() * random.Float64())
		y := (x*7 + int(float64(m)*random.Float64()*random.Float64())) % m
		fmt.Fprintf(w, "carrier %d,airport %d\n", x, y)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

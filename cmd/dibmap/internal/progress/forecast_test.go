package progress

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/search"
)

// course is how a stage goes: what is done and what is left at a part of its time.
type course struct {
	name string
	at   func(x float64) (done, rest float64)
	told float64 // the least part of the time after the first tenth for which a time is told
}

// whole is a stage of which all work is known from the start.
func whole(name string, told float64, done func(x float64) float64) course {
	return course{name, func(x float64) (float64, float64) { return done(x), done(1) - done(x) }, told}
}

// courses are those of steps of one cost or of several, and of queues that grow before they shrink.
func courses() []course {
	r := rand.New(rand.NewPCG(1, 1))
	noisy := []float64{0}
	for range 2000 {
		noisy = append(noisy, noisy[len(noisy)-1]+math.Exp(0.5*r.NormFloat64()))
	}
	return []course{
		whole("even", 0.99, func(x float64) float64 { return x }),
		whole("steps of uneven cost", 0.5, func(x float64) float64 { return noisy[int(x*2000)] }),
		whole("few steps", 0.9, func(x float64) float64 { return math.Floor(x * 50) }),
		whole("slower and slower", 0, math.Sqrt),
		whole("much slower in the end", 0, func(x float64) float64 { return -math.Expm1(-4 * x) }),
		whole("faster and faster", 0, func(x float64) float64 { return x * x * x }),
		whole("much faster in the end", 0, func(x float64) float64 { return math.Expm1(4 * x) }),
		whole("slow at both ends", 0, func(x float64) float64 { return 1 / (1 + math.Exp(-8*(x-0.5))) }),
		whole("fast now and slow then", 0, func(x float64) float64 { return x + 0.05*math.Sin(20*x) }),
		{"a queue that stays as long", func(x float64) (float64, float64) { return x, min(0.1, 1-x) }, 0},
		{"a queue that grows, and then shrinks", func(x float64) (float64, float64) { return x, min(2*x, 1-x) }, 0.4},
		{"a queue that is refilled", func(x float64) (float64, float64) { return x, (1 - x) * (0.5 + 0.5*x) }, 0},
	}
}

// TestTimesLeftAreHonest goes through stages of many lengths and courses: after their first tenth, a time
// that is told is within a factor of two of what is left, until little is.
func TestTimesLeftAreHonest(t *testing.T) {
	for _, c := range courses() {
		for _, seconds := range []float64{20, 300, 1e5} {
			var f forecast
			told, all := 0, 0
			for n := range 3000 {
				x := float64(n) / 3000
				now := time.Duration(x * seconds * float64(time.Second))
				done, rest := c.at(x)
				f.observe(now, done, rest)
				if x < 0.1 || x > 0.98 {
					continue
				}
				all++
				v, ok := f.left(now).value()
				if !ok {
					continue
				}
				told++
				if left := (1 - x) * seconds; v > 2*left || v < left/2 {
					t.Errorf("%s: after %g of %g s, %g s are said to be left", c.name, x*seconds, seconds, v)
					break
				}
			}
			if float64(told) < c.told*float64(all) {
				t.Errorf("%s, %g s: a time is told at %d of %d moments", c.name, seconds, told, all)
			}
			if len(f.samples) > 2000 {
				t.Errorf("%s: %d samples are kept", c.name, len(f.samples))
			}
		}
	}
}

// TestStallIsNotTimed: when nothing has been done for long, no time is told.
func TestStallIsNotTimed(t *testing.T) {
	var f forecast
	for n := range 51 {
		f.observe(time.Duration(n)*time.Second, float64(n), float64(100-n))
	}
	if v, ok := f.left(53 * time.Second).value(); !ok || math.Abs(v-47) > 0.01 {
		t.Errorf("before the stall, %g s are said to be left, known: %v", v, ok)
	}
	f.observe(90*time.Second, 50, 50)
	if v, ok := f.left(90 * time.Second).value(); ok {
		t.Errorf("after a stall of 40 s, %g s are said to be left", v)
	}
}

// TestTimeLimit: a stage that ends at a deadline says so, and no more than remains is left, also if its
// queue grows. A stage of its own knows nothing of the deadline of the one before.
func TestTimeLimit(t *testing.T) {
	defer func(every time.Duration) { LogEvery = every }(LogEvery)
	LogEvery = 10 * time.Second
	var log bytes.Buffer
	now := time.Unix(0, 0)
	p := newDisplay(cli.Streams{Err: &log}, false, "searching", func() time.Time { return now })
	ctx, cancel := context.WithDeadline(context.Background(), now.Add(30*time.Second))
	defer cancel()
	p.Within(ctx)
	for n := range int64(30) {
		p.Observe(search.Progress{Points: 7, Settled: 10 * n, Queued: 100 + 20*n})
		now = now.Add(time.Second)
	}
	p.Within(context.Background())
	step := p.Count("steps", false)
	for done := 1; done <= 3; done++ {
		now = now.Add(10 * time.Second)
		step(done, 5)
	}
	p.Stop()
	want := `searching: 25 %, about 20 s left, 7 points
searching: 28 %, about 10 s left, 7 points
steps: 1 of 5
steps: 2 of 5, about 30 s left
steps: 3 of 5, about 20 s left
`
	if got := strings.ReplaceAll(log.String(), "dibmap: ", ""); got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
}

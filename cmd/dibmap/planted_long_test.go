//go:build long

package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dibmap/dibmap/evidence"
	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/internal/seeded"
	"github.com/dibmap/dibmap/joint"
)

// planted is records of k groups of X: of each, Y has the number of its group with probability 0.8, and
// else one of the others.
type planted struct {
	x      []string
	at     []float64 // of X, if it has an order
	group  []int
	y      []int
	groups int
}

// plant draws records: "categories" has about 12 values of X, "rare" a value for each four records, and
// groups of "numbers" and "times" are ranges of equal width.
func plant(kind string, groups, records int, seed uint64) *planted {
	r := random.New(seed, uint64(groups), uint64(records), uint64(len(kind)))
	p := &planted{groups: groups}
	values := 12 / groups * groups
	if kind == "rare" {
		values = records / 4 / groups * groups
	}
	for range records {
		at, group, x := r.Uniform(), 0, ""
		switch kind {
		case "numbers":
			x, group = fmt.Sprintf("%.3f", 1000*at), int(at*float64(groups))
		case "times":
			x, group = time.Date(2020, 1, 1, 0, 0, int(366*86400*at), 0, time.UTC).Format(time.DateTime), int(at*float64(groups))
		default:
			value := int(at * float64(values))
			x, group = fmt.Sprint("v", value), value%groups
		}
		y := group
		if r.Uniform() >= 0.8 {
			y = (group + 1 + int(r.Uniform()*float64(groups-1))) % groups
		}
		p.x, p.at, p.group, p.y = append(p.x, x), append(p.at, at), append(p.group, group), append(p.y, y)
	}
	return p
}

// recommended returns the number of groups that select recommends after a map like those of a scan.
func (p *planted) recommended(t *testing.T, folder string) int {
	t.Helper()
	text := "x,y\n"
	for n, x := range p.x {
		text += fmt.Sprintf("%s,c%d\n", x, p.y[n])
	}
	data, out := filepath.Join(folder, "planted.csv"), filepath.Join(folder, "planted.json")
	if err := os.WriteFile(data, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	flags := []string{"map", data, "--x", "x", "--y", "y", "--validate", "-q", "-o", out}
	if strings.HasPrefix(p.x[0], "v") {
		flags = append(flags, "--search", "local", "--effort", "0.1")
	}
	must(t, flags...)
	var chosen struct{ K int }
	code, stdout, stderr := call(t.Context(), "select", out, "--json")
	if err := json.Unmarshal([]byte(stdout), &chosen); code != 0 || err != nil {
		t.Fatal(code, err, stderr)
	}
	return chosen.K
}

// known reports whether a test that knows the groups tells each from the next, at 5 % for all together by the
// procedure of Holm.
func (p *planted) known(t *testing.T) bool {
	t.Helper()
	counts := make([][]float64, p.groups)
	for n, g := range p.group {
		if counts[g] == nil {
			counts[g] = make([]float64, p.groups)
		}
		counts[g][p.y[n]]++
	}
	var list []float64
	for g := range p.groups - 1 {
		labels := strings.Split("abcdefgh", "")
		j, err := joint.Dense(labels[:2], labels[:p.groups], counts[g:g+2])
		if err != nil {
			t.Fatal(err)
		}
		e, err := evidence.OfDependence(t.Context(), j, evidence.Options{})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e.P())
	}
	slices.Sort(list)
	for n, v := range list {
		if v > 0.05/float64(len(list)-n) {
			return false
		}
	}
	return true
}

// shortest returns the number of ranges of X, up to 8, that describe Y in the fewest bits: all borders between
// records take as many, and Y in a range takes those of Jeffreys' mixture. It is a reference for few records.
func (p *planted) shortest() int {
	order := make([]int, len(p.at))
	for n := range order {
		order[n] = n
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(p.at[a], p.at[b]) })
	gamma := func(v float64) float64 { l, _ := math.Lgamma(v); return l }
	m, records := float64(p.groups), len(order)
	logs := make([]float64, records+1) // of the best ranges so far
	for n := range logs {
		logs[n] = math.Inf(-1)
	}
	logs[0] = 0
	best, most := 0, math.Inf(-1)
	for k := 1; k <= 8; k++ {
		next := make([]float64, records+1)
		for n := range next {
			next[n] = math.Inf(-1)
			counts, sum := make([]float64, p.groups), 0.0
			for from := n - 1; from >= 0; from-- {
				y := p.y[order[from]]
				sum += math.Log((counts[y] + 0.5) / (float64(n-1-from) + m/2))
				counts[y]++
				next[n] = max(next[n], logs[from]+sum)
			}
		}
		logs = next
		borders := gamma(float64(records)) - gamma(float64(k)) - gamma(float64(records-k+1))
		if v := logs[records] - borders; v > most {
			best, most = k, v
		}
	}
	return best
}

// TestLongPlanted logs the table of docs/validate.md on how often the number of planted groups is recommended. The least
// holds for each number of groups, and for all numbers of a kind together.
func TestLongPlanted(t *testing.T) {
	tables := seeded.Tables(6, 30)
	least := func(records, tables int) int { return map[int]int{100: 18, 300: 26, 1000: 28}[records] * tables / 30 }
	for _, kind := range []string{"categories", "numbers", "times", "rare"} {
		together := make(map[int]int)
		for _, groups := range []int{2, 3, 5} {
			line := fmt.Sprintf("| %s | %d |", kind, groups)
			for _, records := range []int{100, 300, 1000} {
				if kind == "rare" && records > 300 {
					line += " - |"
					continue
				}
				found, known, shortest, folder := 0, 0, 0, t.TempDir()
				for seed := range uint64(tables) {
					p := plant(kind, groups, records, seed)
					if p.recommended(t, folder) == groups {
						found++
					}
					if p.known(t) {
						known++
					}
					if records == 100 && kind == "numbers" && p.shortest() == groups {
						shortest++
					}
				}
				line += fmt.Sprintf(" %d (%d) |", found, known)
				if shortest > 0 {
					line += fmt.Sprintf(" shortest: %d |", shortest)
				}
				if n := least(records, tables); found < n {
					t.Errorf("%d groups of %s are recommended for %d of %d tables of %d records, fewer than %d", groups, kind, found, tables, records, n)
				}
				together[records] += found
			}
			t.Log(line)
		}
		for records, found := range together {
			if n := least(records, 3*tables); found < n {
				t.Errorf("groups of %s are recommended for %d of %d tables of %d records, fewer than %d", kind, found, 3*tables, records, n)
			}
		}
	}
}

// TestLongNothingPlanted logs how often one group is recommended if Y is independent of X, at least 95 % up to two standard
// errors, and how many groups are recommended otherwise.
func TestLongNothingPlanted(t *testing.T) {
	tables, of, folder := seeded.Tables(3, 60), make(map[int]int), t.TempDir()
	all := 0
	for _, kind := range []string{"categories", "numbers", "times", "rare"} {
		for _, groups := range []int{2, 3, 5} {
			for seed := range uint64(tables) {
				p, r := plant(kind, groups, 100, seed), random.New(seed, 7)
				for n := len(p.y) - 1; n > 0; n-- {
					with := int(float64(n+1) * r.Uniform())
					p.y[n], p.y[with] = p.y[with], p.y[n]
				}
				all++
				of[p.recommended(t, folder)]++
			}
		}
	}
	t.Logf("numbers of groups, and how many of %d tables: %v", all, of)
	some := float64(all - of[1])
	if rate := 0.05 * float64(all); some > rate+2*math.Sqrt(rate) || 10*(all-of[1]-of[2]-of[3]) > all-of[1] {
		t.Errorf("%d of %d tables of independent X and Y have one group: %v", of[1], all, of)
	}
}

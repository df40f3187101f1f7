package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// Who works with the keyboard stays where the key was pressed, though parts are made anew.
func TestFocusStays(t *testing.T) {
	b := openPlot(t, sample(t, "weather"), 1200, 900)
	b.choose(1)
	focus := "(() => { const a = document.activeElement; return a.getAttribute('aria-label') || a.id || a.textContent })()"
	press := func(selector, want string, keys ...string) {
		t.Helper()
		b.focus(selector)
		b.keys(keys...)
		b.settle()
		becomes(b, focus, want)
	}
	press("#steps > button:nth-child(2)", "finer →", kb.Enter, kb.Enter, kb.Enter) // and stays at the last point
	b.until("document.getElementById('chosen-body').innerText.includes('point 4 of 4')")
	press("#steps > button:nth-child(1)", "← coarser", kb.Enter)
	press("#pin", "pin", kb.Enter)
	press("#steps > button:nth-child(1)", "← coarser", kb.Enter)
	press("#pin", "pin", kb.Enter)
	b.view("compare")
	press("#pins tbody tr:nth-child(1) .pin", "Choose pinned point 1", kb.Enter)
	press("#pins tbody tr:nth-child(2) .remove", "Unpin point 1", kb.Enter)
	press("#pins tbody .remove", "pins", kb.Enter)
	b.view("groups")
	b.fill("#search", "s")
	press("#matches button", "fate", kb.Enter)
	press("#fate button", ask[string](b, "document.querySelector('#fate button').textContent"), kb.Enter)
	b.clean()
}

// The budget that is shown is one for the chosen point, whatever is rounded.
func TestBudgetShown(t *testing.T) {
	f := made(t, frontier.Problem{N: 3, XLabels: []string{"a", "b", "c"}, IXY: 0.5}, []frontier.Entry{
		{H: 0.1, Assignment: partition.Pack(partition.Partition{0, 0, 0})},
		{H: 0.3000000004, I: 0.1, Assignment: partition.Pack(partition.Partition{0, 0, 1})},
		{H: 0.52345632, I: 0.4, Assignment: partition.Pack(partition.Partition{0, 1, 0})},
	})
	b := openPlot(t, f, 1000, 800)
	change := "(() => { const n = document.getElementById('budget-number'); n.dispatchEvent(new Event('change')); return document.getElementById('budget-says').textContent })()"
	for j := range 3 {
		b.choose(j)
		if said := ask[string](b, change); !strings.Contains(said, fmt.Sprintf("(point %d)", j+1)) || strings.Contains(said, "no grouping") {
			t.Errorf("the budget shown at point %d is one for %s", j+1, said)
		}
	}
	said := ask[string](b, "document.getElementById('budget-number').value = '0.05', "+change)
	if want := "no grouping is within 0.050"; !strings.Contains(said, want) || !strings.Contains(said, "(point 1)") {
		t.Errorf("a budget below all points says %q, want %q", said, want)
	}
	if v := ask[string](b, "document.getElementById('budget-number').value"); v != "0.1" {
		t.Errorf("a budget below all points becomes %s, want 0.1", v)
	}
	b.clean()
}

// The box of the budget shows its number whole, on a phone, and on a screen at 200 %.
func TestBudgetFits(t *testing.T) {
	small := made(t, frontier.Problem{N: 2, XLabels: []string{"a", "b"}, IXY: 0.5}, []frontier.Entry{
		{H: 0.3000000004, Assignment: partition.Pack(partition.Partition{0, 0})}, {H: 0.300000000412, I: 0.4, Assignment: partition.Pack(partition.Partition{0, 1})},
	})
	large := made(t, frontier.Problem{Kind: "own", N: 2, XLabels: []string{"a", "b"}}, []frontier.Entry{
		{H: -123456789012.34567, Assignment: partition.Pack(partition.Partition{0, 0})}, {H: 223456789012.345678, I: 0.4, Assignment: partition.Pack(partition.Partition{0, 1})},
	})
	for _, screen := range []struct {
		width int64
		scale float64
	}{{1300, 1}, {650, 2}, {380, 1}, {320, 2}} {
		for _, f := range []*frontier.Frontier{small, large, alphabet(t)} {
			b := openPlot(t, f, int(screen.width), 900)
			b.do(chromedp.EmulateViewport(screen.width, 900, chromedp.EmulateScale(screen.scale)))
			fits := func() {
				t.Helper()
				b.settle()
				if cut := ask[int](b, "(() => { const n = document.getElementById('budget-number'); return n.scrollWidth - n.clientWidth })()"); cut > 0 {
					t.Errorf("%d pixels wide, %d of the box with %s are not seen", screen.width, cut, ask[string](b, "document.getElementById('budget-number').value"))
				}
				if w := ask[int64](b, "document.documentElement.scrollWidth"); w > screen.width {
					t.Errorf("the page is %d pixels wide on a screen of %d", w, screen.width)
				}
			}
			fits()
			b.choose(1)
			fits()
			b.focus("#budget-number")
			b.keys(kb.Home, "1", "2", "3", "4", "5", "6", "7", "8", "9")
			fits()
			b.clean()
		}
	}
}

// Points that are not drawn are neither chosen nor listed.
func TestRobustOnly(t *testing.T) {
	f := sample(t, "uncertain")
	b := openPlot(t, f, 1000, 800)
	var robust []int
	for j := range f.Len() {
		if f.At(j).Robust {
			robust = append(robust, j)
		}
	}
	b.click("#show-robust")
	b.focus("#plot")
	b.keys(kb.Home)
	at := "Number(document.getElementById('chosen-body').innerText.match(/point (\\d+) of/)[1]) - 1"
	for n := range f.Len() {
		becomes(b, at, robust[min(n, len(robust)-1)])
		b.keys(kb.ArrowRight)
		b.settle()
	}
	for j := range f.Len() {
		p := f.At(j)
		if listed := strings.Contains(b.text("#prominent"), fmt.Sprintf("h %.3f", p.H)); listed && !p.Robust {
			t.Errorf("point %d is listed, though not drawn", j)
		}
		x, y := b.place(p.H, p.I, f.Problem.HX, f.Problem.IXY)
		b.hover(x, y)
		b.settle()
		shown := ask[bool](b, "!document.getElementById('tip').hidden && document.getElementById('tip').innerText.includes("+quoted(fmt.Sprintf("%.3f bits", p.H))+")")
		if shown != p.Robust {
			t.Errorf("hovering point %d, which is robust: %t, shows it: %t", j, p.Robust, shown)
		}
	}
	b.clean()
}

package browsertest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// written writes a file, and returns its path.
func written(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// press presses the button of a note that follows its advice.
func (b *tab) press(text string) {
	b.t.Helper()
	button := "[...document.querySelectorAll('#read-notes button')].find((x) => x.textContent === " + quoted(text) + ")"
	b.until(button)
	ask[bool](b, button+".click() ?? true")
}

// prices are records as spreadsheets in Europe write them.
var prices = "sep=;\nkind;price\n" + strings.Repeat("tea;1,5\nwine;12,25\n-;3,0\ntea;2,5\n", 20)

// A note says what may be wrong, and a button beside it reads the file so.
func TestExploreReadsAgain(t *testing.T) {
	b := explore(t, 1000, 844, written(t, "prices.csv", prices))
	b.until(visible("how-read"))
	if got := b.text("#read-notes"); !strings.Contains(got, "semicolons") || strings.Contains(got, "--") {
		t.Errorf("the notes are %q", got)
	}
	b.accessible("notes on a file")
	b.press("Read with a decimal comma")
	becomes(b, "document.querySelector('#columns tbody tr:nth-child(2) td:nth-of-type(4)').textContent", "number")
	b.press("Take - as missing")
	b.until("document.querySelector('#columns tbody tr:nth-child(1)').textContent.includes('%')")
	if got := ask[string](b, "document.getElementById('decimal').value + document.getElementById('na').value"); got != ",-" {
		t.Errorf("the settings are %q", got)
	}
	if got := ask[string](b, "[...document.getElementById('missing-y').options].map((o) => o.value).join()"); got != ",own" {
		t.Errorf("records without Y can be %q", got)
	}
	b.do()
	b.click("#settings summary")
	b.accessible("the settings")
	b.shot("workbench-reading", true)
	b.clean()
}

// A file that cannot be read opens the settings that its error is about, and another file has neither the settings nor
// the error.
func TestStandaloneReading(t *testing.T) {
	for _, width := range []int{1300, 390} {
		b := openStandalone(t, width, 844)
		b.chooseFile(written(t, "latin.csv", "stadt;preis\n"+strings.Repeat("K\xf6ln;1,5\nUlm;2,5\n", 9)))
		if got := b.failure("open"); !strings.Contains(got, "encoding") || strings.Contains(got, "--") {
			t.Errorf("of a text that is not UTF-8 the page says %q", got)
		}
		if !ask[bool](b, "document.getElementById('settings').open") {
			t.Error("the settings are not open")
		}
		b.shot("standalone-encoding", false)
		b.press("Read as Windows-1252")
		becomes(b, "document.getElementById('table').textContent", "latin.csv")
		b.until("document.getElementById('columns').innerText.includes('Köln') && document.getElementById('failure').hidden")
		b.press("Read with a decimal comma")
		becomes(b, "document.querySelector('#columns tbody tr:nth-child(2) td:nth-of-type(4)').textContent", "number")

		b.chooseFile(written(t, "points.csv", "town;sales\n"+strings.Repeat("Ulm;1.840\nBonn;997\n", 9)))
		b.press("Read with a decimal point")
		b.until("document.getElementById('columns').innerText.includes('1.84')")

		b.chooseFile(written(t, "ragged.csv", "kind,size\ntea,small\nrum\ncup,big\n"))
		if got := b.failure("open"); !strings.Contains(got, "1 field, but the header has 2") || !strings.Contains(got, "another character") {
			t.Errorf("of lines of several lengths the page says %q", got)
		}
		b.press("Leave such lines out")
		becomes(b, "document.getElementById('table').textContent", "ragged.csv")
		b.until("document.getElementById('read-notes').textContent.includes('1 record of ragged.csv left out')")
		b.chooseFile(shops(t))
		becomes(b, "document.getElementById('table').textContent", "shops.csv")
		b.until("document.getElementById('failure').hidden && document.getElementById('encoding').value === '' && document.getElementById('decimal').value === ''")
		b.clean()
	}
}

package browsertest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/report"
)

// chromium returns the path of a browser of the family, under whichever name it has.
func chromium(t testing.TB) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return oracle.Program(t, "chromium")
}

// patience bounds what a test waits for: a browser that hangs must not hang the rest.
const patience = time.Minute

// open starts the browser, in which every page has a tab of its own.
var open = sync.OnceValues(func() (context.Context, error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox,
		chromedp.Env("LC_ALL=C.UTF-8")) // names of downloads are in any script
	ctx, stopProgram := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stopBrowser := chromedp.NewContext(ctx)
	closeBrowser = func() { stopBrowser(); stopProgram() }
	return ctx, chromedp.Do(ctx)
})

var (
	program      string // the path of the browser
	closeBrowser = func() {}
)

func TestMain(m *testing.M) {
	code := m.Run()
	closeBrowser()
	removeProgram()
	removePage()
	os.Exit(code)
}

// tab is a page that is open in a browser, and what it did that it should not.
type tab struct {
	t      testing.TB
	ctx    context.Context
	folder string // where downloads go
	page   string // the address

	mu       sync.Mutex
	wrong    []string // messages of errors
	requests []string
}

// openPage writes the page of a frontier and opens it in a browser of the given size.
func openPage(t testing.TB, f *frontier.Frontier, width, height int) *tab {
	t.Helper()
	var page bytes.Buffer
	if err := report.Write(&page, f, report.Options{}); err != nil {
		t.Fatal(err)
	}
	return openHTML(t, page.Bytes(), width, height)
}

// openPlot is openPage with the trade-off in view.
func openPlot(t testing.TB, f *frontier.Frontier, width, height int) *tab {
	t.Helper()
	b := openPage(t, f, width, height)
	b.view("trade-off")
	return b
}

// view shows a view of the page of a frontier.
func (b *tab) view(name string) {
	b.t.Helper()
	ask[bool](b, "(document.getElementById('tab-"+name+"').click(), true)")
	b.settle()
}

// menu opens the menu of what can be saved, and chooses an entry.
func (b *tab) menu(entry string) {
	b.t.Helper()
	b.click("#download summary")
	b.click("#" + entry)
}

func openHTML(t testing.TB, page []byte, width, height int) *tab {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, page, 0o600); err != nil {
		t.Fatal(err)
	}
	b := openTab(t, "file://"+filepath.ToSlash(file), width, height)
	b.until("document.documentElement.hasAttribute('data-ready')")
	b.settle()
	return b
}

// openTab opens an address in a tab of the given size.
func openTab(t testing.TB, address string, width, height int) *tab {
	t.Helper()
	program = chromium(t)
	ctx, err := open()
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := chromedp.NewContext(ctx)
	t.Cleanup(stop)
	b := &tab{t: t, ctx: ctx, folder: t.TempDir(), page: address}
	b.do() // opens the tab
	b.watch()
	b.do(chromedp.EmulateViewport(int64(width), int64(height)), chromedp.Navigate(b.page))
	return b
}

// watch notes errors and requests from now on, and where downloads go.
func (b *tab) watch() {
	b.t.Helper()
	err := chromedp.Listen(b.ctx, func(event any) {
		b.mu.Lock()
		defer b.mu.Unlock()
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			b.wrong = append(b.wrong, fmt.Sprintf("exception: %+v", e.ExceptionDetails))
		case *runtime.EventConsoleAPICalled:
			if e.Type == "error" || e.Type == "warning" {
				b.wrong = append(b.wrong, fmt.Sprintf("console: %+v", e.Args))
			}
		case *network.EventRequestWillBeSent:
			b.requests = append(b.requests, e.Request.URL)
		}
	})
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := chromedp.Call(b.ctx, network.Enable, network.EnableParams{}); err != nil {
		b.t.Fatal(err)
	}
	if _, err := chromedp.CallBrowser(b.ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: b.folder,
	}); err != nil {
		b.t.Fatal(err)
	}
}

// clean fails the test if the page logged an error or asked for anything but itself.
func (b *tab) clean() {
	b.t.Helper()
	b.settle()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, w := range b.wrong {
		b.t.Error(w)
	}
	if len(b.requests) == 0 {
		b.t.Error("the page itself was not seen to be loaded, so requests are not watched")
	}
	for _, r := range b.requests {
		if !strings.HasPrefix(r, b.page) && !strings.HasPrefix(r, "blob:") && !strings.HasPrefix(r, "data:") {
			b.t.Errorf("the page asked for %s", r)
		}
	}
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx := b.ctx
	if len(steps) > 0 { // the first call opens the tab, which would end with its context
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, patience)
		defer stop()
	}
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
}

// ask returns the value of an expression in the page.
func ask[T any](b *tab, expression string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// askSoon returns the value that an expression promises.
func askSoon[T any](b *tab, expression string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatal(err)
	}
	return v
}

// until waits until an expression holds. It asks again and again, since a promise of a page that is being replaced
// by another one may never be kept.
func (b *tab) until(expression string) {
	b.t.Helper()
	b.eventually(func() bool {
		ctx, stop := context.WithTimeout(b.ctx, 5*time.Second)
		defer stop()
		holds, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("Boolean("+expression+")"))
		return err == nil && holds
	}, "%s", expression)
}

// eventually waits until a condition holds.
func (b *tab) eventually(holds func() bool, format string, args ...any) {
	b.t.Helper()
	for end := time.Now().Add(patience); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			b.t.Fatalf("waited in vain: "+format, args...)
		}
	}
}

// becomes waits until an expression in the page has a value.
func becomes[T comparable](b *tab, expression string, want T) {
	b.t.Helper()
	b.eventually(func() bool { return ask[T](b, expression) == want }, "%s does not become %v", expression, want)
}

// settle waits until the page has drawn what changed: it does so in the next frame.
func (b *tab) settle() {
	b.t.Helper()
	if _, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](
		"new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))", chromedp.EvalAwaitPromise)); err != nil {
		b.t.Fatal(err)
	}
}

// text returns what an element shows, or nothing if there is no such element, with plain
// spaces for those at which no line breaks.
func (b *tab) text(selector string) string {
	b.t.Helper()
	b.settle()
	shown := ask[string](b, "document.querySelector("+quoted(selector)+")?.innerText ?? ''")
	return strings.ReplaceAll(shown, "\u00a0", " ") // a number and its unit stay on a line
}

// click clicks on the middle of an element with the mouse.
func (b *tab) click(selector string) {
	b.t.Helper()
	b.settle()
	b.do(chromedp.Click(chromedp.CSS(selector)))
}

// focus gives an element the focus.
func (b *tab) focus(selector string) {
	b.t.Helper()
	b.settle()
	b.do(chromedp.Focus(chromedp.CSS(selector)))
}

// keys presses keys, one after another.
func (b *tab) keys(keys ...string) {
	b.t.Helper()
	for _, k := range keys {
		if len(k) > 1 || k < " " { // one that makes no letter
			b.do(chromedp.KeyEvent(k))
			continue
		}
		// A browser makes the letter of a key itself, unless the page took the key.
		for _, p := range []input.DispatchKeyEventParams{
			{Type: input.DispatchKeyEventTypeKeyDown, Key: k, Text: k},
			{Type: input.DispatchKeyEventTypeKeyUp, Key: k},
		} {
			if _, err := chromedp.Call(b.ctx, input.DispatchKeyEvent, p); err != nil {
				b.t.Fatal(err)
			}
		}
	}
}

// fill types a text into a field that is empty.
func (b *tab) fill(selector, text string) {
	b.t.Helper()
	b.do(chromedp.SendKeys(chromedp.CSS(selector), text))
}

// place returns where a point is drawn, in the window, by the axes' own arithmetic: the
// test moves there through the keys, and reads the ring's place from the upper canvas.
func (b *tab) place(h, i, hMost, iMost float64) (x, y float64) {
	b.t.Helper()
	box := ask[[4]float64](b, "(() => { const r = document.getElementById('plot').getBoundingClientRect(); return [r.left + 1, r.top + 1, document.getElementById('plot').clientWidth, document.getElementById('plot').clientHeight] })()")
	const top, right, bottom, inset, above = 22, 16, 46, 14, 24 // as in web/view.ts
	left := 70.0
	if box[2] < 480 {
		left = 64
	}
	x = box[0] + left + inset + h/hMost*(box[2]-left-right-2*inset)
	y = box[1] + box[3] - bottom - inset - i/iMost*(box[3]-top-bottom-inset-above)
	return x, y
}

// hover moves the mouse.
func (b *tab) hover(x, y float64) {
	b.t.Helper()
	b.do(chromedp.MouseEvent(chromedp.MouseMoved, x, y))
}

// dark asks the page for the dark or the light scheme, as a system does.
func (b *tab) scheme(name string) {
	b.t.Helper()
	b.media(&emulation.MediaFeature{Name: "prefers-color-scheme", Value: name})
}

func (b *tab) media(features ...*emulation.MediaFeature) {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
		b.t.Fatal(err)
	}
}

// shot keeps a picture of the whole page in the folder that DIBMAP_SHOTS names, for
// people to look at.
func (b *tab) shot(name string, whole bool) {
	b.t.Helper()
	folder := os.Getenv("DIBMAP_SHOTS")
	if folder == "" {
		return
	}
	action := chromedp.CaptureScreenshot()
	if whole {
		action = chromedp.FullScreenshot(100)
	}
	picture, err := chromedp.Run(b.ctx, action)
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o600); err != nil {
		b.t.Fatal(err)
	}
}

// quoted returns a text as a string of JavaScript.
func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

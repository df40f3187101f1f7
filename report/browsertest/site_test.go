package browsertest

import (
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// openSite serves the site in the folder that DIBMAP_SITE names, as any server of files does, and opens its
// first page. It returns the addresses of all pages, below that of the server.
func openSite(t *testing.T, width int) (b *tab, pages []string) {
	t.Helper()
	folder := os.Getenv("DIBMAP_SITE")
	if folder == "" {
		if os.Getenv("DIBMAP_REQUIRE_TOOLS") != "" {
			t.Fatal("needs the site: site/build FOLDER makes it, and DIBMAP_SITE names the folder")
		}
		t.Skip("site/build FOLDER makes the site, and DIBMAP_SITE names the folder")
	}
	files := os.DirFS(folder)
	err := fs.WalkDir(files, ".", func(path string, _ fs.DirEntry, err error) error {
		// The page for what is not found, and the demonstration, which is a program, are no documents.
		if strings.HasSuffix(path, "index.html") && path != "demo/index.html" {
			pages = append(pages, "/"+strings.TrimSuffix(path, "index.html"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.FileServerFS(files))
	t.Cleanup(server.Close)
	b = openTab(t, server.URL, width, 900)
	return b, pages
}

// visit goes to a page of the site, and waits until its scripts are at work.
func (b *tab) visit(page string) {
	b.t.Helper()
	b.do(chromedp.Navigate(b.page + page))
	b.until("document.readyState == 'complete' && document.querySelector('.md-content h1')")
}

// Every page of the site loads what it needs from the site, without errors, and a phone need not be moved
// sideways to read it.
func TestSiteNeedsNobodyElse(t *testing.T) {
	b, pages := openSite(t, 390)
	if len(pages) < 40 {
		t.Fatalf("%d pages", len(pages))
	}
	for _, page := range pages {
		b.visit(page)
		if wide := ask[int](b, "document.documentElement.scrollWidth"); wide > 390 {
			t.Errorf("%s is %d pixels wide on a phone", page, wide)
		}
	}
	b.clean()
}

// The search of the site needs the site only, and leads to where the words are.
func TestSiteSearch(t *testing.T) {
	b, _ := openSite(t, 1300)
	b.visit("/guide/")
	for words, place := range map[string]string{
		"permutation test":    "/estimators/",
		"--min-mass":          "/commands/map/",
		"tune-epsilon":        "/commands/tune-epsilon/",
		"InformationGrouper":  "/python/",
		"submodular function": "/proof/",
	} {
		b.visit("/guide/")
		b.click(".md-search__input")
		b.fill(".md-search__input", words)
		found := "document.querySelector('.md-search-result__item a[href*=" + quoted(place) + "]')"
		b.until(found)
		b.shot("site-search", false)
		ask[bool](b, found+".click() ?? true")
		b.until("location.pathname.startsWith(" + quoted(place) + ")")
	}
	b.clean()
}

// The site has the colours of the system until somebody chooses others, which are kept.
func TestSiteInTheDark(t *testing.T) {
	b, _ := openSite(t, 1300)
	const colours = "document.body.dataset.mdColorScheme"
	b.scheme("dark")
	b.visit("/")
	becomes(b, colours, "slate")
	b.scheme("light")
	becomes(b, colours, "default")
	b.click("form.md-header__option label:not([hidden])") // from the system's to light
	b.click("form.md-header__option label:not([hidden])") // and to dark
	becomes(b, colours, "slate")
	b.visit("/commands/map/")
	becomes(b, colours, "slate")
	b.clean()
}

// The first page leads to the program in a page, which works there, and asks for nothing more.
func TestSiteDemonstration(t *testing.T) {
	b, _ := openSite(t, 390)
	b.visit("/")
	b.click("a[href='demo/']")
	b.until("location.pathname == '/demo/' && document.getElementById('built-in')?.disabled === false")
	b.builtIn("@occupation")
	if got := b.found(); !strings.Contains(got, " values") {
		t.Errorf("the frontier is of %q", got)
	}
	b.clean()
}

// Indices and powers are set in sentences, and stay what they are in code.
func TestSiteFormulas(t *testing.T) {
	b, _ := openSite(t, 1300)
	b.visit("/proof/")
	const formula = "[...document.querySelectorAll('.md-content p')].map((p) => p.innerHTML).find((p) => p.includes('2<sup>-30</sup> bit'))"
	b.until(formula)
	if plain := ask[string](b, "document.querySelector('.md-content').innerText.match(/^[^=]*\\b[hvw]_[a-zA-Z]\\b/)?.[0] ?? ''"); plain != "" {
		t.Errorf("an index is not set: %s", plain)
	}
	b.visit("/python/reference/")
	becomes(b, "document.querySelectorAll('.md-content :is(sub, sup)').length", 0)
}

// Pages of every kind are accessible, on a screen and on a phone, light and dark.
func TestSiteIsAccessible(t *testing.T) {
	for _, width := range []int{1300, 390} {
		b, _ := openSite(t, width)
		for _, page := range []string{"/", "/commands/map/", "/guide/"} {
			for _, scheme := range []string{"light", "dark"} {
				b.scheme(scheme)
				b.visit(page)
				// What the theme lacks: names for all of its parts, and keys for wide lines of code where there
				// is no mouse, which browsers have themselves.
				b.accessible(page+", "+scheme, "landmark-unique", "scrollable-region-focusable")
				b.shot(fmt.Sprintf("site%s%s-%d", strings.ReplaceAll(page, "/", "-"), scheme, width), true)
			}
		}
	}
}

// Package draw provides the parts of figures: pages and their files, texts, axes, legends, markers
// and colours. Package plot draws frontiers with it, and the experiments draw charts.
//
//  1. A [Page] says how large a figure is, and [Page.Checked] whether it can be drawn;
//  2. a [Sheet] is the page being laid out: its texts, its legend and its axes get their
//     places before anything is drawn;
//  3. [Sheet.Render] draws the sheet and the layers of the figure as SVG, PNG or PDF.
//
// Lengths on the page are in points (vg.Length), from the lower left corner. The same input
// gives the same bytes on every machine: products that are added are converted, which
// keeps compilers from fusing them, and files hold no dates.
package draw

import (
	"cmp"
	"fmt"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/internal/fileformat"
)

// formats are the formats of figures, by the extensions of their files.
var formats = []string{"svg", "png", "pdf"}

// FormatOf returns the format of a figure by the extension of its file's name.
func FormatOf(path string) (string, error) { return fileformat.Of(path, "figure", formats...) }

// Page says how large a figure is.
type Page struct {
	// Title is the text at the head of the page.
	Title string
	// Width and Height are in millimetres; zero means 160 and 110.
	Width, Height float64
	// DPI is the resolution of a PNG in pixels per inch; zero means 300.
	DPI int
	// Theme is [LightTheme], as an empty one, or [DarkTheme].
	Theme string
	// Fonts finds fonts for letters that the built-in font lacks, in PNG and PDF; nil means no
	// fonts.
	Fonts Fonts
}

// The least size of a page in millimetres.
const (
	MinWidth  = 70
	MinHeight = 60
)

const (
	maxSide   = 1000
	maxPixels = 1e8 // such an image takes 400 MB while it is drawn
	inch      = 25.4
)

// Checked returns the page with zeros replaced by defaults, or an error if it cannot be
// drawn in the given format.
func (p Page) Checked(format string) (Page, error) {
	if err := fileformat.Check(format, formats...); err != nil {
		return p, err
	}
	if err := checkTheme(p.Theme); err != nil {
		return p, err
	}
	p.Width = cmp.Or(p.Width, 160)
	p.Height = cmp.Or(p.Height, 110)
	p.DPI = cmp.Or(p.DPI, 300)
	if !(p.Width >= MinWidth && p.Width <= maxSide && p.Height >= MinHeight && p.Height <= maxSide) {
		return p, fmt.Errorf("a figure of %g x %g mm cannot be drawn: choose a size from %d x %d to %d x %d mm",
			p.Width, p.Height, MinWidth, MinHeight, maxSide, maxSide)
	}
	if p.DPI < 0 {
		return p, fmt.Errorf("a resolution of %d pixels per inch cannot be drawn: choose a positive one, such as 300", p.DPI)
	}
	return p, p.CheckPixels(format)
}

// CheckPixels returns an error if a PNG of the page would take too much memory.
func (p Page) CheckPixels(format string) error {
	dots := float64(p.DPI) / inch
	if w, h := p.Width*dots, p.Height*dots; format == "png" && w*h > maxPixels {
		return fmt.Errorf("an image of %.0f x %.0f pixels is too large: choose a smaller size or resolution", w, h)
	}
	return nil
}

// Sheet returns the empty page.
func (p Page) Sheet() Sheet {
	return Sheet{Width: vg.Length(p.Width) * MM, Height: vg.Length(p.Height) * MM, dpi: p.DPI, dark: p.Theme == DarkTheme, fonts: p.Fonts}
}

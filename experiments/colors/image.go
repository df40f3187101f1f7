package main

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // the formats that image.Decode reads
	_ "image/png"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/dibmap/dibmap/experiments/colors/coco"
)

// picture returns the colour of a pixel, by column and row.
type picture func(x, y int) (r, g, b uint8)

// openPicture reads the file of an image in a folder. The error names the file.
func openPicture(folder string, of coco.Image) (picture, error) {
	name := filepath.FromSlash(of.File)
	if !filepath.IsLocal(name) {
		return nil, fmt.Errorf("image %d is the file %q: want the name of one within %s", of.ID, of.File, folder)
	}
	name = filepath.Join(folder, name)
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", name, reason(err))
	}
	defer func() { _ = f.Close() }() // it was only read
	m, err := decode(f, of.Width, of.Height)
	if err != nil {
		return nil, fmt.Errorf("%s %w", name, err)
	}
	return pictureOf(m), nil
}

// decode reads an image, which must have the size that the annotations say: memory for another
// size is not allocated. Its errors continue a message.
func decode(r io.ReadSeeker, width, height int) (image.Image, error) {
	config, _, err := image.DecodeConfig(r)
	if err != nil {
		return nil, fmt.Errorf("is no JPEG or PNG image that can be read: %w", reason(err))
	}
	if config.Width != width || config.Height != height {
		return nil, fmt.Errorf("has %d x %d pixels, and the annotations are of %d x %d", config.Width, config.Height, width, height)
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return nil, fmt.Errorf("cannot be read: %w", reason(err))
	}
	m, _, err := image.Decode(r)
	if err != nil {
		return nil, fmt.Errorf("is broken: %w", reason(err))
	}
	return m, nil
}

// pictureOf returns the colours of an image. Transparency is ignored.
func pictureOf(m image.Image) picture {
	if m, ok := m.(*image.YCbCr); ok {
		return func(x, y int) (r, g, b uint8) {
			c := m.COffset(x, y)
			return color.YCbCrToRGB(m.Y[m.YOffset(x, y)], m.Cb[c], m.Cr[c])
		}
	}
	return func(x, y int) (r, g, b uint8) {
		c, ok := color.NRGBAModel.Convert(m.At(x, y)).(color.NRGBA)
		if !ok {
			panic("colors: the model converts to another colour")
		}
		return c.R, c.G, c.B
	}
}

// reason returns why a file could not be read, without its name.
func reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

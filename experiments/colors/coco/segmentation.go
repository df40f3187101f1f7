package coco

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Mask reads the pixels of an annotation. The error is of one line and names the annotation.
func (x *Index) Mask(a Annotation) (Mask, error) {
	raw := make([]byte, a.length)
	if n, err := x.file.ReadAt(raw, a.offset); n < len(raw) {
		return Mask{}, fmt.Errorf("%s: annotation %d: %w", x.file.name, a.ID, err)
	}
	image := x.Images[a.Image]
	var m Mask
	s := scanner{x.file, a.offset, jsontext.NewDecoder(bytes.NewBuffer(raw))}
	wrong, err := s.object(func(key string, value jsontext.Value) (err error) {
		if key == "segmentation" {
			m, err = parseSegmentation(value, image.Width, image.Height)
		}
		return err
	})
	if err != nil {
		return Mask{}, err
	}
	if wrong != nil {
		return Mask{}, fmt.Errorf("%s: annotation %d: %w", x.file.name, a.ID, wrong)
	}
	return m, nil
}

// parseSegmentation returns the pixels of a segmentation in an image of the given size. Its
// errors continue a message.
func parseSegmentation(value jsontext.Value, width, height int) (Mask, error) {
	// The value is valid JSON, so the decoder cannot fail.
	s := scanner{decoder: jsontext.NewDecoder(bytes.NewBuffer(value))}
	switch value.Kind() {
	case jsontext.KindBeginArray:
		m, err := s.polygons(width, height)
		if err != nil {
			return Mask{}, fmt.Errorf("is no list of polygons: %w", err)
		}
		return m, nil
	case jsontext.KindBeginObject:
		m, err := s.runs(width, height)
		if err != nil {
			return Mask{}, fmt.Errorf("is no run-length encoding: %w", err)
		}
		return m, nil
	default:
		return Mask{}, fmt.Errorf("is %s: want polygons or a run-length encoding", shown(value))
	}
}

// polygons reads an array of arrays of numbers.
func (s scanner) polygons(width, height int) (Mask, error) {
	var polygons [][]float64
	wrong, err := s.array(func() error {
		var polygon []float64
		wrong, err := s.array(func() error {
			v, err := s.value()
			if err != nil {
				return err
			}
			number, err := strconv.ParseFloat(string(v), 64)
			if err != nil {
				return fmt.Errorf("polygon %d holds %s, not a number", len(polygons)+1, shown(v))
			}
			polygon = append(polygon, number)
			return nil
		})
		if wrong != nil {
			return fmt.Errorf("polygon %d %w", len(polygons)+1, wrong)
		}
		polygons = append(polygons, polygon)
		return err
	})
	if err := cmp.Or(wrong, err); err != nil {
		return Mask{}, err
	}
	return fromPolygons(polygons, width, height)
}

// runs reads an object of the size of the image, its height first, and counts.
func (s scanner) runs(width, height int) (Mask, error) {
	var m Mask
	size, counts := errors.New(`"size" is missing`), errors.New(`"counts" are missing`)
	wrong, err := s.object(func(key string, value jsontext.Value) error {
		var err error
		switch key {
		case "size":
			size = nil
			var sides []int64
			if sides, err = wholes(value); err == nil && (len(sides) != 2 || sides[0] != int64(height) || sides[1] != int64(width)) {
				err = fmt.Errorf("is %s, and the image has [height, width] = [%d,%d]", shown(value), height, width)
			}
		case "counts":
			counts = nil
			m, err = parseCounts(value, width, height)
		}
		return err
	})
	for _, err := range []error{err, wrong, size, counts} {
		if err != nil {
			return Mask{}, err
		}
	}
	return m, nil
}

// parseCounts returns the pixels of runs as a list of their lengths or in packed form.
func parseCounts(value jsontext.Value, width, height int) (Mask, error) {
	var m Mask
	if value.Kind() == '"' {
		packed, err := text(value)
		if err == nil {
			m, err = fromText(packed, width, height)
		}
		return m, named(err)
	}
	lengths, err := wholes(value)
	if err == nil {
		m, err = fromCounts(lengths, width, height)
	}
	return m, named(err)
}

// named returns an error of runs as the continuation of a message.
func named(err error) error {
	if err != nil {
		err = fmt.Errorf("cannot be read: %w", err)
	}
	return err
}

// wholes returns an array of whole numbers. Its errors continue a message.
func wholes(value jsontext.Value) ([]int64, error) {
	s := scanner{decoder: jsontext.NewDecoder(bytes.NewBuffer(value))}
	var all []int64
	wrong, err := s.array(func() error {
		v, err := s.value()
		if err != nil {
			return err
		}
		n, err := whole(v)
		if err != nil {
			return fmt.Errorf("number %d %w", len(all)+1, err)
		}
		all = append(all, n)
		return nil
	})
	return all, cmp.Or(wrong, err)
}

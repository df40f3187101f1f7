package coco

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Index holds the images and categories of an annotation file, and the offsets of its
// annotations. It is safe for concurrent use.
type Index struct {
	Images     []Image    // by ID
	Categories []Category // by ID
	// Broken counts the annotations that were left out because they do not follow the format,
	// or are of an image or category that the file does not list.
	Broken int
	// FirstBroken says what is wrong with the first of them, nil if there is none.
	FirstBroken error

	file        source
	annotations []Annotation // by place of the image, then ID
}

// Image is an image that a file lists.
type Image struct {
	ID            int64
	File          string // its name in the annotation file
	Width, Height int    // pixels
}

// Category is a kind of object.
type Category struct {
	ID   int64
	Name string
}

// Annotation is an object in an image.
type Annotation struct {
	ID int64
	// Image and Category are indices of Images and Categories; IDs, while the file is read.
	Image, Category int64
	// Crowd tells that the annotation is of several objects at once.
	Crowd bool

	length int32 // in the file, from offset
	offset int64
}

// Read reads the index of an annotation file of the given size; name stands for it in messages.
// The file must not change as long as masks are read. Broken annotations are left out and
// counted; other problems are errors of one line, or ctx.Err() if the context ends first. O(size of the file), with memory in proportion to the numbers of images and
// annotations.
func Read(ctx context.Context, file io.ReaderAt, size int64, name string) (*Index, error) {
	x := &Index{file: source{file, name}}
	s := scanner{x.file, 0, jsontext.NewDecoder(io.NewSectionReader(file, 0, size))}
	if s.peek() != '{' {
		return nil, fmt.Errorf("%s does not begin with {: want annotations of COCO, a JSON object, unpacked", name)
	}
	if _, err := s.token(); err != nil {
		return nil, err
	}
	r := reader{Index: x, scanner: s, ctx: ctx}
	found := make(map[string]bool)
	for s.peek() != '}' {
		part, err := s.token()
		if err != nil {
			return nil, err
		}
		found[part] = true
		if err := r.part(part); err != nil {
			return nil, err
		}
	}
	if _, err := s.token(); err != nil {
		return nil, err
	}
	for _, part := range []string{"images", "annotations", "categories"} {
		if !found[part] {
			return nil, fmt.Errorf("%s has no %q: want annotations of objects, such as instances_train2017.json", name, part)
		}
	}
	if err := x.sort(); err != nil {
		return nil, err
	}
	r.resolve()
	return x, nil
}

// sort sorts images and categories. It returns an error if an ID or the name of a category
// occurs twice.
func (x *Index) sort() error {
	slices.SortFunc(x.Images, func(a, b Image) int { return cmp.Compare(a.ID, b.ID) })
	for i := range x.Images[min(1, len(x.Images)):] {
		if id := x.Images[i].ID; id == x.Images[i+1].ID {
			return fmt.Errorf("%s: two images have the id %d", x.file.name, id)
		}
	}
	slices.SortFunc(x.Categories, func(a, b Category) int { return cmp.Compare(a.ID, b.ID) })
	names := make(map[string]bool)
	for i, c := range x.Categories {
		if i > 0 && x.Categories[i-1].ID == c.ID {
			return fmt.Errorf("%s: two categories have the id %d", x.file.name, c.ID)
		}
		if names[c.Name] {
			return fmt.Errorf("%s: two categories are called %q: rename one of them", x.file.name, c.Name)
		}
		names[c.Name] = true
	}
	return nil
}

// reader reads an index.
type reader struct {
	*Index
	scanner

	ctx context.Context
	at  int64 // where the element that is read begins
}

// part reads the value of a member of the file's object.
func (r *reader) part(part string) error {
	read, ok := map[string]func() (wrong, err error){"images": r.image, "categories": r.category, "annotations": r.annotation}[part]
	if !ok {
		_, err := r.value()
		return err
	}
	n := 0
	wrong, err := r.array(func() error {
		if n++; n%1024 == 0 && r.ctx.Err() != nil {
			return r.ctx.Err()
		}
		r.at = r.start()
		wrong, err := read()
		if err == nil && wrong != nil {
			wrong = fmt.Errorf("%s: element %d of %s: %w", r.Index.file.place(r.at), n, part, wrong)
			if part != "annotations" {
				return wrong
			}
			r.broken(wrong)
		}
		return err
	})
	if wrong != nil {
		err = fmt.Errorf("%s: %q %w", r.Index.file.name, part, wrong)
	}
	return err
}

func (r *reader) broken(err error) {
	if r.Broken++; r.FirstBroken == nil {
		r.FirstBroken = err
	}
}

// resolve finds the image and category of every annotation.
func (r *reader) resolve() {
	all := r.annotations
	slices.SortFunc(all, func(a, b Annotation) int {
		return cmp.Or(cmp.Compare(a.Image, b.Image), cmp.Compare(a.ID, b.ID), cmp.Compare(a.offset, b.offset))
	})
	r.annotations = all[:0]
	for _, a := range all {
		image, known := slices.BinarySearchFunc(r.Images, a.Image, func(m Image, id int64) int { return cmp.Compare(m.ID, id) })
		if !known {
			r.broken(fmt.Errorf("%s: annotation %d is of image %d, which is not listed", r.Index.file.name, a.ID, a.Image))
			continue
		}
		category, known := slices.BinarySearchFunc(r.Categories, a.Category, func(c Category, id int64) int { return cmp.Compare(c.ID, id) })
		if !known {
			r.broken(fmt.Errorf("%s: annotation %d is of category %d, which is not listed", r.Index.file.name, a.ID, a.Category))
			continue
		}
		a.Image, a.Category = int64(image), int64(category)
		r.annotations = append(r.annotations, a)
	}
}

// Of returns the annotations of the image at a place, by ID. The slice must not be changed.
// O(log n) for n annotations.
func (x *Index) Of(image int) []Annotation {
	place := func(a Annotation, image int) int { return cmp.Compare(a.Image, int64(image)) }
	from, _ := slices.BinarySearchFunc(x.annotations, image, place)
	to, _ := slices.BinarySearchFunc(x.annotations, image+1, place)
	return x.annotations[from:to]
}

// Len returns the number of annotations.
func (x *Index) Len() int { return len(x.annotations) }

// errMissing says that a member is missing; its name is written before it.
var errMissing = errors.New("is missing")

// fields reads an object that must have certain members.
func (r *reader) fields(wanted []string, visit func(key string, value jsontext.Value) error) (wrong, err error) {
	found := make([]bool, len(wanted))
	wrong, err = r.object(func(key string, value jsontext.Value) error {
		if i := slices.Index(wanted, key); i >= 0 {
			found[i] = true
		}
		return visit(key, value)
	})
	if i := slices.Index(found, false); i >= 0 && wrong == nil {
		wrong = fmt.Errorf("%s %w", wanted[i], errMissing)
	}
	return wrong, err
}

// image reads an image.
func (r *reader) image() (wrong, err error) {
	var m Image
	var width, height int64
	wrong, err = r.fields([]string{"id", "file_name", "width", "height"}, func(key string, value jsontext.Value) (err error) {
		switch key {
		case "id":
			m.ID, err = whole(value)
		case "file_name":
			m.File, err = text(value)
		case "width":
			width, err = side(value)
		case "height":
			height, err = side(value)
		}
		return err
	})
	if wrong == nil && width*height > maxPixels {
		wrong = fmt.Errorf("has %d x %d pixels, more than 2^27", width, height)
	}
	m.Width, m.Height = int(width), int(height)
	r.Images = append(r.Images, m)
	return wrong, err
}

// side returns a number of pixels.
func side(value jsontext.Value) (int64, error) {
	n, err := whole(value)
	if err == nil && (n < 1 || n > maxPixels) {
		err = fmt.Errorf("is %d: want from 1 to 2^27", n)
	}
	return n, err
}

// category reads a category.
func (r *reader) category() (wrong, err error) {
	var c Category
	wrong, err = r.fields([]string{"id", "name"}, func(key string, value jsontext.Value) (err error) {
		switch key {
		case "id":
			c.ID, err = whole(value)
		case "name":
			c.Name, err = text(value)
		}
		return err
	})
	r.Categories = append(r.Categories, c)
	return wrong, err
}

// annotation reads an annotation, apart from its segmentation.
func (r *reader) annotation() (wrong, err error) {
	var a Annotation
	wanted := []string{"id", "image_id", "category_id", "segmentation"}
	wrong, err = r.fields(wanted, func(key string, value jsontext.Value) (err error) {
		switch key {
		case "id":
			a.ID, err = whole(value)
		case "image_id":
			a.Image, err = whole(value)
		case "category_id":
			a.Category, err = whole(value)
		case "iscrowd":
			var n int64
			if n, err = whole(value); err == nil && n != 0 && n != 1 {
				err = fmt.Errorf("is %d: want 0 or 1", n)
			}
			a.Crowd = n == 1
		}
		return err
	})
	if wrong != nil || err != nil {
		return wrong, err
	}
	length := r.decoder.InputOffset() - r.at
	if length > math.MaxInt32 {
		return errors.New("has more than 2^31 characters"), nil
	}
	a.offset, a.length = r.at, int32(length)
	r.annotations = append(r.annotations, a)
	return nil, nil
}

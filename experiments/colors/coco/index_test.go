package coco

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const (
	images      = `"images":[{"id":9,"file_name":"b.png","width":3,"height":2,"license":4},{"id":2,"file_name":"a.jpg","width":4,"height":5}]`
	categories  = `"categories":[{"id":7,"name":"bird","supercategory":"animal"},{"id":3,"name":"apple"}]`
	annotations = `"annotations":[
	{"id":12,"image_id":9,"category_id":3,"iscrowd":1,"segmentation":{"size":[2,3],"counts":[1,2,3]},"bbox":[0,1,2,1],"area":2},
	{"segmentation":[[0,0,2,0,2,2,0,2]],"id":11,"image_id":9,"category_id":7,"iscrowd":0} ,
	{"id":10,"image_id":2,"category_id":7,"segmentation":{"counts":"?5","size":[5,4]}}]`
)

func read(text string) (*Index, error) {
	return Read(context.Background(), strings.NewReader(text), int64(len(text)), "a.json")
}

// file returns a file of the given parts.
func file(parts ...string) string {
	return "{\"info\":{\"year\":2017},\n" + strings.Join(parts, ",\n") + "}\n"
}

func TestRead(t *testing.T) {
	wantMasks := map[int64]Mask{
		10: {4, 5, []Run{{15, 20}}},
		11: {3, 2, []Run{{0, 4}}},
		12: {3, 2, []Run{{1, 3}}},
	}
	for _, parts := range [][]string{{images, annotations, categories}, {categories, annotations, images}, {annotations, categories, images}} {
		x, err := read(file(parts...))
		if err != nil {
			t.Fatal(err)
		}
		wantImages := []Image{{2, "a.jpg", 4, 5}, {9, "b.png", 3, 2}}
		if d := cmp.Diff(wantImages, x.Images); d != "" {
			t.Error(d)
		}
		if d := cmp.Diff([]Category{{3, "apple"}, {7, "bird"}}, x.Categories); d != "" {
			t.Error(d)
		}
		if x.Len() != 3 || x.Broken != 0 || x.FirstBroken != nil {
			t.Errorf("%d annotations, %d broken: %v", x.Len(), x.Broken, x.FirstBroken)
		}
		want := [][]Annotation{{{ID: 10, Category: 1}}, {{ID: 11, Image: 1, Category: 1}, {ID: 12, Image: 1, Crowd: true}}}
		for i := range x.Images {
			if d := cmp.Diff(want[i], x.Of(i), cmpopts.IgnoreUnexported(Annotation{})); d != "" {
				t.Errorf("image %d: %s", i, d)
			}
			for _, a := range x.Of(i) {
				if m, err := x.Mask(a); err != nil || !cmp.Equal(m, wantMasks[a.ID]) {
					t.Errorf("annotation %d: %v, %v", a.ID, m, err)
				}
			}
		}
	}
}

func TestReadErrors(t *testing.T) {
	const empty = `{"images":[],"annotations":[],"categories":[]}`
	if x, err := read(empty); err != nil || x.Len() != 0 || len(x.Of(0)) != 0 {
		t.Errorf("empty: %v, %v", x, err)
	}
	one := func(image string) string { return `{"images":[` + image + `],"annotations":[],"categories":[]}` }
	for _, tt := range []struct{ text, want string }{
		{"", "a.json does not begin with {: want annotations of COCO, a JSON object, unpacked"},
		{"PK\x03\x04", "a.json does not begin with {: want annotations of COCO, a JSON object, unpacked"},
		{"[]", "a.json does not begin with {: want annotations of COCO, a JSON object, unpacked"},
		{"{}", `a.json has no "images": want annotations of objects, such as instances_train2017.json`},
		{"{" + images + "}", `a.json has no "annotations": want annotations of objects, such as instances_train2017.json`},
		{file(images, annotations), `a.json has no "categories": want annotations of objects, such as instances_train2017.json`},
		{file(images, annotations, categories)[:300], "a.json ends in the middle: fetch it again"},
		{"{\n \"info\": [{}}", `a.json:2:13: invalid character '}' after array element (expecting ',' or ']')`},
		{"{\n \"images\": {}}", `a.json: "images" is {}, not an array`},
		{"{\n \"images\": [\n\n {\"id\":1}]}", "a.json:4:2: element 1 of images: file_name is missing"},
		{one(`3`), "a.json:1:12: element 1 of images: is 3, not an object"},
		{one(`{"id":1.5,"file_name":"a","width":1,"height":1}`), "a.json:1:12: element 1 of images: id is 1.5, not a whole number"},
		{one(`{"id":"1","file_name":"a","width":1,"height":1}`), `a.json:1:12: element 1 of images: id is "1", not a whole number`},
		{one(`{"id":1,"file_name":["a",` + "\n" + `"b"],"width":1,"height":1}`), `a.json:1:12: element 1 of images: file_name is ["a", "b"], not a text`},
		{one(`{"id":1,"file_name":"a","width":0,"height":1}`), "a.json:1:12: element 1 of images: width is 0: want from 1 to 2^27"},
		{one(`{"id":1,"file_name":"a","width":1000000,"height":1000000}`), "a.json:1:12: element 1 of images: has 1000000 x 1000000 pixels, more than 2^27"},
		{one(`{"id":1,"file_name":"a","width":1,"height":1}, {"id":1,"file_name":"b","width":1,"height":1}`), "a.json: two images have the id 1"},
		{`{"images":[],"annotations":[],"categories":[{"id":1,"name":"a"},{"id":1,"name":"b"}]}`, "a.json: two categories have the id 1"},
		{`{"images":[],"annotations":[],"categories":[{"id":1,"name":"a"},{"id":2,"name":"a"}]}`, `a.json: two categories are called "a": rename one of them`},
		{`{"images":[],"annotations":[],"categories":[{"id":1}]}`, "a.json:1:45: element 1 of categories: name is missing"},
	} {
		if _, err := read(tt.text); err == nil || err.Error() != tt.want {
			t.Errorf("%s:\n%v, want\n%s", tt.text, err, tt.want)
		}
	}
}

func TestReadBroken(t *testing.T) {
	for _, tt := range []struct{ annotation, want string }{
		{`null`, "element 1 of annotations: is null, not an object"},
		{`{"id":1,"image_id":2,"category_id":3}`, "element 1 of annotations: segmentation is missing"},
		{`{"id":1,"image_id":2,"category_id":3,"segmentation":[],"iscrowd":2}`, "element 1 of annotations: iscrowd is 2: want 0 or 1"},
		{`{"id":1,"image_id":null,"category_id":3,"segmentation":[]}`, "element 1 of annotations: image_id is null, not a whole number"},
		{`{"id":1,"image_id":4,"category_id":3,"segmentation":[]}`, "annotation 1 is of image 4, which is not listed"},
		{`{"id":1,"image_id":2,"category_id":4,"segmentation":[]}`, "annotation 1 is of category 4, which is not listed"},
	} {
		x, err := read("{" + images + "," + categories + `,"annotations":[` + tt.annotation + `,{"id":5,"image_id":2,"category_id":3,"segmentation":[]}]}`)
		if err != nil || x.Broken != 1 || x.Len() != 1 || !strings.HasSuffix(x.FirstBroken.Error(), tt.want) {
			t.Errorf("%s: %v, %+v; want %s", tt.annotation, err, x, tt.want)
		}
	}
}

func TestReadInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	text := `{"annotations":[` + strings.Repeat("{},", 2000) + `{}]}`
	if _, err := Read(ctx, strings.NewReader(text), int64(len(text)), "a"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestMaskErrors(t *testing.T) {
	for _, tt := range []struct{ segmentation, want string }{
		{`[]`, "is no list of polygons: there is no polygon"},
		{`null`, "is null: want polygons or a run-length encoding"},
		{`[3]`, "is no list of polygons: polygon 1 is 3, not an array"},
		{`[[1,2,3,4,5,6],[1,"a"]]`, `is no list of polygons: polygon 2 holds "a", not a number`},
		{`[[1,2,3,4,5,1e999]]`, "is no list of polygons: polygon 1 holds 1e999, not a number"},
		{`[[1,2,3,4]]`, "is no list of polygons: polygon 1 has 2 corners: want 3 or more"},
		{`{}`, `is no run-length encoding: "size" is missing`},
		{`{"size":[2,3]}`, `is no run-length encoding: "counts" are missing`},
		{`{"counts":[6]}`, `is no run-length encoding: "size" is missing`},
		{`{"size":[3,2],"counts":[6]}`, "is no run-length encoding: size is [3,2], and the image has [height, width] = [2,3]"},
		{`{"size":[2,3,1],"counts":[6]}`, "is no run-length encoding: size is [2,3,1], and the image has [height, width] = [2,3]"},
		{`{"size":[2,3],"counts":7}`, "is no run-length encoding: counts cannot be read: is 7, not an array"},
		{`{"size":[2,3],"counts":[5,0.5]}`, "is no run-length encoding: counts cannot be read: number 2 is 0.5, not a whole number"},
		{`{"size":[2,3],"counts":[5]}`, "is no run-length encoding: counts cannot be read: the runs have 5 pixels, and the image 3 x 2 = 6"},
		{`{"size":[2,3],"counts":[5,2]}`, "is no run-length encoding: counts cannot be read: the first 2 runs have more pixels than the image, which is 3 x 2"},
		{`{"size":[2,3],"counts":"5"}`, "is no run-length encoding: counts cannot be read: the runs have 5 pixels, and the image 3 x 2 = 6"},
	} {
		x, err := read("{" + images + "," + categories + `,"annotations":[{"id":5,"image_id":9,"category_id":3,"segmentation":` + tt.segmentation + `}]}`)
		if err != nil {
			t.Fatal(err)
		}
		want := "a.json: annotation 5: segmentation " + tt.want
		if _, err := x.Mask(x.Of(1)[0]); err == nil || err.Error() != want {
			t.Errorf("%s:\n%v, want\n%s", tt.segmentation, err, want)
		}
	}
}

// TestPlace: line and column of places around a buffer's end.
func TestPlace(t *testing.T) {
	text := strings.Repeat("0123456\n", 1<<14)
	s := source{strings.NewReader(text), "f"}
	for offset := range int64(1 << 17) {
		if offset > 20 && (offset < 1<<16-20 || offset > 1<<16+20) {
			continue
		}
		if got, want := s.place(offset), fmt.Sprintf("f:%d:%d", offset/8+1, offset%8+1); got != want {
			t.Fatalf("%d: %s, want %s", offset, got, want)
		}
	}
}

// FuzzRead feeds the reader anything: errors have one line, masks keep their promises.
func FuzzRead(f *testing.F) {
	for _, parts := range [][]string{{images, annotations, categories}, {categories, annotations, images}} {
		f.Add(file(parts...))
	}
	f.Add(`{"images":[{"id":1,"file_name":"a","width":9,"height":9}],"annotations":[{"id":5,"image_id":1,"category_id":3,"segmentation":[[1,2,3,4,5,6,1e9,-7]]}],"categories":[{"id":3,"name":"c"}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		x, err := read(text)
		if err != nil {
			oneLine(t, err)
			return
		}
		if x.Broken > 0 {
			oneLine(t, x.FirstBroken)
		}
		n := 0
		for i, image := range x.Images {
			for _, a := range x.Of(i) {
				n++
				if image.Width*image.Height > 1<<20 {
					continue // too slow for a fuzzer
				}
				m, err := x.Mask(a)
				if err != nil {
					oneLine(t, err)
				} else if m.Width != image.Width || m.Height != image.Height {
					t.Fatalf("%v in %v", m, image)
				}
				checkMask(t, m)
			}
		}
		if n != x.Len() {
			t.Fatalf("%d of %d annotations belong to images", n, x.Len())
		}
	})
}

func oneLine(t *testing.T, err error) {
	t.Helper()
	if s := err.Error(); s == "" || strings.ContainsAny(s, "\n\r") {
		t.Fatalf("not one line: %q", s)
	}
}

// FuzzSegmentation feeds the parser of segmentations anything that is JSON.
func FuzzSegmentation(f *testing.F) {
	for _, s := range []string{`[[0,0,2,0,2,2,0,2]]`, `{"size":[11,13],"counts":"` + "`3" + `"}`, `{"size":[11,13],"counts":[3,140]}`, `[[1e9,0,-1e9,5,0.5,0.5],[1,2,3]]`, `[[]]`, `{"counts":[]}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		x, err := read(`{"images":[{"id":1,"file_name":"a","width":13,"height":11}],"categories":[{"id":3,"name":"c"}],"annotations":[{"id":5,"image_id":1,"category_id":3,"segmentation":` + s + `}]}`)
		if err != nil || x.Len() != 1 {
			return
		}
		m, err := x.Mask(x.Of(0)[0])
		if err != nil {
			oneLine(t, err)
			return
		}
		checkMask(t, m)
	})
}

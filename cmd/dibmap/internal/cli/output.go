package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
)

// ErrNoOutput is the error of an empty -o, such as from a script with an unset variable.
var ErrNoOutput = errors.New("-o is empty: name a file, or - for standard output")

// WriteTo writes to the file that a flag names, or to standard output if the path is empty or
// "-". It opens the file before it calls write, and leaves the file unchanged after an error. It refuses a path that
// leads to one of the inputs, like [Streams.Refuse].
func (s Streams) WriteTo(flag, path string, inputs []string, write func(w io.Writer) error) error {
	if path == "" || path == "-" {
		return write(s.data)
	}
	if err := s.Refuse(flag, path, inputs...); err != nil {
		return err
	}
	file, err := s.create(path)
	if err != nil {
		return fmt.Errorf("%s: %w", flag, err)
	}
	defer file.Abort()
	if err := write(results{s.patient(file)}); err != nil {
		return err
	}
	return commit(file, path)
}

// results is a file of results. An error in writing it is a failure.
type results struct{ io.Writer }

func (r results) Write(p []byte) (int, error) {
	n, err := r.Writer.Write(p)
	return n, Failed(err)
}

// standardOutput is the stream of results. It keeps the first error, which is a failure, and
// writes nothing after it.
type standardOutput struct {
	stream io.Writer
	failed error
}

func (o *standardOutput) Write(p []byte) (n int, err error) {
	if o.failed != nil {
		return 0, o.failed
	}
	n, err = o.stream.Write(p)
	if err != nil {
		cause := err
		if of := new(fs.PathError); errors.As(err, &of) {
			cause = of.Err
		}
		o.failed = Failed(fmt.Errorf("cannot write to standard output: %w", cause))
	}
	return n, o.failed
}

// Refuse returns an error if the path that a flag gives for an output leads to a file
// that the call reads. An input is the name of a file or folder, a pattern of such
// names, or "-" for standard input. Refuse ignores names without a file.
func (s Streams) Refuse(flag, path string, inputs ...string) error {
	output, err := os.Stat(path)
	if err != nil || !output.Mode().IsRegular() {
		inputs = nil // there is no file to replace
	}
	for _, input := range inputs {
		if name := s.nameIn(input, output); name != "" {
			return fmt.Errorf("%s %s is the same file as %s, which is read: name another file", flag, path, name)
		}
	}
	return nil
}

// nameIn returns the name of a file in an input, or "" if the input does not include the file.
func (s Streams) nameIn(input string, file fs.FileInfo) (found string) {
	same := func(info fs.FileInfo, err error) bool { return err == nil && os.SameFile(info, file) }
	if input == "-" {
		if stdin, ok := s.In.(interface{ Stat() (fs.FileInfo, error) }); ok && same(stdin.Stat()) {
			return "standard input"
		}
		return ""
	}
	paths := []string{input}
	if _, err := os.Stat(input); err != nil {
		paths, _ = filepath.Glob(input)
	}
	for _, path := range paths {
		// The reader reports errors.
		_ = filepath.WalkDir(path, func(name string, _ fs.DirEntry, _ error) error {
			if same(os.Stat(name)) {
				found = name
				return filepath.SkipAll
			}
			return nil
		})
	}
	return found
}

// unknown writes numbers that are not known, which are NaN, as null.
var unknown = json.MarshalToFunc(func(out *jsontext.Encoder, v float64) error {
	if math.IsNaN(v) {
		return out.WriteToken(jsontext.Null)
	}
	return errors.ErrUnsupported
})

// WriteJSON writes a value as indented JSON in the form of encoding/json, but does not hold the text in memory. NaN
// becomes null. Further options may change the layout.
func WriteJSON(w io.Writer, value any, layout ...jsontext.Options) error {
	encoder := jsontext.NewEncoder(w, append([]jsontext.Options{jsontext.EscapeForHTML(false), jsontext.WithIndent("  ")}, layout...)...)
	return json.MarshalEncode(encoder, value, jsonv1.DefaultOptionsV1(), json.WithMarshalers(unknown))
}

// SamePath reports whether two outputs would be the same file, which may not exist yet.
func SamePath(a, b string) bool {
	if a == "" || b == "" || a == "-" || b == "-" {
		return false
	}
	first, errFirst := os.Stat(a)
	second, errSecond := os.Stat(b)
	if errFirst == nil && errSecond == nil {
		return first.Mode().IsRegular() && os.SameFile(first, second)
	}
	return placeOf(a) == placeOf(b)
}

// placeOf returns the absolute path of a file in a folder without symbolic links.
func placeOf(path string) string {
	folder, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		folder = filepath.Dir(path)
	}
	place, err := filepath.Abs(filepath.Join(folder, filepath.Base(path)))
	if err != nil {
		return path
	}
	return place
}

package codec

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// document reads a frontier from JSON, with keys in any order and one point at
// a time.
type document struct {
	dec    *jsontext.Decoder
	lines  *lineReader
	labels partition.Partition // scratch space

	header  header
	entries []frontier.Entry
	// The spreads that there are, as far as they are as they should be; wrong says
	// where they are not, which does not matter without a header that tells of them.
	spreads []frontier.Spread
	wrong   error
}

// readJSON reads a whole frontier.
func readJSON(r io.Reader) (*frontier.Frontier, error) {
	d := newDocument(r)
	if err := d.read("format", "version", "problem", "search", "certificate", "points"); err != nil {
		return nil, err
	}
	if d.header.Uncertainty != nil && d.wrong != nil {
		return nil, d.wrong
	}
	return assemble(d.header, d.entries, d.spreads)
}

// readHeader reads and checks a header that stands alone, as [header.marshal]
// wrote it.
func readHeader(r io.Reader) (header, error) {
	d := newDocument(r)
	if err := d.read("format", "version", "problem", "search", "certificate"); err != nil {
		// A line of a part of a file is no line of the file.
		return header{}, errors.New(err.Error())
	}
	return d.header, d.header.check()
}

func newDocument(r io.Reader) *document {
	lines := &lineReader{r: r, line: 1}
	return &document{dec: jsontext.NewDecoder(lines), lines: lines}
}

// read reads the one object that the stream consists of, with all of the given
// keys and perhaps others.
func (d *document) read(keys ...string) error {
	var seen []string
	err := d.object(func(key string) error {
		seen = append(seen, key)
		if key == "points" {
			return d.points()
		}
		return d.member(key)
	})
	if err != nil {
		return err
	}
	for _, key := range keys {
		if !slices.Contains(seen, key) {
			return errors.New("is not a frontier: " + key + " is missing")
		}
	}
	switch _, err := d.dec.ReadToken(); {
	case err == nil:
		return d.at(d.dec.InputOffset()-1, errors.New("more follows after the frontier"))
	case errors.Is(err, io.EOF):
		return nil
	default:
		return d.syntax(err)
	}
}

// object reads an object; member reads the value of a key.
func (d *document) object(member func(key string) error) error {
	if err := d.open('{', "an object"); err != nil {
		return err
	}
	for d.dec.PeekKind() != '}' {
		key, err := d.dec.ReadToken()
		if err != nil {
			return d.syntax(err)
		}
		if err := member(key.String()); err != nil {
			return err
		}
	}
	_, err := d.dec.ReadToken()
	return d.syntax(err)
}

// open reads the bracket that a value of kind '{' or '[' starts with.
func (d *document) open(kind jsontext.Kind, what string) error {
	if d.dec.PeekKind() != kind {
		value, err := d.dec.ReadValue()
		if err != nil {
			return d.syntax(err)
		}
		return d.valueError(value, what)
	}
	_, err := d.dec.ReadToken()
	return d.syntax(err)
}

// member reads a member of the header; one with another key is skipped.
func (d *document) member(key string) error {
	h := &d.header
	targets := map[string]any{
		"format": &h.Format, "version": &h.Version,
		"problem": &h.Problem, "search": &h.Search, "certificate": &h.Certificate,
		"uncertainty": &h.Uncertainty,
	}
	target, ok := targets[key]
	if !ok {
		return d.syntax(d.dec.SkipValue())
	}
	value, err := d.dec.ReadValue()
	if err != nil {
		return d.syntax(err)
	}
	offset, err := unmarshal(value, key, target)
	switch {
	case err != nil:
	case key == "format":
		err = checkFormat(h.Format)
	case key == "version":
		err = checkVersion(h.Version)
	}
	if err != nil {
		return d.at(d.dec.InputOffset()-int64(len(value))+offset, err)
	}
	return nil
}

func (d *document) points() error {
	if err := d.open('[', "a list"); err != nil {
		return err
	}
	for d.dec.PeekKind() != ']' {
		e, s, err := d.point()
		if err != nil {
			return err
		}
		d.entries = append(d.entries, e)
		if d.wrong == nil {
			d.spreads = append(d.spreads, s)
		}
		d.lines.forget(d.dec.InputOffset())
	}
	_, err := d.dec.ReadToken()
	return d.syntax(err)
}

// point reads one point, and its spread if it has one. What the file says of hull,
// dmc, prominence, kink and robust is skipped.
func (d *document) point() (e frontier.Entry, s frontier.Spread, err error) {
	keys := [...]string{"h", "i", "k", "assignment", "ties", "dh", "di", "cov"}
	const needed = 5 // of any point
	var seen [len(keys)]bool
	err = d.object(func(key string) (err error) {
		if at := slices.Index(keys[:], key); at >= 0 {
			seen[at] = true
		}
		switch key {
		case "h":
			e.H, err = d.number()
		case "i":
			e.I, err = d.number()
		case "k":
			e.K, err = d.whole(1)
		case "assignment":
			e.Assignment, err = d.assignment()
		case "ties":
			e.Ties, err = d.whole(0)
		case "dh":
			s.DH, err = d.deviation()
		case "di":
			s.DI, err = d.deviation()
		case "cov":
			s.Cov, err = d.deviation()
		default:
			err = d.syntax(d.dec.SkipValue())
		}
		return err
	})
	at := slices.Index(seen[:], false)
	if err != nil || at < 0 || at >= needed && d.wrong != nil {
		return e, s, err
	}
	missing := d.at(d.dec.InputOffset()-1, fmt.Errorf("points[%d].%s is missing", len(d.entries), keys[at]))
	if at < needed {
		return e, s, missing
	}
	d.wrong = missing
	return e, s, nil
}

func (d *document) number() (float64, error) {
	value, err := d.dec.ReadValue()
	if err != nil {
		return 0, d.syntax(err)
	}
	return d.parse(value)
}

// deviation reads a number of a spread.
func (d *document) deviation() (float64, error) {
	value, err := d.dec.ReadValue()
	if err != nil {
		return 0, d.syntax(err)
	}
	v, err := d.parse(value)
	if d.wrong == nil {
		d.wrong = err
	}
	return v, nil
}

func (d *document) parse(value jsontext.Value) (float64, error) {
	v, err := strconv.ParseFloat(string(value), 64)
	if value.Kind() != '0' || err != nil {
		return 0, d.valueError(value, "a number")
	}
	return v, nil
}

// whole reads a whole number from least up to the largest int32.
func (d *document) whole(least int) (int, error) {
	value, err := d.dec.ReadValue()
	if err != nil {
		return 0, d.syntax(err)
	}
	v, err := strconv.Atoi(string(value))
	if err != nil || v < least || v > math.MaxInt32 {
		return 0, d.valueError(value, "a whole number from "+strconv.Itoa(least))
	}
	return v, nil
}

// assignment reads a list of labels, or null.
func (d *document) assignment() (partition.Packed, error) {
	if d.dec.PeekKind() == 'n' {
		_, err := d.dec.ReadToken()
		return "", d.syntax(err)
	}
	if err := d.open('[', "a list"); err != nil {
		return "", err
	}
	d.labels = d.labels[:0]
	for d.dec.PeekKind() != ']' {
		c, err := d.whole(0)
		if err != nil {
			return "", err
		}
		d.labels = append(d.labels, c)
	}
	if _, err := d.dec.ReadToken(); err != nil {
		return "", d.syntax(err)
	}
	p, err := packed(d.labels)
	if err != nil {
		return "", d.at(d.dec.InputOffset()-1, err)
	}
	return p, nil
}

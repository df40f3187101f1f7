package workfolder

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/internal/atomicfile"
	"github.com/dibmap/dibmap/internal/sealed"
)

// partsFolder holds the results of units, under their numbers.
const partsFolder = "parts"

// resultFormat and resultVersion identify the result of a unit.
const (
	resultFormat  = "dibmap/part"
	resultVersion = 1
)

// resultHeader is the first line of the file of a result. The result follows it.
type resultHeader struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Plan    string `json:"plan"` // the SHA-256 of plan.json
	Unit    int    `json:"unit"`
	Size    int    `json:"size"`
	SHA256  string `json:"sha256"` // of what follows
}

// longestHeader is more than the bytes of a header.
const longestHeader = 1 << 10

// ErrDamaged is wrapped by errors about the result of a unit that is damaged, so that the unit is to be done
// again.
var ErrDamaged = errors.New("is damaged")

// nameOf returns the name of the result of a unit. Numbers below 1 are for results that unite several units.
func nameOf(unit int) string {
	name := fmt.Sprintf("%05d", unit)
	if unit < 1 {
		name = fmt.Sprintf("united%d", -unit)
	}
	return filepath.Join(partsFolder, name)
}

// StateOf returns the name in [Folder.Files] of the state of a unit that is under way.
func (f *Folder) StateOf(unit int) string { return nameOf(unit) + stateSuffix }

const stateSuffix = ".state"

// Keep writes the result of a unit, and removes its state.
func (f *Folder) Keep(unit int, result []byte) error {
	header, err := json.Marshal(resultHeader{resultFormat, resultVersion, f.digest, unit, len(result), sealed.Digest(result)})
	if err != nil {
		return err
	}
	if err := f.Files().Write(nameOf(unit), header, []byte{'\n'}, result); err != nil {
		return err
	}
	_ = f.Files().Remove(f.StateOf(unit)) // most have none
	return nil
}

// Clean removes what units that were killed have left behind. It is for a folder whose units are all done.
func (f *Folder) Clean() {
	entries, _ := f.Files().Entries(partsFolder) // nothing is lost by an error
	for _, e := range entries {
		if name := e.Name(); strings.HasSuffix(name, stateSuffix) || atomicfile.IsTemporary(name) {
			_ = f.Files().Remove(filepath.Join(partsFolder, name))
		}
	}
}

// Result returns the result of a unit, or nil if there is none yet. The error wraps [ErrDamaged] if the file is
// incomplete or changed.
func (f *Folder) Result(unit int) ([]byte, error) {
	path := f.Files().Path(nameOf(unit))
	content, err := f.Files().Read(nameOf(unit))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("%s: cannot be read: %w", path, cause(err))
	}
	h, length, ok := headerOf(content, int64(len(content)))
	result := content[length:]
	if !ok || h.SHA256 != sealed.Digest(result) {
		return nil, fmt.Errorf("%s: %w: delete it, and do unit %d again", path, ErrDamaged, unit)
	}
	return result, f.check(path, h, unit)
}

// headerOf returns the header of a result and its length, given the start and the size of the file. ok is false if it is not a header of a file of that length.
func headerOf(start []byte, size int64) (h resultHeader, length int, ok bool) {
	line, _, found := bytes.Cut(start, []byte{'\n'})
	if !found || json.Unmarshal(line, &h) != nil || h.Format != resultFormat || int64(len(line)+1+h.Size) != size {
		return h, 0, false
	}
	return h, len(line) + 1, true
}

// check returns an error if the header of a result is not of a unit of this plan.
func (f *Folder) check(path string, h resultHeader, unit int) error {
	switch {
	case h.Version != resultVersion:
		return fmt.Errorf("%s: is a result of version %d, and this program knows version %d: delete it, and do unit %d again", path, h.Version, resultVersion, unit)
	case h.Plan != f.digest:
		return fmt.Errorf("%s: is a result of another plan: delete it, and do unit %d again", path, unit)
	case h.Unit != unit:
		return fmt.Errorf("%s: is the result of unit %d, not of unit %d: delete it, and do unit %d again", path, h.Unit, unit, unit)
	}
	return nil
}

// Done reports whether there is a result of a unit of this plan, by its size and its header alone.
func (f *Folder) Done(unit int) (bool, error) {
	path := f.Files().Path(nameOf(unit))
	file, err := f.Files().Open(nameOf(unit))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("%s: cannot be read: %w", path, cause(err))
	}
	defer func() { _ = file.Close() }() // it was only read
	info, err := file.Stat()
	if err != nil {
		return false, fmt.Errorf("%s: cannot be read: %w", path, cause(err))
	}
	start := make([]byte, min(info.Size(), longestHeader))
	if _, err := file.ReadAt(start, 0); err != nil {
		return false, fmt.Errorf("%s: cannot be read: %w", path, cause(err))
	}
	h, _, ok := headerOf(start, info.Size())
	if !ok {
		return false, nil // the file is damaged, and the unit is done again
	}
	return true, f.check(path, h, unit)
}

// Missing returns the numbers of the units that have no result, of the stages before a given one.
func (f *Folder) Missing(before int) (missing []int, err error) {
	for _, u := range f.units {
		if u.Stage >= before {
			break
		}
		done, err := f.Done(u.Number)
		if err != nil {
			return nil, err
		}
		if !done {
			missing = append(missing, u.Number)
		}
	}
	return missing, nil
}

// Ranges returns ascending numbers as text, such as "3, 5-8".
func Ranges(numbers []int) string {
	var b []byte
	for k := 0; k < len(numbers); {
		last := k
		for last+1 < len(numbers) && numbers[last+1] == numbers[last]+1 {
			last++
		}
		if k > 0 {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(b, int64(numbers[k]), 10)
		if last > k {
			b = strconv.AppendInt(append(b, '-'), int64(numbers[last]), 10)
		}
		k = last + 1
	}
	return string(b)
}

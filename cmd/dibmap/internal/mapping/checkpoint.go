package mapping

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/envelope"
	"github.com/dibmap/dibmap/internal/atomicfile"
	"github.com/dibmap/dibmap/internal/filelock"
	"github.com/dibmap/dibmap/search"
)

// checkpoint keeps the state of the stages of a call in a file, from which the call can continue after any
// interruption. The file has a complete state at any moment.
type checkpoint struct {
	path    string
	file    *envelope.Envelope
	same    bool      // the file has the state that the call continues from
	pending bool      // the file lacks some of the kept sections
	next    time.Time // when the file is written again
	// warn is called at the first write that fails. The search continues, because a later
	// write may succeed.
	warn   func(error)
	warned bool
	err    error // of the last write
	lock   func()
}

// searchSection is the state of the search of the whole table, or of a part of one.
const searchSection = "search"

// takeCheckpoint locks a checkpoint, on this machine and on others that share its folder: two searches would overwrite
// each other's results.
func takeCheckpoint(path string) (release func(), err error) {
	host, err := os.Hostname()
	if err != nil {
		host = "a machine without a name"
	}
	release, err = filelock.Take(path, fmt.Sprintf("process %d on %s since %s", os.Getpid(), host, time.Now().Format(time.DateTime)))
	var held *filelock.HeldError
	if errors.As(err, &held) {
		return nil, fmt.Errorf("--checkpoint: %s is in use by %s: wait for it to end, or name another file", path, held.Owner)
	}
	if err != nil {
		return nil, fmt.Errorf("--checkpoint: %w", err)
	}
	return release, nil
}

// read returns the content of a section, or nil.
func (c *checkpoint) read(name string) ([]byte, error) {
	content, err := c.file.Read(name)
	if err != nil {
		return nil, fmt.Errorf("--checkpoint: %s: %w", c.path, err)
	}
	return content, nil
}

// release unlocks the checkpoint, if there is one.
func (c *checkpoint) release() {
	if c != nil && c.lock != nil {
		c.lock()
	}
}

// CheckpointEvery is the time between two checkpoints. Only tests change it.
var CheckpointEvery = 30 * time.Second

// checkpointShare limits writing to a tenth of the time, so a state of gigabytes is written
// less often.
const checkpointShare = 10

// openCheckpoint opens a checkpoint, with the state of an existing file if resume is set. It fails if there is a file
// and resume is not set, or if the file cannot be written, before work could be lost. The error wraps
// [search.ErrCheckpoint] if the file is damaged or not a checkpoint.
func openCheckpoint(folder atomicfile.Folder, name string, resume bool) (*checkpoint, error) {
	path := folder.Path(name)
	info, err := folder.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("--checkpoint: %w", err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("--checkpoint: %s is not a regular file: name a regular or a new one", path)
	case !resume:
		return nil, fmt.Errorf("--checkpoint: %s exists already: add --resume to continue from it, or delete it", path)
	}
	c := &checkpoint{path: path, same: info != nil}
	var system *fs.PathError
	if c.file, err = envelope.Open(folder, name); errors.As(err, &system) {
		return nil, fmt.Errorf("--resume: %w", err)
	} else if err != nil {
		return nil, refused(path, fmt.Errorf("%w: %w", search.ErrCheckpoint, err))
	}
	// Otherwise temporary files of killed commands would fill the disk.
	folder.Sweep(name)
	file, err := folder.Create(name)
	if err != nil {
		return nil, fmt.Errorf("--checkpoint: %w", err)
	}
	file.Abort()
	return c, nil
}

// refused returns the error of a checkpoint that cannot be used.
func refused(path string, err error) error {
	return fmt.Errorf("%s: %w; name another file, or delete it to start again", path, err)
}

// keep takes a snapshot of a section and writes the file at the beginning, unless the file has this state, and then at
// intervals. The last snapshot of a search, which can be large, is written at once, and the last snapshots of other
// stages with the next one, or by flush.
func (c *checkpoint) keep(name string, snapshot func() []byte, last bool) {
	start := time.Now()
	if c.same {
		c.same, c.next = false, start.Add(CheckpointEvery)
	}
	switch {
	case last && name != searchSection:
		c.file.Put(name, snapshot())
		c.pending = true
	case last, !start.Before(c.next):
		c.file.Put(name, snapshot())
		c.write(start, last)
	}
}

// write writes the file.
func (c *checkpoint) write(start time.Time, last bool) {
	c.err = c.file.Write()
	c.pending = c.err != nil
	if c.err != nil && !last && !c.warned {
		c.warned = true
		c.warn(fmt.Errorf("--checkpoint: %w; the search continues", c.err))
	}
	end := time.Now()
	c.next = end.Add(max(CheckpointEvery, (checkpointShare-1)*end.Sub(start)))
}

// flush writes the sections that the file lacks, if there is a checkpoint.
func (c *checkpoint) flush() {
	if c != nil && c.pending {
		c.write(time.Now(), true)
	}
}

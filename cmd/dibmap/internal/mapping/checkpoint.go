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

// checkpoint keeps the state of the stages of a call in a file, so that the call can go on after it
// was ended in whatever way. The file holds a complete state at any moment.
type checkpoint struct {
	path    string
	file    *envelope.Envelope
	same    bool      // the file holds the state with which the call goes on
	pending bool      // what is kept is not in the file yet
	next    time.Time // when the file is written again
	// warn is called at the first write that fails. The search goes on, since a later
	// write may succeed.
	warn   func(error)
	warned bool
	err    error // of the last write
	lock   func()
}

// searchSection is the state of the search of the whole table, or of a part of one.
const searchSection = "search"

// takeCheckpoint keeps other searches on this machine, and where files are shared on others, from a
// checkpoint: each would overwrite what the other has found.
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

// read returns what a section holds, or nil.
func (c *checkpoint) read(name string) ([]byte, error) {
	content, err := c.file.Read(name)
	if err != nil {
		return nil, fmt.Errorf("--checkpoint: %s: %w", c.path, err)
	}
	return content, nil
}

// release lets other searches use the checkpoint. There need not be one.
func (c *checkpoint) release() {
	if c != nil && c.lock != nil {
		c.lock()
	}
}

// CheckpointEvery is the time between two checkpoints. Only tests change it.
var CheckpointEvery = 30 * time.Second

// checkpointShare limits writing to a tenth of the time: a state of gigabytes is written
// less often.
const checkpointShare = 10

// openCheckpoint prepares to keep the state of a call in a file. If resume is set and there
// is a file, it has the state in it. It fails if there is a file and resume is not set,
// or if no file can be written there, before anything is computed that could be lost. The error wraps
// [search.ErrCheckpoint] if the file is none, or is damaged.
func openCheckpoint(folder atomicfile.Folder, name string, resume bool) (*checkpoint, error) {
	path := folder.Path(name)
	info, err := folder.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("--checkpoint: %w", err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("--checkpoint: %s is no regular file: name one that is, or a new one", path)
	case !resume:
		return nil, fmt.Errorf("--checkpoint: %s is there already: add --resume to go on from it, or delete it", path)
	}
	c := &checkpoint{path: path, same: info != nil}
	var system *fs.PathError
	if c.file, err = envelope.Open(folder, name); errors.As(err, &system) {
		return nil, fmt.Errorf("--resume: %w", err)
	} else if err != nil {
		return nil, refused(path, fmt.Errorf("%w: %w", search.ErrCheckpoint, err))
	}
	// Temporary files of commands that were killed would fill the disk.
	folder.Sweep(name)
	file, err := folder.Create(name)
	if err != nil {
		return nil, fmt.Errorf("--checkpoint: %w", err)
	}
	file.Abort()
	return c, nil
}

// refused is the error of a checkpoint from which nothing can go on.
func refused(path string, err error) error {
	return fmt.Errorf("%s: %w; name another file, or delete it to begin anew", path, err)
}

// keep takes a snapshot of a section and writes the file at the beginning, unless the file holds it, and from time
// to time. The last snapshot of a search, which may be large, is taken and written at once. Those of other stages
// are written with the next one, or by flush.
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
		c.warn(fmt.Errorf("--checkpoint: %w; the search goes on", c.err))
	}
	end := time.Now()
	c.next = end.Add(max(CheckpointEvery, (checkpointShare-1)*end.Sub(start)))
}

// flush writes what is kept and not in the file yet. There need not be a checkpoint.
func (c *checkpoint) flush() {
	if c != nil && c.pending {
		c.write(time.Now(), true)
	}
}

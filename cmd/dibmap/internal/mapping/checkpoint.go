package mapping

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/dibmap/dibmap/internal/atomicfile"
	"github.com/dibmap/dibmap/internal/filelock"
)

// checkpoint keeps the state of a search in a file, so that the search can go on after it
// was ended in whatever way. The file holds a complete state at any moment.
type checkpoint struct {
	path string
	same bool      // the file holds the state with which the search goes on
	next time.Time // when the state is written again
	// warn is called at the first write that fails. The search goes on, since a later
	// write may succeed.
	warn   func(error)
	warned bool
	err    error // of the last write
	lock   func()
}

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
	return release, err
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

// openCheckpoint prepares to keep the state of a search at path. If resume is set and there
// is a file, it returns the state in it. It fails if there is a file and resume is not set,
// or if no file can be written there, before anything is computed that could be lost.
func openCheckpoint(path string, resume bool) (c *checkpoint, state []byte, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, nil, fmt.Errorf("--checkpoint: %w", err)
	case !info.Mode().IsRegular():
		return nil, nil, fmt.Errorf("--checkpoint: %s is no regular file: name one that is, or a new one", path)
	case !resume:
		return nil, nil, fmt.Errorf("--checkpoint: %s is there already: add --resume to go on from it, or delete it", path)
	default:
		if state, err = os.ReadFile(path); err != nil {
			return nil, nil, fmt.Errorf("--resume: %w", err)
		}
	}
	// Temporary files of commands that were killed would fill the disk.
	atomicfile.Sweep(path)
	file, err := atomicfile.Create(path)
	if err != nil {
		return nil, nil, fmt.Errorf("--checkpoint: %w", err)
	}
	file.Abort()
	return &checkpoint{path: path, same: state != nil}, state, nil
}

// keep writes a snapshot at the beginning, unless the file holds it, from time to time, and
// at the end.
func (c *checkpoint) keep(snapshot func() []byte, last bool) {
	start := time.Now()
	if c.same {
		c.same, c.next = false, start.Add(CheckpointEvery)
	}
	if start.Before(c.next) && !last {
		return
	}
	c.err = atomicfile.Write(c.path, snapshot())
	if c.err != nil && !last && !c.warned {
		c.warned = true
		c.warn(fmt.Errorf("--checkpoint: %w; the search goes on", c.err))
	}
	end := time.Now()
	c.next = end.Add(max(CheckpointEvery, (checkpointShare-1)*end.Sub(start)))
}

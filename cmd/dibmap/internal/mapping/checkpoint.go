package mapping

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/dibmap/dibmap/internal/atomicfile"
)

// checkpoint keeps the state of a search in a file, which holds a whole state at
// any moment, so that the search can go on after whatever ended it.
type checkpoint struct {
	path string
	same bool      // the file holds the state with which the search goes on
	next time.Time // nothing is written before, but at the end
	// warn is told of the first write that failed. The search goes on: it may
	// end well, and later there may be room.
	warn   func(error)
	warned bool
	err    error // of the last write
}

// CheckpointEvery is the time between two checkpoints. Only tests change it.
var CheckpointEvery = 30 * time.Second

// checkpointShare bounds the time that checkpoints take: a state of gigabytes is
// written less often, so that nine tenths of the time go into the search.
const checkpointShare = 10

// openCheckpoint prepares to keep a search's state at path, and returns the state
// to go on from, if resume is set and there is one. It fails if a file is there
// and resume is not set, or if none can be written: before anything is computed
// that could be lost.
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
	// A command that is killed and restarted for ever would fill the disk.
	atomicfile.Sweep(path)
	file, err := atomicfile.Create(path)
	if err != nil {
		return nil, nil, fmt.Errorf("--checkpoint: %w", err)
	}
	file.Abort()
	return &checkpoint{path: path, same: state != nil}, state, nil
}

// keep writes a snapshot at the beginning, unless there is one, now and then, and
// at the end.
func (c *checkpoint) keep(snapshot func() []byte, last bool) {
	start := time.Now()
	if c.same {
		c.same, c.next = false, start.Add(CheckpointEvery)
	}
	if start.Before(c.next) && !last {
		return
	}
	c.err = writeWhole(c.path, snapshot())
	if c.err != nil && !last && !c.warned {
		c.warned = true
		c.warn(fmt.Errorf("--checkpoint: %w; the search goes on", c.err))
	}
	end := time.Now()
	c.next = end.Add(max(CheckpointEvery, (checkpointShare-1)*end.Sub(start)))
}

// writeWhole replaces the content of a file, whole or not at all.
func writeWhole(path string, content []byte) error {
	file, err := atomicfile.Create(path)
	if err != nil {
		return err
	}
	defer file.Abort()
	if _, err := file.Write(content); err != nil {
		return err
	}
	return file.Commit()
}

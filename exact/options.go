package exact

import (
	"fmt"
	"runtime"

	"github.com/dibmap/dibmap/search"
)

// Options steer a dynamic program or a proof. The zero value will do.
type Options struct {
	// MaxMemory is about the number of bytes that labels or clusters may take; 0
	// means 2 GiB. Where that is not enough, labels are thinned, or parts are not
	// proved, and the status is search.Memory: see [Subsets], [Intervals] and [Prove]
	// for what the result is then.
	MaxMemory int64
	// Workers is the number of goroutines that compute; 0 means one a core. The
	// result does not depend on it.
	Workers int
	// Observe, if not nil, is told of the progress, now and then, from the
	// goroutine that called.
	Observe func(search.Progress)
}

// withDefaults checks the options and fills in what zero stands for.
func (o Options) withDefaults() (Options, error) {
	switch {
	case o.MaxMemory != 0 && o.MaxMemory < search.MinMemory:
		return o, fmt.Errorf("%w: max memory is %d bytes, want at least %d, or 0 for 2 GiB", search.ErrOptions, o.MaxMemory, search.MinMemory)
	case o.Workers < 0:
		return o, fmt.Errorf("%w: workers is %d, want 1 or more, or 0 for one a core", search.ErrOptions, o.Workers)
	}
	if o.MaxMemory == 0 {
		o.MaxMemory = search.DefaultMemory
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Observe == nil {
		o.Observe = func(search.Progress) {}
	}
	return o, nil
}

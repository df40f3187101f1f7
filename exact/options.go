package exact

import (
	"github.com/dibmap/dibmap/internal/resources"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

// Options steer a dynamic program or a proof. The zero value will do.
type Options struct {
	// MaxMemory is about the number of bytes that labels or clusters may take; 0
	// means 2 GiB. Where that is not enough, labels are thinned, or parts are not
	// proved, and the status is frontier.StatusMemory: see [Subsets], [Intervals] and [Prove]
	// for what the result is then.
	MaxMemory int64
	// Workers is the number of goroutines that compute; 0 means one a core. The
	// result does not depend on it.
	Workers int
	// Limits restrict the clusterings that a dynamic program considers. [Prove]
	// refuses them, and [Line] most.
	Limits problem.Limits
	// Observe, if not nil, is told of the progress, now and then, from the
	// goroutine that called.
	Observe func(search.Progress)
}

// withDefaults checks the options and fills in what zero stands for.
func (o Options) withDefaults() (_ Options, err error) {
	if o.Observe == nil {
		o.Observe = func(search.Progress) {}
	}
	o.MaxMemory, o.Workers, err = resources.Check(o.MaxMemory, o.Workers)
	return o, err
}

package cli

import (
	"context"
	"runtime"
	"runtime/debug"
	"time"
)

// Limited returns a context that ends after a time, if that is above zero.
func Limited(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit > 0 {
		return context.WithTimeout(ctx, limit)
	}
	return context.WithCancel(ctx)
}

// LimitMemory has the garbage collector keep the process to a number of bytes
// beside what is in use now, until restore is called. It leaves a lower limit,
// which the user set, as it is.
func LimitMemory(bytes int64) (restore func()) {
	runtime.GC()
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	before := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(before, bytes+int64(now.HeapAlloc)+int64(now.Sys-now.HeapSys)))
	return func() { debug.SetMemoryLimit(before) }
}

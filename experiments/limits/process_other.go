//go:build !unix

package main

import (
	"os"
	"time"
)

func mostMemory(*os.ProcessState) int64 { return 0 }

func processorTime(int) (time.Duration, bool) { return 0, false }

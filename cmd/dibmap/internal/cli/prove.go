package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/exact"
)

// Proving is the value of --prove: how much work a proof may take.
type Proving string

// The values of --prove.
const (
	ProveAuto Proving = "auto" // what takes a few seconds, scaled by an effort
	ProveYes  Proving = "yes"  // any amount
	ProveNo   Proving = "no"   // none
)

// Add adds the flag.
func (p *Proving) Add(cmd *cobra.Command) {
	flags := cmd.Flags()
	*p = ProveAuto
	flags.StringVar((*string)(p), "prove", string(ProveAuto), "find what the search missed, and prove that no more is missing: however long it takes, =`no` not at all, =auto if it takes seconds")
	flags.Lookup("prove").NoOptDefVal = string(ProveYes)
}

// Check returns an error for a value that there is not.
func (p Proving) Check() error {
	if p != ProveAuto && p != ProveYes && p != ProveNo {
		return fmt.Errorf("--prove is %q: want --prove, --prove=auto or --prove=no", string(p))
	}
	return nil
}

// Effort returns the number of steps that a proof may take, or 0 for any number, given a multiple of
// the default.
func (p Proving) Effort(times float64) int64 {
	if p == ProveYes {
		return 0
	}
	return int64(max(1, min(times*exact.DefaultEffort, 1<<62)))
}

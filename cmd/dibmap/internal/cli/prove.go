package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/exact"
)

// Proving is the value of --prove: the amount of work for a proof.
type Proving string

// The values of --prove.
const (
	ProveAuto Proving = "auto" // a few seconds, scaled by an effort
	ProveYes  Proving = "yes"  // any amount
	ProveNo   Proving = "no"   // none
)

// Add adds the flag.
func (p *Proving) Add(cmd *cobra.Command) {
	flags := cmd.Flags()
	*p = ProveAuto
	flags.StringVar((*string)(p), "prove", string(ProveAuto), "find the groupings that the search missed, and prove that the frontier is complete, without a limit; =`no`: no proof; =auto: if it takes seconds")
	flags.Lookup("prove").NoOptDefVal = string(ProveYes)
}

// Check returns an error for an unknown value.
func (p Proving) Check() error {
	if p != ProveAuto && p != ProveYes && p != ProveNo {
		return fmt.Errorf("--prove is %q: want --prove, --prove=auto or --prove=no", string(p))
	}
	return nil
}

// Effort returns the largest number of steps of a proof, or 0 for any number, given a multiple of the
// default.
func (p Proving) Effort(times float64) int64 {
	if p == ProveYes {
		return 0
	}
	return int64(max(1, min(times*exact.DefaultEffort, 1<<62)))
}

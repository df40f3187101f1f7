//go:build long

package search

import (
	"math/rand/v2"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/tables"
	"github.com/dibmap/dibmap/internal/seeded"
	"github.com/dibmap/dibmap/problem"
)

// TestLongSubsetDPGolden is TestSubsetDPGolden on a table of 16 rows.
func TestLongSubsetDPGolden(t *testing.T) { subsetDPGolden(t, "rand16", 159) }

// TestLongRecall is TestRecall on more tables.
func TestLongRecall(t *testing.T) { compareRecall(t, seeded.Tables(6, 20)) }

// TestLongBetterThanThePort is TestBetterThanThePort on a larger table.
func TestLongBetterThanThePort(t *testing.T) { compareWithThePort(t, 40) }

// TestLongLimitsAgainstBruteForce is TestLimitsAgainstBruteForce on more tables.
func TestLongLimitsAgainstBruteForce(t *testing.T) { compareLimited(t, 25) }

// TestLongClusteringsWithoutNeighbours is TestClusteringsWithoutNeighbours on more tables.
func TestLongClusteringsWithoutNeighbours(t *testing.T) {
	compareWithoutNeighbours(t, uint64(seeded.Tables(2, 5)))
}

// TestLongResumeFromAnywhere is TestResumeFromAnywhere with more snapshots.
func TestLongResumeFromAnywhere(t *testing.T) { resumeFromAnywhere(t, 2) }

// TestLongWindowsTogetherFindWhatOneSearchFinds divides searches into four windows, which find as much up to a
// ten-thousandth.
func TestLongWindowsTogetherFindWhatOneSearchFinds(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	compareDivisions(t, map[string]division{
		"table":    {problem.DIB(simplex(rng, 410, 5).joint(t)), problem.Limits{}, 4, 0.9999},
		"in space": {problem.Quantizer(drawDots(rng, 410, 2, tables.CountWeights).Cloud(t)), problem.Limits{}, 4, 0.9999},
	})
}

// TestLongManyWindows compares narrower windows, and windows under limits, where searches converge before their
// effort ends and find 0.03 % less.
func TestLongManyWindows(t *testing.T) {
	p := problem.DIB(simplex(rand.New(rand.NewPCG(7, 8)), 410, 5).joint(t))
	compareDivisions(t, map[string]division{
		"narrow": {p, problem.Limits{}, 16, 0.9998},
		"limits": {p, problem.Limits{MinMass: 0.01, MaxClusters: 40, CannotLink: [][2]int{{3, 5}}}, 4, 0.999},
	})
}

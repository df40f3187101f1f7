package scale

import "math"

const (
	// sharpLeast is the least number of records on each side of a sharp cut.
	sharpLeast = 5
	// sharpChance bounds the expected number of pairs of runs, with the lengths of the runs at a sharp cut, in a
	// sample of independent X and Y. Summed over all lengths, about one sample in a hundred has such a pair.
	sharpChance = 0.001
	// fewBins is the number of bins up to which small samples have 1.5 √N of them: with √N, a planted group of
	// a fifth of 100 records is two bins wide, and a bin across its border hides it.
	fewBins = 20
)

// Auto returns the cut that suits the size of a sample of N records: into 1.5 √N bins up to 20, and into
// √N bins for more than 400 records, rounded up, with about equal numbers of records, but at most into
// the given number of bins, from 1 to [MaxBins]. A column without counts is cut into the given number.
// With B bins of equal mass, a smooth dependence loses about 0.285/B^2 bits, and the plug-in I(X;Y) of
// m values of Y is too large by about (B-1)(m-1)/(2 N ln 2). Both fall with N.
//
// Where the [Value]s name their Y, a column is also cut where Y changes without exception: between two
// neighbouring runs of records that have one value of Y each, if both runs have at least 5 records and
// are too long to be due to chance: about one in a hundred samples of independent X and Y has such a
// cut. It takes the place of the quantiles that are less than half a bin away.
func Auto(most int) Bins { return Bins{kind: auto, count: most} }

// binsOf returns the number of bins of [Auto].
func binsOf(list []Counted, most int) int {
	total := 0.0
	for _, c := range list {
		if c.Count != math.Trunc(c.Count) {
			return most // these are weights
		}
		total += c.Count
	}
	n := 1
	for n < most && (float64(n*n) < total || n < fewBins && float64(n*n) < 2.25*total) {
		n++
	}
	return n
}

// run is a range of numbers whose records have one value of Y.
type run struct {
	first   int // its place in the list
	records float64
	y       int32 // 0 if the records have several, or if Y is not known
}

// sharp returns the places in a list of numbers that begin a run of one value of Y and follow another
// such run, as [Auto] has them.
func sharp(list []Counted) (places []int) {
	var runs []run
	share := make(map[int32]float64) // of the records of a value of Y
	var mixed, total float64
	for n, c := range list {
		total += c.Count
		if c.Y == 0 {
			mixed += c.Count
		} else {
			share[c.Y] += c.Count
		}
		if last := len(runs) - 1; last >= 0 && c.Y != 0 && runs[last].y == c.Y {
			runs[last].records += c.Count
		} else {
			runs = append(runs, run{n, c.Count, c.Y})
		}
	}
	for n := 1; n < len(runs); n++ {
		a, b := runs[n-1], runs[n]
		if a.y == 0 || b.y == 0 || min(a.records, b.records) < sharpLeast {
			continue
		}
		chance := total // the expected number of such cuts
		for _, r := range []run{a, b} {
			rate := (share[r.y] + mixed) / total // as if all numbers of several y had this one
			for n := 0.0; n < r.records && chance >= sharpChance; n++ {
				chance *= rate
			}
		}
		if chance < sharpChance {
			places = append(places, b.first)
		}
	}
	return places
}

// withSharp adds the given places to the cuts of quantiles into n bins, and drops the quantiles nearby.
func withSharp(list []Counted, apart []bool, n int, places []int) {
	if len(places) == 0 {
		return
	}
	sums := sumsOf(list)
	half := sums[len(list)] / float64(2*n)
	next := 0
	for at := range apart {
		for next+1 < len(places) && math.Abs(sums[places[next+1]]-sums[at]) < math.Abs(sums[places[next]]-sums[at]) {
			next++
		}
		if math.Abs(sums[places[next]]-sums[at]) < half {
			apart[at] = false
		}
	}
	for _, at := range places {
		apart[at] = true
	}
}

// sumsOf returns the count of all numbers before each of a list, and of all.
func sumsOf(list []Counted) []float64 {
	sums := make([]float64, len(list)+1)
	for i, c := range list {
		sums[i+1] = sums[i] + c.Count
	}
	return sums
}

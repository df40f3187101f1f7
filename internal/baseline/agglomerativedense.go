package baseline

import (
	"math"

	"github.com/dibmap/dibmap/internal/plogp"
)

// densePairs is the [pairs] of a table of which many cells have mass.
//
// With phi(p) = p log p, the merge of clusters of masses a and c loses
//
//	sum over y of phi(a_y) + phi(c_y) - phi(a_y + c_y), less the same of a and c,
//
// m logarithms. Most pairs need none: if a(y) and c(y) are what p(y|t) is of the
// two and w = a / (a + c), then the loss in nats is w c times
//
//	sum over y of (sqrt a(y) - sqrt c(y))^2
//
// at least. For it is w c / (w (1-w)) times the sum of w KL(a|q) + (1-w) KL(c|q),
// where q is the average of a(y) and c(y), and KL(a|q) >= sum (sqrt a - sqrt q)^2.
// With s = w sqrt a + (1-w) sqrt c, and v = q - s^2 = w (1-w) (sqrt a - sqrt c)^2, the
// sum is at least 2 q - 2 s sqrt q = 2 v sqrt q / (sqrt q + s) >= v, as s <= sqrt q.
type densePairs struct {
	m, wide int // columns, and those rounded up to whole blocks
	phi     *plogp.Phi
	mass    []float64 // n rows of m
	root    []float64 // n rows of wide: the square roots of p(y|t)
	total   []float64 // mass of the cluster
	all     float64   // mass of the table
	inverse []float64 // of its probability, times ln 2
	phiSum  []float64 // sum of phi over its columns, less phi of its mass
	slack   float64   // what rounding may add to a loss
}

// block is how many columns are compared before it is seen whether they suffice.
const block = 4

func newDensePairs(t *table) *densePairs {
	wide := (t.m + block - 1) / block * block
	d := &densePairs{
		m: t.m, wide: wide, phi: t.phi, all: t.total,
		mass: make([]float64, t.n*t.m), root: make([]float64, t.n*wide),
		total: make([]float64, t.n), inverse: make([]float64, t.n), phiSum: make([]float64, t.n),
		// Every value of phi is off by 2.5e-15 at most.
		slack: 1e-14 * float64(t.m+2),
	}
	for i, r := range t.rows {
		for k, y := range r.columns {
			d.mass[i*t.m+int(y)] = r.masses[k]
		}
		d.total[i] = r.mass
		d.derive(i)
	}
	return d
}

// derive computes what is kept of cluster i from its masses.
func (d *densePairs) derive(i int) {
	mass, root := d.mass[i*d.m:(i+1)*d.m], d.root[i*d.wide:(i+1)*d.wide]
	for y, v := range mass {
		root[y] = math.Sqrt(v / d.total[i])
	}
	d.inverse[i] = math.Ln2 * d.all / d.total[i]
	d.phiSum[i] = d.phi.Sum(mass) - d.phi.At(d.total[i])
}

// merge implements [pairs].
func (d *densePairs) merge(a, b int) {
	into := d.mass[a*d.m : (a+1)*d.m]
	for y, v := range d.mass[b*d.m : (b+1)*d.m] {
		into[y] += v
	}
	d.total[a] += d.total[b]
	d.derive(a)
}

// scanner implements [pairs].
func (d *densePairs) scanner() scanner {
	return &denseScanner{d, make([]float64, d.m)}
}

type denseScanner struct {
	*densePairs
	sum []float64 // scratch space
}

// losses implements [scanner].
func (d *denseScanner) losses(i int, before, after []int32, limits, to []float64) {
	for _, j := range before {
		to[j] = d.loss(i, int(j), limits[j])
	}
	least := math.Inf(1)
	for _, j := range after {
		to[j] = d.loss(i, int(j), least)
		least = min(least, to[j])
	}
}

// loss returns what the merge of i and j loses, or +Inf if that is above limit.
func (d *denseScanner) loss(i, j int, limit float64) float64 {
	enough := (limit + d.slack) * (d.inverse[i] + d.inverse[j])
	a, c := d.root[i*d.wide:(i+1)*d.wide], d.root[j*d.wide:(j+1)*d.wide]
	var even, odd float64
	for len(a) >= block && len(c) >= block {
		e, f, g, h := a[0]-c[0], a[1]-c[1], a[2]-c[2], a[3]-c[3]
		even += float64(e*e) + float64(g*g)
		odd += float64(f*f) + float64(h*h)
		if even+odd > enough {
			return math.Inf(1)
		}
		a, c = a[block:], c[block:]
	}
	mass := d.mass[j*d.m : (j+1)*d.m]
	sum := d.sum[:len(mass)]
	for y, v := range d.mass[i*d.m : (i+1)*d.m] {
		sum[y] = v + mass[y]
	}
	return d.phiSum[i] + d.phiSum[j] - (d.phi.Sum(sum) - d.phi.At(d.total[i]+d.total[j]))
}

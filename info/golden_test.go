package info

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle"
)

// golden is a value computed with 90 digits.
type golden struct {
	Bits float64 `json:"bits_f64"`
	Nats float64 `json:"nats_f64"`
}

// goldenMoments are those of a posterior.
type goldenMoments struct{ Mean, Std golden }

// goldenVector is an entry of entropy.json.
type goldenVector struct {
	Name   string
	Counts []float64
	K      int
	N, K1  float64

	Plugin      *golden
	PluginSD    *golden `json:"plugin_delta_std"`
	MillerMadow *golden `json:"miller_madow"`
	Grassberger *golden `json:"grassberger2003"`
	ChaoShen    *golden `json:"chao_shen_singletonfix"`
	Jackknife   *golden
	Shrinkage   *golden        `json:"shrink_uniform_target"`
	Lambda      *string        `json:"shrink_lambda"`
	Half        *goldenMoments `json:"dirichlet_alpha_0.5"`
	One         *goldenMoments `json:"dirichlet_alpha_1"`
	Inverse     *goldenMoments `json:"dirichlet_alpha_1/K"`
	NSB         *golden        `json:"nsb_mean"`
	NSBSD       *golden        `json:"nsb_std"`
	Within      *golden        `json:"nsb_std_within_beta"`
	Between     *golden        `json:"nsb_std_between_beta"`
	LnBeta      *float64       `json:"ln_beta_posterior_mean"`
	LnBetaSD    *float64       `json:"ln_beta_posterior_std"`
}

// readGolden reads a file of golden values.
func readGolden(t testing.TB, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(oracle.Shared(t, "data", "golden", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

// comparison holds values against golden ones and keeps the worst deviations.
type comparison struct {
	t                *testing.T
	checked          int
	value, deviation float64
}

const (
	valueTolerance = 1e-9 // bits
	sdTolerance    = 1e-6 // relative
)

func (c *comparison) values(what string, got, want float64) {
	c.t.Helper()
	c.checked++
	off := math.Abs(got - want)
	c.value = max(c.value, off)
	if !(off <= valueTolerance) {
		c.t.Errorf("%s: %.17g, want %.17g", what, got, want)
	}
}

func (c *comparison) deviations(what string, got, want float64) {
	c.t.Helper()
	c.checked++
	if math.Abs(got-want) < 1e-40 { // K = 1: the golden ones are 1e-46, not 0
		return
	}
	off := math.Abs(got-want) / want
	c.deviation = max(c.deviation, off)
	if !(off <= sdTolerance) {
		c.t.Errorf("%s: standard deviation %.17g, want %.17g (%.3g off)", what, got, want, off)
	}
}

// estimate holds an estimator's result against a value and a standard deviation,
// of which either may be missing.
func (c *comparison) estimate(e Estimator, v goldenVector, value, sd *golden) {
	c.t.Helper()
	if value == nil {
		return
	}
	got, err := e.Entropy(v.Counts, v.K)
	if err != nil {
		c.t.Errorf("%s: %v", v.Name, err)
		return
	}
	c.values(v.Name+" "+e.Name(), got.Value, value.Bits)
	if sd != nil {
		if !got.HasSD {
			c.t.Errorf("%s %s: no standard deviation", v.Name, e.Name())
		}
		c.deviations(v.Name+" "+e.Name(), got.SD, sd.Bits)
	}
}

func goldenVectors(t testing.TB) []goldenVector {
	t.Helper()
	var file struct{ Estimators []goldenVector }
	readGolden(t, "entropy.json", &file)
	return file.Estimators
}

func TestEstimatorsAgreeWithGoldenValues(t *testing.T) {
	c := comparison{t: t}
	for _, v := range goldenVectors(t) {
		c.estimate(Plugin(), v, v.Plugin, v.PluginSD)
		c.estimate(MillerMadow(), v, v.MillerMadow, nil)
		c.estimate(Grassberger(), v, v.Grassberger, nil)
		c.estimate(ChaoShen(), v, v.ChaoShen, nil)
		c.estimate(Jackknife(), v, v.Jackknife, nil)
		c.estimate(Shrinkage(), v, v.Shrinkage, nil)
		c.estimate(NSB(), v, v.NSB, v.NSBSD)
		for _, prior := range []struct {
			alpha float64
			want  *goldenMoments
		}{{0.5, v.Half}, {1, v.One}, {1 / float64(v.K), v.Inverse}} {
			if prior.want != nil {
				c.estimate(Dirichlet(prior.alpha), v, &prior.want.Mean, &prior.want.Std)
			}
		}
		if v.Lambda != nil {
			tally, err := newTally(Shrinkage(), v.Counts, v.K)
			if err != nil {
				t.Error(err)
			}
			lambda := tally.lambda()
			var want float64
			if err := json.Unmarshal([]byte(*v.Lambda), &want); err != nil {
				t.Fatal(err)
			}
			c.values(v.Name+" lambda", lambda, want)
			c.deviations(v.Name+" lambda", lambda, want)
		}
	}
	t.Logf("%d values: at most %.2g bit off, standard deviations %.2g relative", c.checked, c.value, c.deviation)
	if c.checked < 200 {
		t.Errorf("only %d values", c.checked)
	}
}

// TestNSBPartsAgreeWithGoldenValues: also those of the posterior of ln beta, which
// the estimate does not show.
func TestNSBPartsAgreeWithGoldenValues(t *testing.T) {
	c := comparison{t: t}
	for _, v := range goldenVectors(t) {
		if v.LnBeta == nil {
			continue
		}
		tally, err := newTally(NSB(), v.Counts, v.K)
		if err != nil {
			t.Fatal(err)
		}
		m := tally.mixture()
		c.values(v.Name+" mean", m.mean, v.NSB.Nats)
		c.deviations(v.Name+" within", math.Sqrt(m.within), v.Within.Nats)
		c.deviations(v.Name+" between", math.Sqrt(m.between), v.Between.Nats)
		c.values(v.Name+" mean of ln beta", m.lnBeta, *v.LnBeta)
		c.deviations(v.Name+" ln beta", m.spread, *v.LnBetaSD)
	}
	t.Logf("%d values: at most %.2g off, standard deviations %.2g relative", c.checked, c.value, c.deviation)
}

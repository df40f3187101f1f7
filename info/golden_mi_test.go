package info

import (
	"math"
	"testing"
)

// goldenTriple is an entry of mi.json for one estimator.
type goldenTriple struct {
	HX, HY, HXY, I *golden
	SDX            *golden `json:"sdX"`
	SDY            *golden `json:"sdY"`
	SDXY           *golden `json:"sdXY"`
	Independent    *golden `json:"sdI_independent_quadrature"`
	Lambda         *string `json:"lam"`
}

type goldenTable struct {
	Name        string
	Table       [][]float64
	Plugin      goldenTriple
	MillerMadow goldenTriple `json:"miller_madow"`
	Grassberger goldenTriple `json:"grassberger2003"`
	ChaoShen    goldenTriple `json:"chao_shen_singletonfix"`
	Jackknife   goldenTriple
	Shrinkage   goldenTriple `json:"shrink_each_separately"`
	Shrunk      goldenTriple `json:"shrink_joint_R_mi.shrink"`
	NSB         goldenTriple
	Delta       golden       `json:"plugin_I_delta_std"`
	Half        goldenTriple `json:"dirichlet_joint_alpha_0.5"`
	Inverse     goldenTriple `json:"dirichlet_joint_alpha_1/(RC)"`
}

func goldenTables(t testing.TB) []goldenTable {
	t.Helper()
	var file struct{ Tables []goldenTable }
	readGolden(t, "mi.json", &file)
	return file.Tables
}

// triple holds the entropies of a table against golden ones.
func (c *comparison) triple(e Estimator, table goldenTable, want goldenTriple) {
	c.t.Helper()
	h, err := EntropiesOf(e, table.Table)
	if err != nil {
		c.t.Errorf("%s: %v", table.Name, err)
		return
	}
	name := table.Name + " " + e.Name()
	c.values(name+" HX", h.X.Value, want.HX.Bits)
	c.values(name+" HY", h.Y.Value, want.HY.Bits)
	c.values(name+" HXY", h.XY.Value, want.HXY.Bits)
	c.values(name+" I", h.MutualInformation().Value, want.I.Bits)
	if want.SDX == nil {
		return
	}
	c.deviations(name+" HX", h.X.SD, want.SDX.Bits)
	c.deviations(name+" HY", h.Y.SD, want.SDY.Bits)
	c.deviations(name+" HXY", h.XY.SD, want.SDXY.Bits)
	c.deviations(name+" independent", h.MutualInformation().SD, want.Independent.Bits)
}

func TestMutualInformationAgreesWithGoldenValues(t *testing.T) {
	c := comparison{t: t}
	for _, table := range goldenTables(t) {
		c.triple(Plugin(), table, table.Plugin)
		c.triple(MillerMadow(), table, table.MillerMadow)
		c.triple(Grassberger(), table, table.Grassberger)
		c.triple(ChaoShen(), table, table.ChaoShen)
		c.triple(Jackknife(), table, table.Jackknife)
		c.triple(Shrinkage(), table, table.Shrinkage)
		c.triple(NSB(), table, table.NSB)
		inverse := 1 / float64(len(table.Table)*len(table.Table[0]))
		for _, joint := range []struct {
			name string
			e    JointEstimator
			want golden
		}{
			{"plugin", Plugin(), *table.Plugin.I},
			{"shrinkage", Shrinkage(), *table.Shrunk.I},
			{"dirichlet, 1/2", Dirichlet(0), *table.Half.I},
			{"dirichlet, 1/K", Dirichlet(inverse), *table.Inverse.I},
		} {
			got, err := joint.e.MutualInformation(table.Table)
			if err != nil {
				t.Fatal(err)
			}
			c.values(table.Name+" joint "+joint.name, got.Value, joint.want.Bits)
			if got.HasSD {
				c.deviations(table.Name+" delta", got.SD, table.Delta.Bits)
			}
		}
	}
	t.Logf("%d values: at most %.2g bit off, standard deviations %.2g relative", c.checked, c.value, c.deviation)
	if c.checked < 200 {
		t.Errorf("only %d values", c.checked)
	}
}

// TestPosteriorInformationAgreesWithExactMeans: the mean of draws is that of closed
// forms, to four times its standard error, and the same for both priors.
func TestPosteriorInformationAgreesWithExactMeans(t *testing.T) {
	const draws = 400
	for _, table := range goldenTables(t) {
		for _, prior := range []Prior{Dirichlet(0), NSB()} {
			drawn, err := PosteriorInformation(prior, table.Table, draws, 7)
			if err != nil {
				t.Fatal(err)
			}
			exact, err := prior.MutualInformation(table.Table)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s %s: %.4f +- %.4f, exactly %.4f", table.Name, prior.Name(), drawn.Value, drawn.SD, exact.Value)
			if !(math.Abs(drawn.Value-exact.Value) <= 4*drawn.SD/math.Sqrt(draws)) {
				t.Errorf("%s %s: %g +- %g, want %g", table.Name, prior.Name(), drawn.Value, drawn.SD, exact.Value)
			}
		}
	}
}

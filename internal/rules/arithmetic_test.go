package rules

import (
	"go/ast"
	"slices"
	"testing"
)

// rounded are the functions of package math whose results IEEE 754 or their definition fixes to the last
// bit. Others are approximations, and several of those are written for each processor anew.
var rounded = []string{
	"Abs", "Ceil", "Copysign", "FMA", "Float32bits", "Float32frombits", "Float64bits", "Float64frombits", "Floor", "Frexp", "Inf",
	"IsInf", "IsNaN", "Ldexp", "Max", "Min", "Mod", "Modf", "NaN", "Nextafter", "Pow10", "Round", "RoundToEven", "Signbit", "Sqrt", "Trunc",
}

// TestFunctionsAreTheSameEverywhere: algorithms call no function of package math whose last digits depend
// on the processor. internal/plogp and internal/special have logarithms, exponentials and others.
func TestFunctionsAreTheSameEverywhere(t *testing.T) {
	for _, s := range sources(t) {
		if !slices.Contains(pure, s.pkg) {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			function, ok := call.Fun.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if from, ok := function.X.(*ast.Ident); ok && from.Name == "math" && !slices.Contains(rounded, function.Sel.Name) {
				t.Errorf("%s calls math.%s, whose last digits depend on the processor: use internal/plogp or internal/special", s.path, function.Sel.Name)
			}
			return true
		})
	}
}

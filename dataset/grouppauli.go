package dataset

// pauli is i^phase X^x Z^z, for the Pauli matrices X and Z and i the imaginary
// unit; phase is modulo 4, x and z are modulo 2.
type pauli struct{ phase, x, z int }

// times returns the product of a and b. X and Z anticommute, so a factor -1
// comes from every Z of a that passes an X of b.
func (a pauli) times(b pauli) pauli {
	return pauli{
		phase: (a.phase + b.phase + 2*a.z*b.x) % 4,
		x:     (a.x + b.x) % 2,
		z:     (a.z + b.z) % 2,
	}
}

// pauliGroup returns the 16 elements {1, -1, i, -i} {I, X, Y, Z}. The factor changes fastest.
func pauliGroup() *group {
	labels := make(map[pauli]string)
	var elements []pauli
	for _, matrix := range []struct {
		label string
		pauli
	}{
		{"I", pauli{0, 0, 0}},
		{"X", pauli{0, 1, 0}},
		{"Y", pauli{1, 1, 1}}, // Y = i X Z
		{"Z", pauli{0, 0, 1}},
	} {
		for _, factor := range []struct {
			label string
			phase int
		}{{"+", 0}, {"-", 2}, {"+i", 1}, {"-i", 3}} {
			e := pauli{phase: factor.phase}.times(matrix.pauli)
			elements = append(elements, e)
			labels[e] = factor.label + matrix.label
		}
	}
	return newGroup(elements, func(e pauli) string { return labels[e] }, pauli.times)
}

package main

// rows returns the experiments in the order of the page.
func rows() []row {
	return []row{
		{id: "fig-titular", run: titular},
		{id: "fig-pedagogy", run: pedagogy},
		{id: "fig-scaling", run: scaling, slow: true},
		{id: "fig-pareto-size", run: paretoSize, slow: true},
		{id: "copulas", run: copulas},
		{id: "fig-alphabet", run: alphabet},
		{id: "tab-compare", run: compareTable},
		{id: "fig-compare", run: compareFigure},
		{id: "fig-robust", run: robustFrontiers, slow: true},
		{id: "fig-performance", run: performanceGrid, slow: true},
		{id: "fig-colors", run: colours},
		{id: "fig-groups", run: groupFrontiers},
		{id: "fig-group-tables", run: groupTables},
		{id: "epsilon-selection", run: epsilonSelection, slow: true},
		{id: "findings", run: findings},
	}
}

// ids returns the names of the rows.
func ids() []string {
	var names []string
	for _, r := range rows() {
		names = append(names, r.id)
	}
	return names
}

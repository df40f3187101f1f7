// Package rules holds the rules of the project's layout, which its tests check: which
// package may import which, what algorithm packages may not touch, what the public
// interface is, and that documents name what exists.
package rules

// mayImport lists, for every library package, those of the project that it may import.
// Data flows one way, as docs/architecture.md shows. Packages that are not pure may import
// any package below internal as well.
var mayImport = map[string][]string{
	".":               {},
	"scale":           {"internal/calendar", "internal/textfile"},
	"info":            {"internal/delta", "internal/plogp", "internal/random", "internal/special"},
	"partition":       {},
	"pareto":          {},
	"joint":           {"partition", "internal/masses", "internal/plogp", "internal/random", "internal/urn"},
	"points":          {"partition", "internal/masses", "internal/plogp"},
	"internal/masses": {"partition", "internal/random"},
	// A problem describes itself as frontier files do; the frontier knows nothing of how
	// it was found.
	"problem": {"joint", "points", "info", "partition", "frontier", "internal/cellsum", "internal/keyed", "internal/marked", "internal/plogp"},
	"search":  {"problem", "partition", "pareto", "frontier", "internal/keyed", "internal/plogp", "internal/pool", "internal/random", "internal/archive", "internal/limiter", "internal/marked", "internal/resources", "internal/sweeps"},
	"exact":   {"problem", "joint", "points", "partition", "pareto", "search", "frontier", "internal/plogp", "internal/pool", "internal/archive", "internal/automorphism", "internal/checker", "internal/follow", "internal/limiter", "internal/marked", "internal/resources", "internal/trace"},
	"best":    {"problem", "joint", "partition", "pareto", "search", "exact", "frontier", "internal/archive", "internal/limiter", "internal/marked", "internal/plogp", "internal/pool", "internal/random", "internal/resources", "internal/sweeps", "internal/trace"},
	"ceiling": {"joint", "frontier", "internal/masses", "internal/plogp", "internal/pool"},
	// The checker of certificates shares nothing with the prover, or with anything else.
	"internal/checker": {},
	"internal/excess":  {"pareto"},
	"frontier":         {"partition", "pareto", "scale", "internal/excess", "internal/percent", "internal/plogp", "internal/special"},
	// frontier is the result in memory, and frontier/codec its files.
	"frontier/codec": {"frontier", "partition", "scale"},
	"robust":         {"problem", "info", "joint", "partition", "pareto", "search", "frontier", "internal/delta", "internal/keyed", "internal/plogp", "internal/pool", "internal/random", "internal/resources", "internal/trace"},
	"encode":         {"scale", "internal/fileformat", "internal/plogp", "internal/textfile"},
	// table, dataset and recode share internal/source, which finds and opens files,
	// internal/records, which reads records, and internal/tally, which counts them.
	"dataset": {"joint"},
	"survey":  {"evidence", "frontier", "joint", "scale", "table"},
	"table":   {"joint", "points", "dataset", "encode", "scale"},
	"recode":  {"joint", "table", "encode", "scale"},

	"internal/folding": {"joint", "scale"},
	"internal/records": {"scale"},
	"internal/tally":   {"joint", "encode", "scale"},
	"plot":             {"frontier", "scale"},
	"report":           {"frontier", "partition", "scale"},

	"evidence": {"problem", "info", "joint", "partition", "frontier", "internal/delta", "internal/keyed", "internal/marked", "internal/permuted", "internal/plogp", "internal/pool", "internal/random", "internal/urn"},

	"internal/special":  {"internal/plogp"},
	"internal/urn":      {"internal/plogp", "internal/random"},
	"internal/permuted": {"problem", "info", "joint", "frontier", "scale", "internal/plogp", "internal/special", "internal/pool", "internal/random", "internal/urn"},
	"internal/delta":    {"internal/plogp"},
	"internal/cellsum":  {"info", "internal/plogp", "internal/special"},
	"internal/keyed":    {"internal/random"},
	"internal/baseline": {"joint", "partition", "pareto", "internal/marked", "internal/plogp", "internal/pool", "internal/random", "internal/special"},
	// What search and exact share.
	"internal/archive":    {"frontier", "pareto", "partition", "problem"},
	"internal/limiter":    {"frontier", "partition", "problem", "internal/marked"},
	"internal/resources":  {"frontier", "internal/marked", "internal/pool", "problem"},
	"internal/published":  {"info", "internal/plogp"},
	"internal/sweeps":     {"problem", "partition", "pareto", "frontier", "internal/follow", "internal/limiter", "internal/plogp", "internal/pool", "internal/random", "internal/resources"},
	"internal/follow":     {"problem", "partition", "internal/pool"},
	"internal/trace":      {"frontier", "partition"},
	"internal/workfolder": {"frontier", "joint", "problem"},
	// judge compares what methods found, and finds nothing itself.
	"internal/judge": {"internal/excess", "problem", "frontier", "joint", "pareto", "partition", "search", "internal/baseline"},
	// Modules of their own, which the main one does not depend on.
	"deploy/kubernetes/check": {},
	"report/browsertest":      {},
	"release":                 {},
	"experiments/alphabet":    {"table"},
	"experiments/anytime": {
		"experiments/internal/chart", "experiments/internal/packages", "experiments/internal/place", "experiments/internal/program",
		"frontier", "internal/baseline", "internal/judge", "joint", "pareto", "partition", "problem", "search", "table",
	},
	"experiments/choosing": {
		"dataset", "experiments/internal/chart", "experiments/internal/heldout", "experiments/internal/packages", "experiments/internal/place",
		"experiments/internal/program", "frontier/codec",
	},
	"experiments/colors":               {"problem", "experiments/colors/coco", "experiments/internal/program", "frontier", "joint", "plot", "search", "table"},
	"experiments/colors/coco":          {},
	"experiments/internal/chart":       {},
	"experiments/internal/heldout":     {},
	"experiments/internal/packages":    {},
	"experiments/internal/place":       {},
	"experiments/internal/performance": {"problem", "experiments/internal/chart", "joint", "partition", "search", "table"},
	"experiments/internal/program":     {"experiments/internal/packages"},
	"experiments/performance":          {"experiments/internal/performance", "experiments/internal/program"},
	"experiments/limits":               {"experiments/internal/program"},
	"experiments/paper": {
		"problem", "internal/baseline", "internal/judge", "exact", "frontier", "info", "joint", "pareto", "partition", "plot", "robust", "search", "table", "dataset",
		"experiments/internal/chart", "experiments/internal/performance", "experiments/internal/program", "experiments/paper/copula",
	},
	"experiments/paper/copula": {},
	"experiments/scan": {
		"experiments/internal/chart", "experiments/internal/heldout", "experiments/internal/packages", "experiments/internal/place",
		"experiments/internal/program", "frontier", "frontier/codec",
	},
	"experiments/scaling": {"experiments/internal/program", "frontier/codec"},
	"experiments/tables":  {"experiments/internal/packages", "experiments/internal/program", "table"},
}

// commands lists, for every package of the command, the others of the command that it
// may import, all of them in cmd/dibmap/internal. Families of commands do not import each
// other, except for the flags that choose a point.
var commands = map[string][]string{
	"wording":  {},
	"cli":      {"wording"},
	"progress": {"cli", "wording"},
	"fonts":    {"cli"},
	"input":    {"cli", "wording"},
	"listing":  {"wording"},

	"choosing":   {"cli", "input", "listing", "wording"},
	"comparing":  {"cli", "fonts", "input", "listing", "progress", "wording"},
	"dividing":   {"cli", "mapping", "progress", "scanning", "wording"},
	"drawing":    {"choosing", "cli", "fonts", "input", "wording"},
	"calling":    {"cli", "input"},
	"completing": {},
	"exploring":  {"calling", "cli", "input", "mapping"},
	"mapping":    {"cli", "input", "listing", "progress", "wording"},
	"recoding":   {"choosing", "cli", "input", "wording"},
	"scanning":   {"cli", "input", "mapping", "progress", "wording"},
	"tables":     {"cli", "input", "listing", "wording"},
}

// programs are the folders of main packages, which may print and exit.
var programs = []string{"cmd/", "experiments/", "release"}

// pure packages hold algorithms: the same input gives the same output, without side
// effects.
var pure = []string{
	"info", "partition", "pareto", "joint", "points", "problem", "search", "exact", "ceiling", "frontier", "robust", "evidence", "encode", "scale",
	"internal/archive", "internal/automorphism", "internal/baseline", "internal/cellsum", "internal/checker", "internal/delta", "internal/excess", "internal/folding", "internal/follow", "internal/judge", "internal/keyed",
	"internal/limiter", "internal/marked", "internal/masses", "internal/permuted", "internal/plogp", "internal/pool", "internal/random", "internal/resources",
	"internal/published", "internal/special", "internal/sweeps", "internal/trace", "internal/urn",
}

// impure lists the packages that a pure package may not import, and what to do instead.
var impure = map[string]string{
	"os":            "files belong to table, frontier/codec and cmd",
	"io/fs":         "files belong to table, frontier/codec and cmd",
	"path/filepath": "files belong to table, frontier/codec and cmd",
	"log":           "report progress through Options.Observe",
	"log/slog":      "report progress through Options.Observe",
	"time":          "deadlines come through the context",
	"math/rand":     "draws are hashes of a seed",
	"math/rand/v2":  "draws are hashes of a seed",
	"os/signal":     "interrupts come through the context",
	"net/http":      "algorithms know no network",
}

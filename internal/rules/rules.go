// Package rules holds the rules of the project's layout, which its tests check: which
// package may import which, what algorithm packages may not touch, what the public
// interface is, and that documents name what exists.
package rules

// mayImport lists, for every library package, the packages of the project that it may import.
// Data flows one way, as docs/architecture.md shows. Packages that are not pure may import
// any package below internal as well.
var mayImport = map[string][]string{
	".":                {},
	"scale":            {"internal/calendar", "internal/textfile"},
	"info":             {"internal/delta", "internal/plogp", "internal/random", "internal/special"},
	"partition":        {},
	"internal/pareto":  {"internal/special"},
	"internal/pareto3": {"internal/pareto"},
	"internal/overlap": {},
	"joint":            {"partition", "internal/masses", "internal/plogp", "internal/random", "internal/special", "internal/urn", "internal/marked"},
	"points":           {"joint", "partition", "internal/masses", "internal/plogp", "internal/marked"},
	"internal/masses":  {"partition", "internal/random", "internal/marked"},
	// A problem describes itself as frontier files do; the frontier knows nothing of how
	// it was found.
	"problem":            {"joint", "points", "info", "partition", "frontier", "internal/cellsum", "internal/keyed", "internal/marked", "internal/plogp"},
	"search":             {"problem", "partition", "frontier", "internal/keyed", "internal/plogp", "internal/pool", "internal/random", "internal/archive", "internal/limiter", "internal/marked", "internal/resources", "internal/chains", "internal/sweeps", "internal/pareto", "internal/way", "internal/sealed", "internal/divided"},
	"internal/way":       {"problem"},
	"exact":              {"problem", "joint", "partition", "search", "frontier", "internal/method", "internal/program", "internal/proof", "internal/solve", "internal/verify", "internal/treewalk", "internal/pareto", "frontier/union"},
	"internal/method":    {"problem", "joint", "partition", "internal/pareto", "search", "frontier", "internal/archive", "internal/marked", "internal/resources", "internal/sealed", "internal/treewalk"},
	"internal/divided":   {"problem", "partition", "frontier", "internal/limiter", "internal/marked", "internal/sealed", "internal/sweeps"},
	"internal/sealed":    {"problem", "internal/marked", "partition"},
	"internal/edge":      {"problem", "joint", "partition", "internal/pareto", "internal/plogp", "internal/pool", "internal/sealed"},
	"internal/proof":     {"problem", "joint", "partition", "internal/pareto", "search", "frontier", "internal/archive", "internal/edge", "internal/marked", "internal/method", "internal/resources", "internal/sealed"},
	"internal/program":   {"problem", "partition", "internal/pareto", "search", "frontier", "internal/archive", "internal/automorphism", "internal/limiter", "internal/marked", "internal/method", "internal/plogp", "internal/pool", "internal/resources"},
	"internal/symmetric": {"problem", "joint", "partition", "internal/pareto", "search", "frontier", "internal/archive", "internal/automorphism", "internal/limiter", "internal/marked", "internal/method", "internal/plogp", "internal/pool", "internal/resources"},
	"internal/solve":     {"problem", "search", "frontier", "internal/marked", "internal/method", "internal/program", "internal/proof", "internal/resources", "internal/symmetric", "internal/way"},
	"internal/verify":    {"problem", "joint", "partition", "internal/pareto", "search", "frontier", "internal/archive", "internal/target", "internal/checker", "internal/treewalk", "internal/limiter", "internal/method", "internal/pareto3", "internal/plogp", "internal/pool", "internal/program", "internal/resources", "internal/special", "frontier/union", "second"},
	"best":               {"problem", "partition", "search", "exact", "frontier", "internal/archive", "internal/limiter", "internal/marked", "internal/method", "internal/plogp", "internal/pool", "internal/program", "internal/random", "internal/resources", "internal/chains", "internal/treewalk", "internal/pareto", "internal/way", "internal/sealed"},
	"second":             {"problem", "joint", "partition", "frontier", "internal/target", "internal/limiter", "internal/marked", "internal/method", "internal/pareto", "internal/pareto3", "internal/pool", "internal/program", "internal/way"},
	"internal/soft":      {"joint", "frontier", "internal/plogp", "internal/pool", "internal/special"},
	"ceiling":            {"joint", "frontier", "internal/masses", "internal/plogp", "internal/pool"},
	// The checker of certificates shares nothing with the prover, or with anything else.
	"internal/checker":    {},
	"internal/excess":     {"internal/pareto"},
	"internal/groupnames": {"internal/textfile", "internal/vocabulary", "scale"},
	"frontier":            {"partition", "scale", "internal/groupnames", "internal/overlap", "internal/plogp", "internal/special", "internal/textfile", "internal/pareto"},
	"frontier/union":      {"frontier", "internal/pareto", "internal/textfile", "partition"},
	"frontier/recommend":  {"frontier", "internal/permuted", "internal/special", "internal/textfile"},
	"frontier/describe":   {"frontier", "internal/pareto", "partition", "scale", "internal/plogp"},
	"internal/binning":    {"evidence", "frontier", "joint", "scale", "internal/plogp", "internal/special", "internal/textfile"},
	"internal/structure":  {"frontier", "internal/pareto", "partition", "internal/excess"},
	// frontier is the result in memory, and frontier/codec its files.
	"frontier/codec": {"frontier", "partition", "scale"},
	"robust":         {"problem", "info", "joint", "partition", "search", "frontier", "internal/archive", "internal/delta", "internal/keyed", "internal/plogp", "internal/pool", "internal/random", "internal/resources", "internal/treewalk", "internal/pareto", "internal/sealed"},
	"encode":         {"scale", "internal/calendar", "internal/fileformat", "internal/plogp", "internal/textfile"},
	// table, dataset and recode share internal/source, which finds and opens files,
	// internal/records, which reads records, and internal/tally, which counts them.
	"dataset": {"joint"},
	"survey":  {"evidence", "frontier", "joint", "scale", "table"},
	"table":   {"joint", "points", "dataset", "encode", "scale"},
	"recode":  {"joint", "table", "encode", "scale"},

	// The words of all views depend on nothing, so that every package may use them.
	"internal/vocabulary": {},
	"internal/groupview":  {"frontier", "frontier/describe", "internal/binning", "internal/groupnames", "internal/pareto", "internal/textfile", "internal/vocabulary", "scale"},

	"internal/secondary":  {"evidence", "frontier", "joint", "partition", "internal/target", "internal/pareto", "internal/plogp", "internal/pool", "internal/textfile"},
	"internal/pairs":      {"joint", "scale", "internal/folding", "internal/textfile"},
	"internal/folding":    {"joint", "scale", "internal/textfile"},
	"internal/records":    {"scale"},
	"internal/tally":      {"joint", "encode", "scale"},
	"plot":                {"frontier", "frontier/recommend", "scale"},
	"plot/terminal":       {"frontier"},
	"internal/picture":    {"frontier", "internal/pareto", "second"},
	"internal/groupchart": {"frontier", "frontier/describe", "frontier/recommend"},
	"internal/scatter":    {"frontier"},
	"report":              {"frontier", "internal/groupview", "partition", "scale", "frontier/recommend", "second"},

	"evidence": {"problem", "info", "joint", "partition", "frontier", "internal/delta", "internal/keyed", "internal/marked", "internal/masses", "internal/pareto", "internal/permuted", "internal/plogp", "internal/pool", "internal/random", "internal/urn"},

	"internal/special":  {"internal/plogp"},
	"internal/urn":      {"internal/plogp", "internal/random"},
	"internal/permuted": {"problem", "info", "joint", "frontier", "scale", "internal/masses", "internal/plogp", "internal/special", "internal/pool", "internal/random", "internal/urn"},
	"internal/delta":    {"internal/plogp"},
	"internal/cellsum":  {"info", "internal/plogp", "internal/special"},
	"internal/keyed":    {"internal/random"},
	"internal/baseline": {"joint", "partition", "internal/marked", "internal/plogp", "internal/pool", "internal/random", "internal/special", "internal/pareto"},
	// Packages that search and exact share.
	"internal/archive":         {"frontier", "partition", "problem", "internal/pareto"},
	"internal/limiter":         {"frontier", "partition", "problem", "internal/target", "internal/marked", "internal/pareto"},
	"internal/target":          {"problem", "frontier", "joint", "partition", "internal/marked", "internal/pareto", "internal/textfile"},
	"internal/resources":       {"frontier", "internal/marked", "internal/pool", "problem"},
	"internal/published":       {"info", "internal/plogp"},
	"internal/cluster":         {"problem", "partition", "internal/limiter", "internal/plogp", "internal/random"},
	"internal/oracle/families": {"joint", "points"},
	"internal/oracle/examples": {"frontier", "partition"},
	"internal/chains":          {"problem", "internal/cluster", "internal/pool", "internal/random"},
	"internal/sweeps":          {"problem", "partition", "frontier", "internal/cluster", "internal/contiguous", "internal/limiter", "internal/plogp", "internal/pool", "internal/random", "internal/resources", "internal/treewalk", "internal/pareto", "internal/sealed"},
	"internal/treewalk":        {"problem", "frontier", "partition", "internal/pool"},
	"internal/contiguous":      {"internal/pool"},
	"internal/workfolder":      {"frontier", "joint", "problem"},
	"internal/oracle/drawn":    {"dataset", "frontier", "joint", "partition", "points", "problem", "search"},
	// judge compares what methods found, and finds nothing itself.
	"internal/judge":         {"internal/excess", "problem", "frontier", "joint", "partition", "search", "internal/baseline", "internal/archive", "internal/pareto"},
	"internal/oracle/tables": {"info", "joint", "partition", "points"},
	// Modules of their own, which the main one does not depend on.
	"deploy/kubernetes/check": {},
	"report/browsertest":      {},
	"release":                 {},
	"experiments/alphabet":    {"table"},
	"experiments/anytime":     {"experiments/internal/chart", "experiments/internal/packages", "experiments/internal/place", "experiments/internal/program", "frontier", "internal/baseline", "internal/judge", "joint", "partition", "problem", "search", "table", "internal/pareto"},
	"experiments/channels":    {"exact", "experiments/internal/program", "internal/baseline", "joint", "partition", "problem", "search"},
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
	"experiments/internal/performance": {"problem", "experiments/internal/chart", "experiments/internal/powerlaw", "joint", "partition", "search", "table"},
	"experiments/internal/powerlaw":    {},
	"experiments/internal/program":     {"experiments/internal/packages"},
	"experiments/performance":          {"experiments/internal/performance", "experiments/internal/program"},
	"experiments/limits":               {"experiments/internal/program"},
	"experiments/paper":                {"problem", "internal/baseline", "internal/judge", "exact", "frontier", "info", "joint", "partition", "plot", "robust", "search", "table", "dataset", "experiments/internal/chart", "experiments/internal/performance", "experiments/internal/powerlaw", "experiments/internal/program", "experiments/paper/copula", "internal/pareto"},
	"experiments/paper/copula":         {},
	"experiments/scan":                 {"experiments/internal/chart", "experiments/internal/heldout", "experiments/internal/packages", "experiments/internal/place", "experiments/internal/program", "frontier", "frontier/codec", "frontier/recommend"},
	"experiments/plane":                {"experiments/internal/program", "exact", "frontier", "internal/pareto", "internal/soft", "joint", "plot", "problem", "search", "table"},
	"experiments/scaling":              {"experiments/internal/program", "frontier/codec"},
	"experiments/second": {
		"dataset", "exact", "experiments/internal/chart", "experiments/internal/packages", "experiments/internal/place", "experiments/internal/powerlaw",
		"experiments/internal/program", "frontier", "joint", "partition", "problem", "search", "second",
	},
	"experiments/tables": {"experiments/internal/packages", "experiments/internal/program", "table"},
}

// commands lists, for every package of the command, the packages of the command that it
// may import, all of them in cmd/dibmap/internal. Families of commands do not import each
// other, except for the flags that choose a point.
var commands = map[string][]string{
	"wording":  {},
	"cli":      {"wording"},
	"progress": {"cli", "wording"},
	"fonts":    {"cli"},
	"memory":   {},
	"input":    {"cli", "memory", "wording"},
	"listing":  {"wording"},

	"choosing":   {"cli", "input", "listing", "wording"},
	"comparing":  {"cli", "fonts", "input", "listing", "progress", "wording"},
	"dividing":   {"cli", "mapping", "progress", "scanning", "wording"},
	"drawing":    {"choosing", "cli", "fonts", "input", "wording"},
	"calling":    {"cli", "input", "memory"},
	"completing": {},
	"exploring":  {"calling", "cli", "input", "mapping", "wording"},
	"envelope":   {},
	"hastening":  {"input"},
	"pairing":    {"cli", "input", "progress", "wording"},
	"mapping":    {"cli", "hastening", "input", "listing", "memory", "pairing", "progress", "wording", "envelope"},
	"recoding":   {"choosing", "cli", "input", "wording"},
	"scanning":   {"cli", "input", "mapping", "progress", "wording"},
	"tables":     {"choosing", "cli", "input", "listing", "memory", "wording"},
	"tuning":     {"cli", "input", "progress", "wording"},
	"verifying":  {"cli", "input", "listing", "wording"},
}

// programs are the folders of main packages, which may print and exit.
var programs = []string{"cmd/", "experiments/", "release"}

// everywhere is an addition to package slices, which every package may import except the checker.
const everywhere = "internal/lists"

// pure packages hold algorithms: the same input gives the same output, without side
// effects.
var pure = []string{
	"info", "partition", "joint", "points", "problem", "search", "exact", "ceiling", "frontier", "robust", "evidence", "encode", "scale",
	"frontier/describe", "frontier/recommend", "frontier/union", "internal/archive", "internal/automorphism", "internal/baseline", "internal/target", "internal/pairs", "internal/secondary", "internal/binning", "internal/cellsum", "internal/chains", "internal/checker", "internal/cluster",
	"internal/contiguous", "internal/delta", "internal/divided", "internal/edge", "internal/excess", "internal/folding", "internal/groupview", "internal/judge", "internal/keyed", "internal/limiter", "internal/lists", "internal/marked", "internal/masses",
	"internal/method", "internal/pareto", "internal/permuted", "internal/plogp", "internal/pool", "internal/program", "internal/proof", "internal/published", "internal/random", "internal/resources",
	"internal/sealed", "internal/soft", "internal/solve", "internal/special", "internal/structure", "internal/sweeps", "internal/symmetric", "internal/treewalk", "internal/urn", "internal/verify", "internal/way",
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

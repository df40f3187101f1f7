package input

import (
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/recommend"
)

// The rules by which a grouping is recommended.
const (
	RuleExplain = "explain"
	RulePredict = "predict"
)

// CheckRule returns an error for an unknown rule.
func CheckRule(rule string) error {
	if rule != RuleExplain && rule != RulePredict {
		return fmt.Errorf("--rule is %q: want %s or %s", rule, RuleExplain, RulePredict)
	}
	return nil
}

// Recommend returns the grouping that a rule recommends, and false if a frontier has no points. The default rule is
// RuleExplain.
func Recommend(f *frontier.Frontier, rule string) (recommend.Choice, bool) {
	if rule == RulePredict {
		return recommend.ForPrediction(f)
	}
	return recommend.From(f)
}

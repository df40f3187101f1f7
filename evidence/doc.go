// Package evidence says what a sample supports: whether its counts show that X and Y depend on each
// other at all, and what records that were held out say of clusterings.
//
// A search takes the clusterings that look best in a sample, so it finds some that look informative
// in any sample, also where X tells nothing about Y. [OfDependence] is the test that is to be made
// before.
//
// [Validate] scores clusterings on records that they were not found in: sample.go holds the records of
// a fold, heldout.go scores clusterings on them, and walk.go finds how many clusters they support.
package evidence

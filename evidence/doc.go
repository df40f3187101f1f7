// Package evidence says what a sample supports: whether its counts show that X and Y depend on each
// other at all.
//
// A search takes the clusterings that look best in a sample, so it finds some that look informative
// in any sample, also where X tells nothing about Y. [OfDependence] is the test that is to be made
// before: dependence.go has the test, and tables.go draws the tables that it compares with.
package evidence

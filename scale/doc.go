// Package scale turns the values of columns into the labels of a discrete variable.
//
//  1. A [Spec] says how a column is to be read. What it leaves open depends on the
//     values.
//  2. [Fit] looks at the different values of a column, recognises numbers, cuts them into bins, and
//     returns a [Scale] with the label of every value.
//  3. [Scale.Label] returns the label of any other value, such as a number that has never been seen,
//     and [Scale.Range] the name of some bins together.
//  4. [Scales] are the columns of one variable, whose labels are the combinations of their labels.
//
// The word comes from statistics: values are on a nominal scale, which has no order, on an ordinal scale, or on a
// scale of numbers. Values are the text in files. Labels do not depend on the order of the records.
package scale

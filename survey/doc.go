// Package survey reads all columns of a file at once: what each of them is, and what it tells about
// another.
//
//  1. [Read] goes over the records, once if memory allows. It recognises numbers as package table does,
//     and counts the values of every column, and how often they occur together with each value of Y.
//  2. [Survey.Columns] say of every column its type, the number of its different values, its entropy,
//     examples, and why it is of no use as X, if it is not.
//  3. [Survey.Joint] returns the table of a column and Y, as package table makes it of the same columns,
//     and [Survey.Pair] the table of any two.
//  4. [Survey.Rank] ranks the columns by what they tell about Y, and [Survey.Pairs] all pairs.
//
// In memory, a record takes two bytes for each column of up to 32,768 different values, and eight for
// each other column.
package survey

// Package survey reads all columns of a file at once, describes them, and computes what they tell
// about one column.
//
//  1. [Read] reads the records, once if memory allows. It recognises numbers as package table
//     does, and counts the values of every column, alone and together with Y.
//  2. [Survey.Columns] have the type of every column, the number of its different values, its
//     entropy, examples, and why it cannot be used as X.
//  3. [Survey.Joint] returns the table of a column and Y, the same as from package table.
//  4. [Survey.Rank] ranks the columns by their information about Y, and [Survey.Pairs] ranks all
//     pairs.
//
// In memory, a record takes two bytes for each column of up to 32,768 different values, and eight
// bytes for each other column.
package survey

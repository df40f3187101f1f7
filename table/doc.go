// Package table reads tables of two or three discrete variables and counts them,
// which is what package joint turns into a distribution, and points in space, for
// package points.
//
//  1. [Open], [OpenTriple] and [OpenPoints] find what a name stands for: a file,
//     the files of a folder or a pattern, standard input, or a built-in data set;
//  2. every file is decompressed, and its format told by its name or its
//     content;
//  3. records (CSV, TSV, JSON Lines, Parquet) are counted by the values of some
//     of their columns, a text by its symbols and their successors, and a
//     matrix (CSV, TSV, .npy) is taken as it is;
//  4. [Table.Joint], [TripleTable.Triple] and [PointTable.Cloud] hand labels and
//     numbers to those packages, for package search and the command;
//  5. when a clustering is chosen, [Encode] reads records again and adds the cluster
//     of each. [CountUnknown] counts, before that, values that the table did not have.
//
// # Records
//
// A value is the text that a file holds, unchanged: " a" and "a" are two
// values. Numbers, truth values and times of typed formats count under the
// text that a person would write: 1, true, 2006-01-02. An empty field of CSV,
// null or an absent key of JSON Lines and null of Parquet are one value more,
// labelled "(missing)"; [Table.Notes] tells of it. The labels are sorted, as
// numbers if all of a variable are, so that neither the order of the records,
// nor how they are divided into files, nor the format changes the table.
//
// Values that are too rare to be told apart can count as one, labelled "(rare)"; see
// [Options]. A value that was rare cannot be told from one that never occurred once
// the records are counted: where an encoder knows "(rare)", [Encode] gives its cluster
// to every value that it does not know, unless something else is asked for, and says
// how many there were.
//
// Coordinates of points are numbers instead: 1 and 1.0 are the same, and none may
// be missing.
//
// Folders called key=value, as Hive, Spark and DuckDB write them, give their
// files a column of that name. Names that start with a dot or an underscore
// are skipped within a folder; nothing else is.
//
// # Errors
//
// What is wrong with the input is an [*Error] of one line with file, line and
// column. A file is read whole or not at all: there is no table of its good
// part.
package table

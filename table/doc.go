// Package table reads and counts tables of two or three discrete variables, for package joint, and
// points in space, for package points.
//
//  1. [Open], [OpenTriple] and [OpenPoints] find the files of a name: a file, the files of a folder or
//     a pattern, standard input, or a built-in data set of package dataset;
//  2. every file is decompressed, and its name or its content determines its format;
//  3. records (CSV, TSV, JSON Lines, Parquet) are counted by the values of some of their columns, a
//     text by its symbols and their successors, and a matrix (CSV, TSV, .npy, or sparse in an
//     archive of SciPy or as Matrix Market) is read unchanged;
//  4. [Table.Joint], [TripleTable.Triple] and [PointTable.Cloud] return the numbers for these
//     packages.
//
// Package recode reads records again when a clustering is chosen, and adds the cluster of each.
//
// # Records
//
// A value is the text in a file, unchanged unless [Options].Clean says otherwise: " a" and "a" are two
// values. Numbers, truth values and times
// of typed formats count under the text that a person would write: 1, true, 2006-01-02. An empty field of
// CSV, null or an absent key of JSON Lines, and null of Parquet are the value "(missing)", which
// [Table.Notes] mentions. The labels are sorted, as numbers if all of a variable are, so that the table
// does not depend on the order of the records, their division into files, or the format.
//
// Values that are too rare to be distinguished can count as one, labelled "(rare)"; see [Options]. Once
// the records are counted, a rare value cannot be distinguished from a value that never occurred.
//
// Coordinates of points are numbers: 1 and 1.0 are the same, and none may be missing.
//
// Folders called key=value, as Hive, Spark and DuckDB write them, give their files a column of that name.
// In a folder, only names that start with a dot or an underscore are skipped.
//
// # Errors
//
// An error of the input is an [*Error] of one line with file, line and column. If a part of a file is
// wrong, there is no table of the rest.
package table

// Package textfile reads text files: it checks that they are UTF-8, skips a byte order mark, and
// says in one wording what is wrong on which line. Every reader of CSV in dibmap is a [CSV].
package textfile

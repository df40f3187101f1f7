// Package fileformat determines the format of a file by its name.
package fileformat

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Split returns the extension of a file's name, in lower case and without its dot, such as
// "csv". If the name ends in .gz or .zst, compression is "gz" or "zst", and extension is
// the one before. Both are empty for a name without an extension.
func Split(name string) (extension, compression string) {
	name = strings.ToLower(name)
	extension = filepath.Ext(name)
	if extension == ".gz" || extension == ".zst" {
		compression = extension[1:]
		extension = filepath.Ext(strings.TrimSuffix(name, extension))
	}
	return strings.TrimPrefix(extension, "."), compression
}

// Of returns the format of a file by its name. Formats are named by their extension, such as "svg" or, if files may
// be compressed, "json.gz". what names the content of the file in the error, such as "figure".
func Of(name, what string, formats ...string) (string, error) {
	extension, compression := Split(name)
	if compression != "" {
		extension += "." + compression
	}
	if slices.Contains(formats, extension) {
		return extension, nil
	}
	return "", fmt.Errorf("%s: the name does not tell the format of the %s: end it in .%s", name, what, list(formats, " or .", ", ."))
}

// Check returns an error if a format is not in the list.
func Check(format string, formats ...string) error {
	if slices.Contains(formats, format) {
		return nil
	}
	return fmt.Errorf("there is no format %q: choose %s", format, list(formats, " or ", ", "))
}

// list joins names with commas, and the last one with another word.
func list(names []string, last, comma string) string {
	end := len(names) - 1
	if end < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:end], comma) + last + names[end]
}

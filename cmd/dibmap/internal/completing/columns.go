package completing

import (
	"context"
	"os"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/internal/records"
	"github.com/dibmap/dibmap/internal/source"
)

// columns completes with a column, or a list of columns, of the first argument that is a file of records.
func columns(list bool) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, begun string) (names []cobra.Completion, _ cobra.ShellCompDirective) {
		there := ""
		if list {
			there = begun[:strings.LastIndex(begun, ",")+1]
		}
		for _, arg := range args {
			for _, name := range header(cmd, arg) {
				if strings.IndexFunc(name, unicode.IsControl) < 0 { // the shell would misread control characters
					names = append(names, there+name)
				}
			}
			if names != nil {
				break
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}

// header returns the columns of a file, or of the first of several, read by the flags. It does not read pipes.
func header(cmd *cobra.Command, name string) []string {
	if source.Builtin(name) || name == "-" {
		return nil
	}
	found, err := source.Find(name)
	if err != nil || len(found.Files) == 0 {
		return nil
	}
	if info, err := os.Stat(found.Files[0].Path); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	given := func(flag string) string {
		if f := cmd.Flag(flag); f != nil {
			return f.Value.String()
		}
		return ""
	}
	ctx := cmd.Context()
	if ctx == nil {
		ctx = context.Background()
	}
	in, err := source.Open(ctx, found.Files[0], source.Options{
		Format: given("format"), Dialect: source.Dialect{Encoding: given("encoding"), Delimiter: given("delimiter"), Comment: given("comment")},
	})
	if err != nil {
		return nil
	}
	defer in.Close()
	names, err := records.Columns(in)
	if err != nil {
		return nil
	}
	return names
}

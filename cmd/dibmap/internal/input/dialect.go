package input

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
	"github.com/dibmap/dibmap/table"
)

// DialectFlags are the flags that say how files of text are written.
type DialectFlags struct{ table.Dialect }

// Add adds the flags.
func (f *DialectFlags) Add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.Encoding, "encoding", "", "`ENCODING` of text: utf-8, utf-16, latin1, windows-1252 or another (default utf-8, unless a byte order mark tells another)")
	flags.StringVar(&f.Delimiter, "delimiter", "", "`CHARACTER` between the fields of CSV, or tab (default a comma, unless the first line tells another)")
	flags.StringVar(&f.Comment, "comment", "", "skip lines of text that start with this `CHARACTER`, such as #")
	flags.BoolVar(&f.SkipRagged, "skip-ragged", false, "leave out records of CSV that have another number of fields than the header (default an error)")
}

// Check returns an error for an impossible dialect.
func (f *DialectFlags) Check() error {
	for _, flag := range []struct {
		name string
		only table.Dialect
	}{
		{"encoding", table.Dialect{Encoding: f.Encoding}},
		{"delimiter", table.Dialect{Delimiter: f.Delimiter}},
		{"comment", table.Dialect{Comment: f.Comment}},
	} {
		if err := source.CheckDialect(flag.only); err != nil {
			return fmt.Errorf("--%s: %w", flag.name, err)
		}
	}
	return source.CheckDialect(f.Dialect)
}

// repeat returns the flags as arguments of a call.
func (f *DialectFlags) repeat() string {
	text := repeated("encoding", f.Encoding) + repeated("delimiter", f.Delimiter) + repeated("comment", f.Comment)
	if f.SkipRagged {
		text += " --skip-ragged"
	}
	return text
}

// repeated returns a flag as an argument of a call, if it has a value.
func repeated(flag, value string) string {
	if value == "" {
		return ""
	}
	return " --" + flag + " " + Argument(value)
}

// cleanFlags are the flags that say how values of text are read.
type cleanFlags struct{ scale.Clean }

func (f *cleanFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringSliceVar(&f.NA, "na", nil, "count these `TEXTS` as missing values, as in --na NA,N/A,null")
	flags.StringVar(&f.Decimal, "decimal", "", "`MARK` of decimal numbers: . or , (default a point)")
	flags.BoolVar(&f.Trim, "trim", false, "take away space around values")
	flags.BoolVar(&f.FoldCase, "fold-case", false, "count values that differ in case only as one: Rome and ROME as rome")
}

func (f *cleanFlags) check() error {
	if err := (scale.Spec{Clean: scale.Clean{Decimal: f.Decimal}}).Check(); err != nil {
		return fmt.Errorf("--decimal: %w", err)
	}
	if err := (scale.Spec{Clean: scale.Clean{NA: f.NA}}).Check(); err != nil {
		return fmt.Errorf("--na: %w", err)
	}
	return nil
}

// cleanNames are the flags of cleanFlags.
var cleanNames = []string{"na", "decimal", "trim", "fold-case"}

// repeat returns the flags as arguments of a call.
func (f *cleanFlags) repeat() string {
	text := repeated("na", textfile.JoinNames(f.NA)) + repeated("decimal", f.Decimal)
	if f.Trim {
		text += " --trim"
	}
	if f.FoldCase {
		text += " --fold-case"
	}
	return text
}

// once is a flag that may be given only once: one of two columns would be ignored silently.
type once struct {
	name  string
	value *string
	list  bool // the value may be a list
	given bool
}

// onceVar adds a flag that is given once. If it takes a list, a second one gets the advice to use it.
func onceVar(cmd *cobra.Command, value *string, name string, list bool, usage string) {
	cli.VarLetter(cmd.Flags(), &once{name: name, value: value, list: list}, name, usage)
}

// Set implements pflag.Value.
func (o *once) Set(text string) error {
	switch {
	case !o.given:
		o.given, *o.value = true, text
		return nil
	case o.list:
		both := textfile.JoinNames([]string{*o.value, text})
		return GivenTwice(fmt.Sprintf("--%s is given twice: name both columns in one --%s %s", o.name, o.name, Argument(both)))
	}
	return GivenTwice(fmt.Sprintf("--%s is given twice: leave one of them out", o.name))
}

// GivenTwice is the error for a flag that was given twice and may be given only once.
type GivenTwice string

func (e GivenTwice) Error() string { return string(e) }

// String implements pflag.Value.
func (o *once) String() string {
	if o.value == nil { // pflag makes a zero value to find the default
		return ""
	}
	return *o.value
}

// Type implements pflag.Value.
func (o *once) Type() string { return "string" }

// advice maps the ends of messages of the library about a table to advice that names flags. Text after
// an end that is not final is an argument of the flag.
var advice = []struct{ library, flag string }{
	{"a smaller count", "a smaller --min-count"},
	{"name its encoding, such as latin1 or windows-1252", "name its encoding with --encoding, such as latin1 or windows-1252"},
	{"leave the encoding out", "leave --encoding out"},
	{"name the encoding utf-16le or utf-16be", "add --encoding utf-16le or utf-16be"},
	{"name the delimiter", "name it with --delimiter"},
	{"name the decimal mark, a comma or a point", "add --decimal , or --decimal ."},
	{"name the decimal mark, a point", "add --decimal ."},
	{"name the decimal mark", "add --decimal ,"},
	{"name the format of dates, ", "add --date-format "},
	{"name another format of dates, or none", "give another --date-format, or leave it out"},
}

// takeAsMissing and notNumber match advice with arguments of flags in it.
var (
	takeAsMissing = regexp.MustCompile(`take as missing: (.*)$`)
	takePart      = regexp.MustCompile(`name (\S+), and take its part (\S+)$`)
	giveType      = regexp.MustCompile(`give (.*) the type (\w+)$`)
	notAlike      = regexp.MustCompile(`("(?:[^"\\]|\\.)*"|\S+) has the (.*: write (?:them alike|it as one), or) take the column as a category$`)
	notNumber     = regexp.MustCompile(`("(?:[^"\\]|\\.)*"|\S+) has the value ("(?:[^"\\]|\\.)*")( in record \d+)?, (which is no .*): take it as missing, or the column as a category$`)
)

// Naming returns an error of a library that reads files, with flags in its advice.
func Naming(err error) error {
	if err == nil || naming(err.Error()) == err.Error() {
		return err
	}
	return errors.New(naming(err.Error()))
}

// PrintNotes prints notes on a file to the error stream, with flags in their advice.
func PrintNotes(s cli.Streams, notes []string) {
	for _, note := range notes {
		s.Note("%s", naming(note))
	}
}

// typed returns the argument of --type that gives a column, as a message names it, a type.
func typed(column, typ string) string {
	if name, err := strconv.Unquote(column); err == nil {
		column = name
	}
	return Argument(column + "=" + typ)
}

// Unusable returns why a column is of no use, with flags in its advice.
func Unusable(column, why string) string {
	column = textfile.Shown(column)
	if about, ok := strings.CutPrefix(why, "it "); ok {
		return "it" + strings.TrimPrefix(naming(column+" "+about), column)
	}
	return why
}

// naming returns a message about a table with flags in its advice.
func naming(message string) string {
	for _, a := range advice {
		message = strings.Replace(message, a.library, a.flag, 1)
	}
	if m := takeAsMissing.FindStringSubmatch(message); m != nil {
		return strings.TrimSuffix(message, m[0]) + "add --na " + Argument(m[1])
	}
	if m := takePart.FindStringSubmatch(message); m != nil {
		return strings.TrimSuffix(message, m[0]) + fmt.Sprintf("name %s, and add --part %s", m[1], Argument(m[1]+"="+m[2]))
	}
	if m := giveType.FindStringSubmatch(message); m != nil {
		return strings.TrimSuffix(message, m[0]) + "add --type " + typed(m[1], m[2])
	}
	if m := notAlike.FindStringSubmatch(message); m != nil {
		return strings.TrimSuffix(message, m[0]) + fmt.Sprintf("%s has the %s add --type %s", m[1], m[2], typed(m[1], "category"))
	}
	if m := notNumber.FindStringSubmatch(message); m != nil {
		if value, err := strconv.Unquote(m[2]); err == nil {
			return strings.TrimSuffix(message, m[0]) + fmt.Sprintf("%s has the value %s%s, %s: add --na %s, or --type %s",
				m[1], m[2], m[3], m[4], Argument(textfile.JoinNames([]string{value})), typed(m[1], "category"))
		}
	}
	return message
}

package scale

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/dibmap/dibmap/internal/calendar"
	"github.com/dibmap/dibmap/internal/textfile"
)

// there returns the values that neither are nor look missing.
func (s *Scale) there(values []Value) (all []Value) {
	for _, v := range values {
		var missing bool
		if v.Text, missing = s.Cleaned(v.Text, v.Missing); !missing && !textfile.LooksMissing(v.Text) {
			all = append(all, v)
		}
	}
	return all
}

// at returns a value for a message, with its first record if that is known.
func (v *Value) at() string {
	if v.Record == 0 {
		return textfile.Quoted(v.Text)
	}
	return fmt.Sprintf("%s in record %d", textfile.Quoted(v.Text), v.Record)
}

// findDates sets the format of dates that all values have, if there is one. It returns an error if day and
// month cannot be distinguished.
func (s *Scale) findDates(values []Value) error {
	all := s.there(values)
	misfit := func(format string) *Value {
		for i := range all {
			if _, ok := calendar.ParseFormat(all[i].Text, format); !ok {
				return &all[i]
			}
		}
		return nil
	}
	if len(all) == 0 || misfit("") == nil {
		return nil
	}
	for _, format := range calendar.Formats {
		other := calendar.Twin(format)
		switch wrong := misfit(format); {
		case wrong == nil && other != "" && misfit(other) == nil:
			unlike := slices.IndexFunc(all, func(v Value) bool {
				a, _ := calendar.ParseFormat(v.Text, format)
				b, _ := calendar.ParseFormat(v.Text, other)
				return a != b
			})
			if unlike >= 0 {
				return &textfile.UnclearError{Msg: fmt.Sprintf("has the date %s, of which nothing tells day and month apart: name the format of dates, %s or %s", all[unlike].at(), format, other)}
			}
			fallthrough
		case wrong == nil:
			s.Dates = format
			return nil
		case other != "":
			first := misfit(other)
			if first != nil && !slices.ContainsFunc(all, func(v Value) bool {
				_, a := calendar.ParseFormat(v.Text, format)
				_, b := calendar.ParseFormat(v.Text, other)
				return !a && !b
			}) {
				return &textfile.UnclearError{Msg: fmt.Sprintf("has the date %s, which has the month first, and %s, which has the day first: write them alike, or take the column as a category", wrong.at(), first.at())}
			}
		}
	}
	return nil
}

// asDates applies a format of dates that a person names. Some value of the column has this format. The
// error is about a value without it.
func (s *Scale) asDates(format string, values []Value) (ok bool, err error) {
	var wrong *Value
	all := s.there(values)
	for i := range all {
		if _, fits := calendar.ParseFormat(all[i].Text, format); fits {
			ok = true
		} else if wrong == nil {
			wrong = &all[i]
		}
	}
	if !ok {
		return false, nil
	}
	if s.Dates = format; wrong != nil {
		return true, fmt.Errorf("has the value %s, which is no date of the format %s: take it as missing, or the column as a category", wrong.at(), format)
	}
	return true, nil
}

// findNumbers sets the signs of numbers as people write them, such as $1,000 or 1 234,5, if all values are
// written alike and have no other reading.
func (s *Scale) findNumbers(values []Value) bool {
	all := s.there(values)
	if len(all) == 0 {
		return false
	}
	sign := signIn(all[0].Text)
	for _, marks := range marks {
		group, decimal := marks[0], marks[1]
		if s.Decimal != "" && s.Decimal != decimal || sign+group == "" && decimal != cmp.Or(s.Decimal, ".") {
			continue
		}
		if s.written(all, sign, group, decimal) {
			s.Sign, s.Group = sign, group
			if sign+group == "" {
				s.Sign = otherMinus
			}
			if decimal == "," {
				s.Decimal = decimal
			}
			return true
		}
	}
	return false
}

// findThousands takes the point in numbers such as 1.845 for a mark between thousands where the other values say so:
// all numbers with a point have three digits after it, and numbers without one are below 1000. It is sure if a number
// ends in 0, as programs that leave out .000 also leave out such a 0. It is likely if some number above 100 has no point,
// and several have one, after at most two digits. The note says how such numbers are read, also where nothing tells the
// two readings apart.
func (s *Scale) findThousands(values []Value) []string {
	if s.Decimal != "" {
		return nil
	}
	first, sure := "", false
	points := 0
	pointed, whole := 0.0, 0.0 // the largest number with a point, as a decimal number, and the largest without
	for _, v := range s.there(values) {
		bare, ok := bareNumber(v.Text, "", ".", ",")
		number, _ := textfile.Decimal(bare)
		number = math.Abs(number)
		switch {
		case !ok || strings.Contains(bare, "."):
			return nil
		case !strings.Contains(v.Text, ".") && number >= 1000:
			return nil
		case !strings.Contains(v.Text, "."):
			whole = max(whole, number)
		default:
			if first == "" {
				first = v.Text
			}
			points++
			sure = sure || strings.HasSuffix(bare, "0")
			pointed = max(pointed, number/1000)
		}
	}
	column := textfile.Shown(s.Column)
	switch {
	case first == "":
		return nil
	case whole > 0 && (sure || points > 2 && whole > 100 && pointed < 100):
		s.Group, s.Decimal = ".", ","
		bare, _ := bareNumber(first, "", s.Group, s.Decimal)
		return []string{fmt.Sprintf("%s has numbers such as %q, which is read as %s: if the point is decimal, name the decimal mark, a point", column, first, bare)}
	}
	return []string{fmt.Sprintf("%s has numbers such as %q, whose point is read as decimal: if it separates thousands, name the decimal mark", column, first)}
}

// marks are the marks between thousands and the decimal marks that numbers may have.
var marks = [][2]string{{"", "."}, {",", "."}, {" ", "."}, {"'", "."}, {"\u2019", "."}, {" ", ","}, {".", ","}, {"'", ","}, {"", ","}}

// otherMinus is the sign of a scale of numbers without a sign, which differ from usual numbers in their minus.
const otherMinus = "-"

// currencies are codes of ISO 4217 that are read as the sign of a currency.
var currencies = strings.Fields("AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF IDR ILS INR JPY KRW MXN NOK NZD PLN RON SEK SGD THB TRY USD ZAR")

// signIn returns the sign or the code of a currency, or the sign of per cent, in a text.
func signIn(text string) string {
	if at := strings.IndexFunc(text, isSign); at >= 0 {
		for _, r := range text[at:] {
			return string(r)
		}
	}
	for _, code := range currencies {
		if strings.Contains(text, code) {
			return code
		}
	}
	return ""
}

// isSign reports whether a character is the sign of a currency or per cent.
func isSign(r rune) bool { return r == '%' || unicode.Is(unicode.Sc, r) }

// hasOtherMinus reports whether a number has the minus of accountants, around it or after it.
func hasOtherMinus(text string) bool {
	return strings.ContainsAny(text, "()") || strings.HasSuffix(strings.TrimSpace(text), "-")
}

// written reports whether all values are numbers with a sign and marks and cannot be read otherwise.
func (s *Scale) written(all []Value, sign, group, decimal string) bool {
	used, certain := group == "", group != "" && group != "," && group != "." || s.Decimal != "" || sign == "$" && group+decimal == ",."
	whole := true               // no number has a fraction
	short, long := false, false // numbers without a mark, below and from 1000 on
	usual := false              // some number has no minus around it or after it, so that these are a minus
	for _, v := range all {
		usual = usual || !hasOtherMinus(v.Text)
		bare, ok := bareNumber(v.Text, sign, group, decimal)
		if !ok || isCode(bare) {
			return false
		}
		groups := 0
		if group != "" {
			groups = strings.Count(spaced(strings.Replace(v.Text, sign, "", 1), group), group)
		}
		before, after, fraction := strings.Cut(strings.TrimPrefix(bare, "-"), ".")
		used, whole = used || groups > 0, whole && !fraction
		switch {
		case group == "" && fraction:
			// The mark in 1.000 € or 1,000 % may stand between thousands; the point in $1.000 or 1.000 % is decimal.
			certain = certain || len(after) != 3 || len(before) > 3 || before[0] == '0' || decimal == "." && (sign == "$" || sign == "%")
		case groups > 1 || groups > 0 && fraction:
			certain = true
		case groups == 0 && !fraction:
			number, _ := textfile.Decimal(bare)
			short, long = short || math.Abs(number) < 1000, long || math.Abs(number) >= 1000
		}
	}
	if !usual {
		return false
	}
	if group == "" {
		return certain || whole || sign == ""
	}
	// If all marks have three digits after them, numbers such as 999 show that they are not decimal marks.
	return used && (certain || short && !long)
}

// spaced returns a text without the space around it and, for a space between thousands, with the usual one in
// place of typographic spaces.
func spaced(text, group string) string {
	if group == " " {
		text = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "\u2009", " ").Replace(text)
	}
	return strings.TrimSpace(text)
}

// bareNumber returns the text of a number with a decimal point, without its sign and without marks
// between thousands. A sign that is not empty must be in the text.
func bareNumber(text, sign, group, decimal string) (string, bool) {
	text = strings.Replace(spaced(text, group), "\u2212", "-", 1)
	minus, signed := "", false
	if rest, ok := strings.CutPrefix(text, "("); ok && strings.HasSuffix(rest, ")") { // as accountants write a minus
		text, minus, signed = rest[:len(rest)-1], "-", true
	} else if rest, ok := strings.CutSuffix(text, "-"); ok && len(rest) > 2 { // 2- may be a mark at school
		text, minus, signed = strings.TrimSpace(rest), "-", true
	}
	cutMinus := func() {
		if rest, ok := strings.CutPrefix(text, "-"); ok && !signed {
			text, minus, signed = rest, "-", true
		} else if rest, ok := strings.CutPrefix(text, "+"); ok && !signed {
			text, signed = rest, true
		}
	}
	if cutMinus(); sign != "" && sign != otherMinus {
		before, isBefore := strings.CutPrefix(text, sign)
		after, isAfter := strings.CutSuffix(text, sign)
		switch {
		case isBefore == isAfter:
			return "", false
		case isBefore:
			text = strings.TrimSpace(before)
		default:
			text = strings.TrimSpace(after)
		}
		cutMinus()
	}
	whole, fraction, has := strings.Cut(text, decimal)
	if has && (fraction == "" || strings.Trim(fraction, "0123456789") != "") {
		return "", false
	}
	if group != "" && strings.Contains(whole, group) {
		parts := strings.Split(whole, group)
		if parts[0] == "" || len(parts[0]) > 3 || parts[0][0] == '0' || slices.ContainsFunc(parts[1:], func(p string) bool { return len(p) != 3 }) {
			return "", false
		}
		whole = strings.Join(parts, "")
	}
	if whole == "" || strings.Trim(whole, "0123456789") != "" {
		return "", false
	}
	if has {
		whole += "." + fraction
	}
	return minus + whole, true
}

// asWritten returns the type of values that people wrote in their own formats, and a note that says how
// they were read. Formats of dates are looked for if no format is named.
func (s *Scale) asWritten(values []Value, dates bool) (typ Type, notes []string, err error) {
	column := textfile.Shown(s.Column)
	if s.findNumbers(values) || s.findOtherMark(values) {
		all := s.there(values)
		first := all[max(0, slices.IndexFunc(all, func(v Value) bool { return hasOtherMinus(v.Text) }))].Text
		number, _ := bareNumber(first, s.Sign, s.Group, cmp.Or(s.Decimal, "."))
		return Number, []string{fmt.Sprintf("%s has numbers such as %q, which is read as %s: if they are none, give %s the type category", column, first, number, column)}, nil
	}
	if dates {
		if err := s.findDates(values); err != nil {
			return Category, nil, err
		}
	}
	if s.Dates != "" {
		return Time, []string{fmt.Sprintf("%s has dates such as %q, which are read as %s: if they are none, give %s the type category", column, s.there(values)[0].Text, s.Dates, column)}, nil
	}
	err = s.mixed(values, dates)
	if formats := s.shortYears(values); err == nil && dates && formats != "" {
		return Category, []string{fmt.Sprintf("the values of %s, such as %q, read like dates with years of two digits: if they are, name the format of dates, %s", column, s.there(values)[0].Text, formats)}, nil
	}
	if err == nil {
		notes = s.nearlyNumbers(values)
	}
	return Category, notes, err
}

// findOtherMark sets the decimal mark of a column whose values all are numbers with the other decimal mark than the
// given one. They cannot be read with the given one.
func (s *Scale) findOtherMark(values []Value) bool {
	other := *s
	switch s.Decimal {
	case ",":
		other.Decimal = "."
	case ".":
		other.Decimal = ","
	default:
		return false
	}
	ok := other.guess(values) == Number || other.findNumbers(values)
	if ok {
		*s = other
	}
	return ok
}

// readable returns the type that values would have if they were not declared to be text.
func (s *Scale) readable(values []Value) Type {
	if s.findNumbers(values) {
		return Number
	}
	if err := s.findDates(values); err != nil || s.Dates != "" {
		return Time
	}
	return Category
}

// shortYears returns the formats of dates with years of two digits that all values have.
func (s *Scale) shortYears(values []Value) string {
	all := s.there(values)
	if len(all) == 0 {
		return ""
	}
	var fit []string
	for _, format := range calendar.Formats {
		format = strings.Replace(format, "y", "yy", 1)
		if !slices.ContainsFunc(all, func(v Value) bool { return !calendar.Is(v.Text, format) }) {
			fit = append(fit, format)
		}
	}
	return strings.Join(fit, " or ")
}

// A column of numbers or dates with few texts has at least this number of different ones, and texts up to this share.
const (
	someKnown = 20
	fewTexts  = 0.05
)

// mixed returns an error if nearly all values are numbers, or dates if they are looked for, and if all are dates that
// are written in several formats.
func (s *Scale) mixed(values []Value, dates bool) error {
	all := s.there(values)
	if !slices.ContainsFunc(all, func(v Value) bool { return isCode(v.Text) }) {
		if err := mostly(all, numberNoun, func(text string) bool { _, kind := s.number(text); return kind != isText }); err != nil {
			return err
		}
	}
	if !dates || len(all) == 0 {
		return nil
	}
	if err := mostly(all, "date", func(text string) bool { _, ok := calendar.FormatOf(text); return ok }); err != nil {
		return err
	}
	format, _ := calendar.FormatOf(all[0].Text)
	var unlike *Value
	for i := range all {
		if _, ok := calendar.FormatOf(all[i].Text); !ok {
			return nil
		}
		if unlike == nil && !calendar.Is(all[i].Text, format) {
			unlike = &all[i]
		}
	}
	if unlike == nil {
		return nil
	}
	return &textfile.UnclearError{Msg: fmt.Sprintf("has the date %s, and %s, which is written in another format: write them alike, or take the column as a category", all[0].at(), unlike.at())}
}

// mostly returns an error about the first value that is not of a kind, as nearly all others are.
func mostly(all []Value, kind string, is func(text string) bool) error {
	var wrong *Value
	texts, sum, total := 0, 0.0, 0.0
	for i := range all {
		if total += all[i].Count; is(all[i].Text) {
			continue
		}
		if texts++; wrong == nil {
			wrong = &all[i]
		}
		if sum += all[i].Count; float64(texts) > fewTexts*float64(len(all)) {
			return nil
		}
	}
	if wrong == nil || len(all)-texts < someKnown || sum > fewTexts*total {
		return nil
	}
	advice := "take it as missing, or the column as a category"
	if _, _, as := spelt(wrong.Text); as == isNumber && kind == numberNoun {
		kind, advice = plainNumber, writeNumber
	}
	return &textfile.UnclearError{Msg: fmt.Sprintf("has the value %s, which is no %s, as nearly all others are: %s", wrong.at(), kind, advice)}
}

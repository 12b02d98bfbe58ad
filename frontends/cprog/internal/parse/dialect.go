package parse

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"dporbench/frontends/cprog/internal/source"
)

// The preprocessor implements C11, without some of GNU C's and C23's notation. This is rewritten here, in the text of each file,
// line for line, to notation with the same meaning:
//
//	u8"..." and U"..."       to "..." and L"..."
//	\u00e9 and \U0001f600    to the bytes of a narrow literal, and the character in a wide one
//	u"..."                   to the bytes of its numbers, see string16
//	u'x' and U'x'            to L'x', converted
//	'ab'                     to its number
//	,##__VA_ARGS__           to , ##__VA_ARGS__
//	args... and args         to ... and __VA_ARGS__, in a macro
//	__VA_OPT__(,) __VA_ARGS__ to , ##__VA_ARGS__

// inDialect returns text in the notation of the preprocessor.
func inDialect(name, text string) (string, error) {
	if unended.MatchString(text) {
		text += "\n\n" // the preprocessor would look for the end of a literal forever
	}
	if strings.Contains(text, "__mode__") {
		text = ofMode.ReplaceAllStringFunc(text, modeInDialect)
	}
	if !slices.ContainsFunc(hints, func(h string) bool { return strings.Contains(text, h) }) || !special.MatchString(text) {
		return text, nil
	}
	var out strings.Builder
	var pack packing
	problem := func(err error) error {
		return source.Position{File: name, Line: 1 + strings.Count(out.String(), "\n")}.Problem("%v", err)
	}
	for len(text) > 0 {
		n := lexeme(text)
		word := text[:n]
		text = text[n:]
		switch {
		case word == "struct" || word == "union":
			word += pack.attribute()
		case word == "#" && startsLine(out.String()):
			line := logicalLine(text)
			text = text[len(line):]
			macro, notSupported := inMacro(line)
			if err := errors.Join(pack.directive(line), notSupported); err != nil {
				return "", problem(err)
			}
			out.WriteString("#" + macro)
			continue
		case strings.HasPrefix(word, `u"`):
			literal, used := string16(out.String(), word, text)
			word, text = literal, text[used:]
		case isLiteral(word):
			word = literalInDialect(word)
		}
		out.WriteString(word)
	}
	return out.String(), nil
}

// ofMode matches the types of a certain size that the headers of Linux declare, as they stand in preprocessed files.
var ofMode = regexp.MustCompile(`\btypedef (unsigned )?int (\w+) __attribute__ \(\(__mode__ \(__(QI|HI|SI|DI|word)__\)\)\)`)

func modeInDialect(declaration string) string {
	m := ofMode.FindStringSubmatch(declaration)
	t := map[string]string{"QI": "char", "HI": "short", "SI": "int", "DI": "long", "word": "long"}[m[3]]
	if m[1] == "" {
		m[1] = "signed "
	}
	return "typedef " + m[1] + t + " " + m[2]
}

// unended matches a text whose last line is continued.
var unended = regexp.MustCompile(`\\\r?\n?$`)

// hints are parts of texts that special matches.
var hints = []string{"##", "pragma", "__VA_OPT__", "...", `u8`, `u"`, `u'`, `U"`, `U'`, `L"`, `L'`, `\u`, `\U`, "'"}

var special = regexp.MustCompile(`##|pragma\s+pack|__VA_OPT__|\w\s*\.\.\.|\bu8?["']|\b[UL]["']|\\[uU]|'[^'\\\n]{2,4}'`)

var lexemes = regexp.MustCompile(`^(?s:` + strings.Join([]string{
	`//(?:\\\n|[^\n])*`, `/\*.*?\*/`, `[A-Za-z_0-9]*"(?:\\.|[^"\\\n])*"`, `[A-Za-z_0-9]*'(?:\\.|[^'\\\n])*'`, `[A-Za-z_0-9]+`, `[ \t]+`, `.`,
}, `|`) + `)`)

// lexeme returns the length of the first lexeme of text: a comment, a literal, a word, space, or one character.
func lexeme(text string) int { return len(lexemes.FindString(text)) }

func startsLine(before string) bool {
	return strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:]) == ""
}

// logicalLine returns the beginning of text up to the end of a line that does not end in a backslash.
func logicalLine(text string) string {
	for at := 0; ; at++ {
		next := strings.IndexByte(text[at:], '\n')
		if next < 0 {
			return text
		}
		if at += next; !strings.HasSuffix(strings.TrimSuffix(text[:at], "\r"), `\`) {
			return text[:at]
		}
	}
}

func literalInDialect(word string) string {
	prefix := word[:strings.IndexAny(word, `"'`)]
	rest := word[len(prefix):]
	if many := severalCharacters(prefix, rest); many != "" {
		return many
	}
	if prefix == "" || prefix == "u8" {
		return universal.ReplaceAllStringFunc(rest, narrow)
	}
	isString := rest[0] == '"'
	if prefix == "u" && isString { // in a macro, where the strings that it is joined with are not known, nor the array
		text, _ := string16("", word, "")
		return text
	}
	rest = numeric.ReplaceAllStringFunc(rest, wide)
	switch {
	case prefix == "L" || prefix == "U" && isString:
		return "L" + rest
	case prefix == "u":
		return "((unsigned short)L" + rest + ")"
	case prefix == "U":
		return "((unsigned)L" + rest + ")"
	}
	return word
}

var plainCharacters = regexp.MustCompile(`^'[^'\\\n]{2,4}'$`)

// severalCharacters returns the number of a character constant with several bytes and no escapes, as compilers compute it, or "".
func severalCharacters(prefix, literal string) string {
	if prefix != "" || !plainCharacters.MatchString(literal) || len(literal) > 6 {
		return ""
	}
	v := int32(0)
	for _, b := range []byte(literal[1 : len(literal)-1]) {
		v = v<<8 | int32(b)
	}
	return fmt.Sprintf("(%d)", v)
}

var (
	universal = regexp.MustCompile(`\\(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[^uU])`)
	numeric   = regexp.MustCompile(`\\(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]+|[0-7]{1,3}|.)`)
)

// narrow returns the octal escapes of the bytes of a universal character name, and other escapes as they are.
func narrow(escape string) string {
	if escape[1] != 'u' && escape[1] != 'U' {
		return escape
	}
	v, _ := strconv.ParseUint(escape[2:], 16, 32)
	var out strings.Builder
	for _, b := range []byte(string(rune(v))) {
		fmt.Fprintf(&out, `\%03o`, b)
	}
	return out.String()
}

// wide returns the character with the number that an escape states, and other escapes as they are.
func wide(escape string) string {
	digits, base := escape[2:], 16
	switch c := escape[1]; {
	case c >= '0' && c <= '7':
		digits, base = escape[1:], 8
	case c != 'u' && c != 'U' && c != 'x':
		return escape
	}
	if v, err := strconv.ParseUint(digits, base, 32); err == nil && v >= utf8.RuneSelf {
		return string(rune(v))
	}
	return escape
}

var (
	named      = regexp.MustCompile(`^([ \t]*define[ \t]+\w+\((?:[^()]*[,(\s])?)(\w+)\s*\.\.\.\s*\)`)
	pasted     = regexp.MustCompile(`,((?:\\\n|[ \t])*)##(\s*)__VA_ARGS__`)
	ifAny      = regexp.MustCompile(`__VA_OPT__\s*\(\s*,\s*\)(\s*)__VA_ARGS__`)
	definition = regexp.MustCompile(`^[ \t]*define\b`)
)

// inMacro returns the text after the # of a directive in the notation of the preprocessor.
func inMacro(line string) (string, error) {
	if !definition.MatchString(line) {
		return line, nil
	}
	if m := named.FindStringSubmatchIndex(line); m != nil && line[m[4]:m[5]] != "__VA_ARGS__" {
		name := regexp.MustCompile(`\b` + line[m[4]:m[5]] + `\b`)
		line = line[:m[3]] + "..." + ")" + outsideLiterals(line[m[1]:], func(text string) string { return name.ReplaceAllString(text, "__VA_ARGS__") })
	}
	line = ifAny.ReplaceAllString(line, `, ##${1}__VA_ARGS__`)
	if strings.Contains(line, "__VA_OPT__") {
		return "", fmt.Errorf("__VA_OPT__ is supported only in the form __VA_OPT__(,) __VA_ARGS__")
	}
	return literalsInDialect(pasted.ReplaceAllString(line, `,$1 ##${2}__VA_ARGS__`)), nil
}

func outsideLiterals(text string, change func(string) string) string {
	return mapped(text, func(word string) string {
		if strings.ContainsAny(word, `"'`) {
			return word
		}
		return change(word)
	})
}

func literalsInDialect(text string) string {
	return mapped(text, func(word string) string {
		if isLiteral(word) {
			return literalInDialect(word)
		}
		return word
	})
}

// mapped changes each lexeme of text.
func mapped(text string, change func(lexeme string) string) string {
	var out strings.Builder
	for len(text) > 0 {
		n := lexeme(text)
		out.WriteString(change(text[:n]))
		text = text[n:]
	}
	return out.String()
}

func isLiteral(lexeme string) bool {
	return strings.HasSuffix(lexeme, `"`) || strings.HasSuffix(lexeme, `'`)
}

package command

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dporbench/harness/internal/shared/cli"
)

// databaseName is the name of the files in which build systems list how they call the compiler.
const databaseName = "compile_commands.json"

// compilation is an entry of such a file. It has a Command or Arguments.
type compilation struct {
	Directory, File, Command string
	Arguments                []string
}

// withoutDatabases returns args with the C files that a compile_commands.json lists, and their flags, in its place. All files are one
// program, so they must have the same macros and folders.
func withoutDatabases(args []string) (words []string, err error) {
	for _, a := range args {
		if filepath.Base(a) != databaseName {
			words = append(words, a)
			continue
		}
		listed, err := readDatabase(a)
		if err != nil {
			return nil, cli.Usagef("%s: %v", a, err)
		}
		words = append(words, listed...)
	}
	return words, nil
}

func readDatabase(name string) (words []string, err error) {
	content, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var all []compilation
	if err := json.Unmarshal(content, &all); err != nil {
		return nil, err
	}
	var flags []string
	for _, c := range all {
		if !strings.HasSuffix(c.File, ".c") {
			return nil, fmt.Errorf("%s is not a C file", c.File)
		}
		own, err := c.flags()
		switch {
		case err != nil:
			return nil, err
		case len(words) > 0 && !slices.Equal(own, flags):
			return nil, fmt.Errorf("%s has other flags than %s: files of one program must have the same", c.File, all[0].File)
		}
		words, flags = append(words, c.path(c.File)), own
	}
	if len(words) == 0 {
		return nil, fmt.Errorf("lists no files")
	}
	return append(words, flags...), nil
}

// path returns a path of the entry, which may be relative to its folder.
func (c compilation) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(c.Directory, name)
}

// flags returns the flags of the entry that change the meaning of a file, with their paths made absolute.
func (c compilation) flags() (flags []string, err error) {
	words := c.Arguments
	if len(words) == 0 {
		if words, err = shellWords(c.Command); err != nil {
			return nil, err
		}
	}
	for k := 1; k < len(words); k++ { // the first one is the compiler
		w := words[k]
		separate := slices.Contains([]string{"-D", "-U", "-I", "-include", "-isystem", "-iquote", "-o", "-MF", "-MT", "-MQ"}, w) && k+1 < len(words)
		value := ""
		if separate {
			k++
			value = words[k]
		} else if len(w) > 2 {
			value = w[2:]
		}
		switch {
		case w == "-include":
			flags = append(flags, w, c.path(value))
		case w == "-isystem" || w == "-iquote":
			flags = append(flags, "-I"+c.path(value))
		case strings.HasPrefix(w, "-I"):
			flags = append(flags, "-I"+c.path(value))
		case strings.HasPrefix(w, "-D") || strings.HasPrefix(w, "-U"):
			flags = append(flags, w[:2]+value)
		case changesMeaning(w) || strings.HasPrefix(w, "-std="):
			flags = append(flags, w)
		}
	}
	return flags, nil
}

// shellWords splits a command line as a shell does, without expanding anything.
func shellWords(line string) (words []string, err error) {
	var word strings.Builder
	inWord, quote, escaped := false, rune(0), false
	for _, r := range line {
		switch {
		case escaped:
			if quote == '"' && !strings.ContainsRune(`"\\$`, r) {
				word.WriteByte('\\')
			}
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			inWord, escaped = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			inWord, quote = true, r
		case r == ' ' || r == '\t' || r == '\n':
			if inWord {
				words = append(words, word.String())
			}
			word.Reset()
			inWord = false
		default:
			inWord = true
			word.WriteRune(r)
		}
	}
	if quote != 0 || escaped {
		return nil, fmt.Errorf("the command %q has no end", line)
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}

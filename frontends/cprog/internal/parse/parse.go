// Package parse reads C files: it preprocesses, parses and type-checks them with its own headers, without a
// compiler on the host. A file can reach nothing on the host but the files it includes.
package parse

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"dporbench/frontends/cprog/internal/source"
	"dporbench/model/origin"

	"modernc.org/cc/v4"
)

// expansions bounds the work of the preprocessor: macros can grow exponentially.
const expansions = 2_000_000

// Options mirror those of package cprog.
type Options struct {
	Define, Undefine []string
	Include, First   []string
	LikeGenMC        bool
	NeedsLibrary     func(called string) bool // whether a call of that function probably needs library.h
}

// Tree is a file that has been parsed and type-checked.
type Tree struct {
	*cc.AST
	Read origin.Files // all files of the host that were read

	HasLibrary  bool // it has the functions of library.h, see InLibrary
	withLibrary func() (Tree, error)
}

// WithLibrary is the tree with the functions of library.h: unless it has them, the same text is parsed again.
func (t Tree) WithLibrary() (Tree, error) {
	if t.HasLibrary {
		return t, nil
	}
	return t.withLibrary()
}

// File reads, preprocesses, parses and type-checks a file.
func File(file string, o Options) (Tree, error) {
	path, err := filepath.Abs(file)
	if err != nil {
		return Tree{}, err
	}
	read := &files{}
	f, err := read.Open(path)
	if err != nil {
		return Tree{}, err
	}
	text, err := io.ReadAll(f)
	if err != nil {
		return Tree{}, err
	}
	return parsed(read, file, path, string(text), o)
}

// Text is File for the text of a file, which is in no folder that could have headers; name is for messages.
func Text(name, text string, o Options) (Tree, error) {
	text, err := inDialect(filepath.Base(name), text)
	if err != nil {
		return Tree{}, err
	}
	return parsed(&files{}, name, "/"+filepath.Base(name), text, o)
}

func parsed(read *files, file, path, text string, o Options) (t Tree, err error) {
	abi, err := cc.NewABI("linux", "amd64")
	if err != nil {
		return t, err
	}
	folders, err := absolute(o.Include)
	if err != nil {
		return t, err
	}
	if o.LikeGenMC {
		o.Define = append([]string{"__CPROG_LIKE_GENMC"}, o.Define...)
	}
	macros, err := definitions(o.Define, o.Undefine, o.First)
	if err != nil {
		return t, err
	}
	config := &cc.Config{
		ABI: abi, FS: read, FSOnly: true, ExpansionLimit: expansions,
		IgnoreNegativeShiftAmounts: true,
		IncludePaths:               append([]string{"@"}, append(slices.Clone(folders), headerFolder, "/")...),
		SysIncludePaths:            append([]string{headerFolder}, folders...),
	}
	sources := []cc.Source{
		{Name: "<predefined>", Value: own("predefined.h")}, {Name: builtins, Value: builtin(text, macros, folders)},
		{Name: "<cprog>", Value: own("cprog.h")}, {Name: libraries, Value: ""}, {Name: "<command line>", Value: macros},
		{Name: path, Value: text},
	}
	s := newShape(o.NeedsLibrary)
	err = s.check(config, slices.DeleteFunc(slices.Clone(sources), func(s cc.Source) bool { return s.Name == builtins || s.Name == libraries }))
	if read.tooMuch != nil {
		return t, read.tooMuch
	}
	if err != nil {
		return t, oneLine(file, err)
	}
	read.checked = true
	t.withLibrary = func() (Tree, error) {
		all := slices.Clone(sources)
		all[slices.IndexFunc(all, func(s cc.Source) bool { return s.Name == libraries })].Value = own("library.h")
		t, err := whole(config, all, file, read)
		t.HasLibrary = true
		return t, err
	}
	if s.needsLibrary {
		return t.withLibrary()
	}
	again := t.withLibrary
	t, err = whole(config, sources, file, read)
	t.withLibrary = again
	return t, err
}

// whole parses sources that have been checked.
func whole(config *cc.Config, sources []cc.Source, file string, read *files) (t Tree, err error) {
	if t.AST, err = translate(config, sources); err != nil && strings.Contains(err.Error(), "TypeofType") {
		sources = slices.Insert(slices.Clone(sources), len(sources)-1, cc.Source{Name: "<typeof>", Value: typeofTypes})
		t.AST, err = translate(config, sources)
	}
	if errors.Is(err, errFails) {
		t.AST, err = translate(config, read.withSecondOperands(sources))
	}
	t.Read = origin.Sorted(read.read)
	return t, oneLine(file, err)
}

// typeofTypes are macros for a file that applies typeof to a type, which the parser supports in members of a struct only.
const typeofTypes = `
#define __typeof__(...) __typeof__(((struct { __typeof__(__VA_ARGS__) __m; } *)0)->__m)
#define __typeof(...) __typeof__(__VA_ARGS__)
#define typeof(...) __typeof__(__VA_ARGS__)
`

// These have declarations alone, which have no part in preprocessing a file.
const builtins, libraries = "<builtin>", "<library>"

// translate turns a panic of the parser into an error: a file must not end the process.
func translate(config *cc.Config, sources []cc.Source) (ast *cc.AST, err error) {
	defer recoverTo(&err)
	return cc.Translate(config, sources)
}

func recoverTo(err *error) {
	if r := recover(); r != nil {
		*err = errFails
	}
}

var errFails = errors.New("the parser fails, as where a file includes itself")

func absolute(folders []string) ([]string, error) {
	var all []string
	for _, folder := range folders {
		path, err := filepath.Abs(folder)
		if err != nil {
			return nil, err
		}
		if info, err := os.Stat(path); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("-I %s: must be a folder", folder)
		}
		all = append(all, path)
	}
	return all, nil
}

var macroName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func isRegular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// definitions returns the lines for the macros that are defined and not, and the files that are included first.
func definitions(define, undefine, first []string) (string, error) {
	var lines strings.Builder
	for _, name := range undefine {
		if !macroName.MatchString(name) {
			return "", fmt.Errorf("-U %s: must be the name of a macro", name)
		}
		define = slices.DeleteFunc(slices.Clone(define), func(d string) bool { return d == name || strings.HasPrefix(d, name+"=") })
		fmt.Fprintf(&lines, "#undef %s\n", name)
	}
	for _, d := range define {
		name, value, given := strings.Cut(d, "=")
		if !given {
			value = "1"
		}
		if !macroName.MatchString(name) || strings.ContainsAny(value, "\n\r\\") {
			return "", fmt.Errorf("-D %s: must be NAME or NAME=VALUE", d)
		}
		fmt.Fprintf(&lines, "#define %s %s\n", name, value)
	}
	for _, file := range first {
		if strings.ContainsAny(file, "\"\n\r") {
			return "", fmt.Errorf("-include %q: must be the name of a file", file)
		}
		if path, err := filepath.Abs(file); err == nil && isRegular(path) {
			file = path
		}
		fmt.Fprintf(&lines, "#include \"%s\"\n", file)
	}
	return lines.String(), nil
}

var located = regexp.MustCompile(`^(.*?):(\d+):(?:\d+:)? *(?:\d+:\d+: *)?(.*)$`)

// oneLine returns the first of the parser's errors, in one line.
func oneLine(file string, err error) error {
	if err == nil {
		return nil
	}
	text, _, _ := strings.Cut(err.Error(), "\n")
	if strings.HasPrefix(text, "TODO *cc.LabeledStatement") {
		return fmt.Errorf("%s: a function has two labels with the same name", filepath.Base(file))
	}
	m := located.FindStringSubmatch(text)
	if strings.Contains(text, "TODO") || strings.Contains(text, "internal error") { // words of the parser about itself
		if m == nil || strings.HasPrefix(m[1], "<") || strings.Contains(m[1], "internal error") {
			return fmt.Errorf("%s: a declaration or an expression is not supported", filepath.Base(file))
		}
		m[3] = "this declaration or expression is not supported"
	}
	if m == nil {
		return fmt.Errorf("%s: %s", filepath.Base(file), text)
	}
	line, _ := strconv.Atoi(m[2])
	problem := strings.Split(strings.TrimSpace(m[3]), " (")[0]
	if strings.HasPrefix(problem, "unexpected identifier, expected") {
		problem += ": the word before it is an unknown type, or a semicolon is missing"
	}
	return source.Position{File: filepath.Base(m[1]), Line: line}.Problem("%s", problem)
}

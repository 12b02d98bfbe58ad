package parse

import (
	"io/fs"
	"regexp"
	"strings"
	"sync"

	"modernc.org/cc/v4"
)

// The functions of library.h, and the parser's declarations of compiler builtins, take much longer to parse than most
// files. So a file gets them only if it needs them.

// own returns the text of one of the headers.
func own(name string) string {
	text, err := headers.ReadFile("headers/" + name)
	if err != nil {
		panic(err) // it is part of the executable
	}
	return string(text)
}

var defined = regexp.MustCompile(`(?m)^static .*?\b(__cprog_\w+)\(.*\{`)

var inLibrary = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	for _, m := range defined.FindAllStringSubmatch(own("library.h"), -1) {
		names[m[1]] = true
	}
	return names
})

// InLibrary reports whether library.h defines that function.
func InLibrary(name string) bool { return inLibrary()[name] }

var (
	others   = regexp.MustCompile(`__builtin_|include\s*[^<\s]`) // named here, or possibly in an included file
	declared = regexp.MustCompile(`^[^#].*\b(__builtin_\w+) ?\(.*\);`)
)

// builtin returns declarations of compiler builtins: all of them for a file that may name others than the headers here do.
func builtin(text, macros string, folders []string) string {
	if len(folders) > 0 || others.MatchString(text) || others.MatchString(macros) {
		return cc.Builtin
	}
	return usualBuiltin()
}

var usualBuiltin = sync.OnceValue(func() string {
	used := map[string]bool{}
	name := regexp.MustCompile(`__builtin_\w+`)
	err := fs.WalkDir(headers, ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		for _, n := range name.FindAllString(own(strings.TrimPrefix(path, "headers/")), -1) {
			used[n] = true
		}
		return nil
	})
	if err != nil {
		panic(err) // they are part of the executable
	}
	var usual strings.Builder
	for line := range strings.Lines(cc.Builtin) {
		if m := declared.FindStringSubmatch(line); m == nil || used[m[1]] {
			usual.WriteString(line)
		}
	}
	return usual.String()
})

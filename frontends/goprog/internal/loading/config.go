package loading

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// config returns the configuration of the go command. Packages are loaded as they are without cgo and assembly, neither of which can be executed, since
// many packages have other files for that case: the build tag purego is for the latter, by convention. Queries about the command itself run outside of modules, where it refuses a GOFLAGS with -modfile; so that becomes
// a flag of the queries about packages.
func config(mode packages.LoadMode, folder string, tests bool) *packages.Config {
	c := &packages.Config{Mode: mode, Dir: folder, Tests: tests, Env: environment()}
	var others []string
	tags := "purego"
	for _, flag := range strings.Fields(os.Getenv("GOFLAGS")) {
		if given, ok := strings.CutPrefix(strings.TrimLeft(flag, "-"), "tags="); ok {
			tags = given + ",purego" // a flag of a query replaces the one in GOFLAGS
		}
		if strings.HasPrefix(strings.TrimLeft(flag, "-"), "modfile=") {
			c.BuildFlags = append(c.BuildFlags, flag)
		} else {
			others = append(others, flag)
		}
	}
	if len(c.BuildFlags) > 0 {
		c.Env = append(c.Env, "GOFLAGS="+strings.Join(others, " "))
	}
	c.BuildFlags = append(c.BuildFlags, "-tags="+tags)
	return c
}

// environment returns the variables for the go command.
func environment() []string { return append(os.Environ(), "CGO_ENABLED=0") }

// withC returns an addition to an error if files of a package are left out because of their C, or "".
func withC(pkg *packages.Package) string {
	for _, name := range pkg.IgnoredFiles {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err == nil && slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"C"` }) {
			return fmt.Sprintf(" (%s is left out: it has C, which is not executed)", filepath.Base(name))
		}
	}
	return ""
}

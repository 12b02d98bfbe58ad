package loading

import (
	"maps"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// executed are the packages of the standard library whose own code is executed, except for some of their functions, if a package imports them
// that is executed itself. All others are available only through their native functions.
var executed = map[string]bool{
	"bufio": true, "bytes": true, "cmp": true, "container/heap": true, "container/list": true, "container/ring": true, "context": true,
	"encoding/hex": true, "errors": true, "hash": true, "hash/fnv": true, "hash/maphash": true, "internal/itoa": true, "internal/oserror": true,
	"internal/stringslite": true, "io": true, "iter": true, "maps": true, "math": true, "math/bits": true, "path": true, "slices": true,
	"flag": true, "io/fs": true, "log/internal": true, "math/rand": true, "math/rand/v2": true, "os": true, "os/signal": true, "path/filepath": true,
	"internal/filepathlite": true, "internal/byteorder": true, "regexp": true, "regexp/syntax": true,
	"encoding": true, "encoding/base64": true, "encoding/binary": true, "encoding/csv": true, "encoding/json": true, "html": true, "internal/fmtsort": true,
	"log": true, "log/slog": true, "log/slog/internal": true, "log/slog/internal/buffer": true, "net": true, "net/url": true, "testing/iotest": true, "testing/quick": true,
	"text/tabwriter": true, "text/template": true, "text/template/parse": true,
	"sort": true, "strconv": true, "internal/strconv": true, "strings": true, "sync": true, "time": true, "unicode/utf16": true, "unicode/utf8": true,
}

// OfSync is the package with the Mutex of package sync.
const OfSync = "internal/sync"

// IsExecuted reports whether the code of a package of the standard library is executed.
func (p *Program) IsExecuted(path string) bool { return p.source[path] }

func (p *Program) isExecuted(pkg *packages.Package) bool {
	return pkg.PkgPath != "unsafe" && (!isStandard(pkg) || p.source[pkg.PkgPath])
}

// byNatives are executed wherever package testing is imported, since its methods, which are natives, use them.
var byNatives = map[string]bool{"context": true}

// ForNatives returns the packages that natives use, and that no package of the program may have imported, so that they are not initialised
// with those.
func (p *Program) ForNatives() (all []*ssa.Package) {
	for _, path := range slices.Sorted(maps.Keys(byNatives)) {
		if pkg := p.ImportedPackage(path); pkg != nil && p.Contexts {
			all = append(all, pkg)
		}
	}
	return all
}

// findSource finds the packages of the standard library that are executed.
func (p *Program) findSource(roots []*packages.Package) {
	seen := map[*packages.Package]bool{}
	var visit func(pkg *packages.Package)
	visit = func(pkg *packages.Package) {
		if seen[pkg] {
			return
		}
		seen[pkg] = true
		if isStandard(pkg) {
			p.source[pkg.PkgPath] = true
		}
		for _, imported := range pkg.Imports {
			if !isStandard(imported) || executed[imported.PkgPath] || p.Sync && imported.PkgPath == OfSync {
				visit(imported)
			}
		}
	}
	for _, root := range roots {
		visit(root)
	}
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		if byNatives[pkg.PkgPath] {
			visit(pkg)
		}
	})
}

// withoutSource returns the packages of the standard library that are not executed.
func (p *Program) withoutSource(roots []*packages.Package) (all []*packages.Package) {
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		if pkg.PkgPath != "unsafe" && isStandard(pkg) && !p.source[pkg.PkgPath] {
			all = append(all, pkg)
		}
	})
	return all
}

// isStandard reports whether a package is in the standard library; packages in its testdata folders are not.
func isStandard(pkg *packages.Package) bool {
	if pkg.Module != nil || strings.Contains(pkg.PkgPath, "/testdata/") {
		return false
	}
	first, _, _ := strings.Cut(pkg.PkgPath, "/")
	return !strings.Contains(first, ".") && !strings.Contains(pkg.ID, " ") && !strings.HasSuffix(pkg.ID, ".test") && pkg.PkgPath != "command-line-arguments"
}

// readFile reads a file of a package. Package iter is replaced, since the runtime's coroutines are no part of Go.
func readFile(pkg *packages.Package, name string) ([]byte, error) {
	if pkg.PkgPath == "iter" && isStandard(pkg) {
		return []byte(iterators), nil
	}
	return os.ReadFile(name)
}

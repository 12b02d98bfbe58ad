package loading

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
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
	"embed": true, "crypto/rand": true, "crypto/internal/rand": true, "io/ioutil": true, "flag": true, "io/fs": true, "log/internal": true, "math/rand": true, "math/rand/v2": true, "os": true, "os/signal": true, "path/filepath": true,
	"internal/filepathlite": true, "internal/byteorder": true, "regexp": true, "regexp/syntax": true,
	"encoding": true, "encoding/base64": true, "encoding/binary": true, "encoding/csv": true, "encoding/json": true, "html": true, "internal/fmtsort": true,
	"log": true, "log/slog": true, "log/slog/internal": true, "log/slog/internal/buffer": true, "net": true, "net/url": true, "testing/iotest": true, "testing/quick": true,
	"text/tabwriter": true, "text/template": true, "text/template/parse": true,
	"archive/zip": true, "database/sql": true, "database/sql/driver": true, "crypto/hmac": true, "crypto/internal/fips140/hmac": true, "crypto/internal/fips140hash": true, "crypto/internal/constanttime": true, "crypto/subtle": true, "crypto/internal/fips140/subtle": true, "compress/flate": true, "compress/gzip": true, "compress/zlib": true, "crypto": true, "crypto/internal/fips140/sha256": true, "crypto/internal/fips140/sha512": true,
	"crypto/internal/fips140deps/byteorder": true, "crypto/md5": true, "crypto/sha1": true, "crypto/sha256": true, "crypto/sha512": true, "encoding/base32": true, "encoding/gob": true,
	"encoding/pem": true, "encoding/xml": true, "hash/adler32": true, "hash/crc32": true, "hash/crc64": true, "html/template": true, "internal/saferio": true, "math/big": true,
	"mime": true, "mime/multipart": true, "mime/quotedprintable": true, "net/http": true, "net/http/cookiejar": true, "net/http/httptest": true, "net/http/httptrace": true, "net/http/internal": true,
	"net/http/internal/ascii": true, "net/http/internal/httpcommon": true, "net/netip": true, "net/textproto": true, "testing/fstest": true, "text/scanner": true,
	"vendor/golang.org/x/net/http/httpguts": true, "vendor/golang.org/x/net/idna": true, "expvar": true,
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
			if !isStandard(imported) || p.formats && imported.PkgPath == "fmt" || executed[imported.PkgPath] || p.Sync && imported.PkgPath == OfSync || forUsers[imported.PkgPath] && (!isStandard(pkg) || pkg.PkgPath == "encoding/xml") {
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

// GoSyntax finds a verb for the syntax of Go in a format.
var GoSyntax = regexp.MustCompile(`%[-+ 0-9.*\[\]]*#[-+ 0-9.*\[\]]*v`)

// scanning finds a call that scans.
var scanning = regexp.MustCompile(`\bfmt\.[SF]?[Ss]can`)

// formats reports whether a package scans, or formats with the syntax of Go. For these the code of package fmt is executed in place of its natives, and it takes a while to read.
// Testify formats so, but nobody sees the texts.
func formats(roots []*packages.Package) (found bool) {
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		if found || isStandard(pkg) || strings.HasPrefix(pkg.PkgPath, "github.com/stretchr/testify/") {
			return
		}
		found = slices.ContainsFunc(pkg.GoFiles, func(name string) bool {
			text, err := os.ReadFile(name)
			return err == nil && (scanning.Match(text) || GoSyntax.Match(text))
		})
	})
	return found
}

// withoutSource returns the packages of the standard library that are not executed, but imported by some that are.
func (p *Program) withoutSource(roots []*packages.Package) (all []*packages.Package) {
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		if p.isExecuted(pkg) {
			p.needed[pkg] = true
			for _, imported := range pkg.Imports {
				p.needed[imported] = true
			}
		}
	})
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		if pkg.PkgPath != "unsafe" && p.needed[pkg] && !p.isExecuted(pkg) {
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

// inGo are files of the standard library that define functions in Go, by the files that declare the same functions in assembly.
var inGo = map[string]string{
	"math/big/arith_decl.go": "arith_decl_pure.go", "crypto/md5/md5block_decl.go": "md5block_generic.go",
	"crypto/sha1/sha1block_amd64.go": "sha1block_generic.go", "crypto/sha1/sha1block_arm64.go": "sha1block_generic.go",
	"hash/crc32/crc32_amd64.go": "crc32_otherarch.go", "hash/crc32/crc32_arm64.go": "crc32_otherarch.go",
	"crypto/internal/fips140/sha256/sha256block_amd64.go": "sha256block_noasm.go", "crypto/internal/fips140/sha256/sha256block_arm64.go": "sha256block_noasm.go",
	"crypto/internal/fips140/sha512/sha512block_amd64.go": "sha512block_noasm.go", "crypto/internal/fips140/sha512/sha512block_arm64.go": "sha512block_noasm.go",
}

// readFile reads a file of a package. Package iter is replaced, since the runtime's coroutines are no part of Go, and so are functions in assembly, and servers.
func readFile(pkg *packages.Package, name string) ([]byte, error) {
	if !isStandard(pkg) {
		return os.ReadFile(name)
	}
	if pkg.PkgPath == "iter" {
		return []byte(iterators), nil
	}
	if text := inMemory[pkg.PkgPath+"/"+filepath.Base(name)]; text != "" {
		return []byte(text), nil
	}
	if other := inGo[pkg.PkgPath+"/"+filepath.Base(name)]; other != "" {
		name = filepath.Join(filepath.Dir(name), other)
	}
	return os.ReadFile(name)
}

// forUsers are packages that are executed only if a package that is not of the standard library imports them, or encoding/xml: others need no more than their natives.
var forUsers = map[string]bool{"unicode": true}

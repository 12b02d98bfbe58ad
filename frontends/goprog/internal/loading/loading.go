// Package loading reads Go packages: with the go command it finds out which files and packages belong to one, and makes
// them ready to be compiled. Packages of the standard library whose code is not executed are read as export
// data only.
package loading

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"dporbench/model/origin"
)

// Program is packages with all that they import.
type Program struct {
	*ssa.Program
	Roots    []*ssa.Package // those asked for; with tests, the variants that include them come last
	Sync     bool           // the code of package sync is executed in full
	Tries    bool           // some package may try to take a lock
	Contexts bool           // some package may ask for the context of a test
	Logs     bool           // some package may have the standard logger write elsewhere, so that the code of package log is executed in full
	Files    bool           // some package may ask for files
	Dir      string         // the folder of the package
	Folder   []File         // if so, its files
	Read     origin.Files   // the files of all packages that are executed; a package of another module is one of them
	std      map[*types.Package]bool
	made     map[*packages.Package]*types.Package
	needed   map[*packages.Package]bool // packages that are executed, and those that they import
	// exported are the packages of the standard library, by path.
	exported map[string]*types.Package
	linked   map[string]string
	embedded map[string][]Embedded
	source   map[string]bool // the packages of the standard library that are executed
	formats  bool            // package fmt is one of them
}

// Load reads the packages in a folder that a pattern of the go command names. With sync, the code of package sync is executed in full.
func Load(folder, pattern string, tests, sync bool) (*Program, error) {
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedEmbedFiles
	roots, err := packages.Load(config(mode, folder, tests), pattern)
	if err != nil {
		return nil, errors.New(firstLine(err.Error()))
	}
	p := &Program{
		Program: ssa.NewProgram(token.NewFileSet(), ssa.InstantiateGenerics), Sync: sync,
		std: map[*types.Package]bool{}, made: map[*packages.Package]*types.Package{}, needed: map[*packages.Package]bool{}, exported: map[string]*types.Package{"unsafe": types.Unsafe},
		linked: map[string]string{}, embedded: map[string][]Embedded{}, source: map[string]bool{},
	}
	p.CreatePackage(types.Unsafe, nil, nil, true)
	p.formats = formats(roots)
	p.findSource(roots)
	if err := findExports(folder, p.withoutSource(roots)); err != nil {
		return nil, err
	}
	parsed := p.parseAll(roots)
	for _, f := range parsed {
		p.Tries, p.Contexts, p.Logs, p.Files = p.Tries || f.tries, p.Contexts || f.contexts, p.Logs || f.logs, p.Files || f.asks
	}
	mentioned := func(name string) bool {
		for _, f := range parsed {
			if slices.ContainsFunc(f.texts, func(text []byte) bool { return bytes.Contains(text, []byte(name)) }) {
				return true
			}
		}
		return false
	}
	if err := p.readFolder(roots, mentioned); err != nil {
		return nil, err
	}
	p.Read = origins(parsed, p.folderOrigins())
	if err := p.checkAll(roots, parsed); err != nil {
		return nil, err
	}
	for _, root := range roots {
		if made := p.Package(p.made[root]); made != nil {
			p.Roots = append(p.Roots, made)
		}
	}
	p.made, p.needed = nil, nil
	p.buildAll()
	return p, nil
}

// buildAll builds the bodies of all functions, package by package in parallel. Nearly all of them are needed in any case, since each package is
// initialised.
func (p *Program) buildAll() {
	var wait sync.WaitGroup
	for _, pkg := range p.AllPackages() {
		wait.Go(pkg.Build)
	}
	wait.Wait()
}

func firstLine(text string) string {
	text = strings.TrimPrefix(text, "err: exit status 1: stderr: ") // of the go command
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return strings.TrimSuffix(line, "; to add it:")
}

// files are the parsed files of a package.
type files struct {
	all      []*ast.File
	read     []origin.File
	tries    bool                  // it calls TryLock, or the like
	contexts bool                  // it calls a method Context
	logs     bool                  // it sets the output of the standard logger
	asks     bool                  // it imports a package with files, and is of the main module
	embedded map[string][]Embedded // by variables
	texts    [][]byte              // of a package of the main module
	err      error
}

// look looks for calls in a file of a package that is not of the standard library.
func (f *files) look(pkg *packages.Package, text []byte) {
	has := func(name string) bool { return bytes.Contains(text, []byte(name)) }
	if !isStandard(pkg) {
		f.contexts = f.contexts || has(".Context()")
		f.tries = f.tries || has("TryLock") || has("TryRLock")
		f.logs = f.logs || has("log.SetOutput(") || has("log.Default()")
		if pkg.Module == nil || pkg.Module.Main {
			f.asks = f.asks || has(`"os"`) || has(`"io/ioutil"`)
			f.texts = append(f.texts, text)
		}
	}
}

// parseAll parses the files of all packages that are executed, in parallel.
func (p *Program) parseAll(roots []*packages.Package) map[*packages.Package]*files {
	parsed := map[*packages.Package]*files{}
	var wait sync.WaitGroup
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		if !p.isExecuted(pkg) {
			return
		}
		f := &files{all: make([]*ast.File, len(pkg.GoFiles))}
		mode := parser.SkipObjectResolution
		if !isStandard(pkg) {
			mode |= parser.ParseComments // for linkNames
		}
		parsed[pkg] = f
		wait.Go(func() {
			for i, name := range pkg.GoFiles {
				text, err := readFile(pkg, name)
				if err == nil {
					f.look(pkg, text)
					f.read = append(f.read, origin.Of(path.Join(pkg.PkgPath, filepath.Base(name)), text))
					f.all[i], err = parser.ParseFile(p.Fset, name, text, mode)
				}
				f.err = errors.Join(f.err, err)
			}
			if f.err == nil {
				f.err = f.embed(pkg)
			}
		})
	})
	wait.Wait()
	return parsed
}

// origins returns the files of all packages, and others. A package outside of the user's module is one of them.
func origins(parsed map[*packages.Package]*files, all []origin.File) origin.Files {
	for pkg, f := range parsed {
		if pkg.Module == nil || !pkg.Module.Main {
			f.read = []origin.File{origin.Package(pkg.PkgPath, f.read)}
		}
		all = append(all, f.read...)
	}
	return origin.Sorted(all)
}

// linkNames notes which functions without bodies are other functions under another name.
func (p *Program) linkNames(pkg *packages.Package, all []*ast.File) {
	for _, file := range all {
		for _, group := range file.Comments {
			for _, c := range group.List {
				if words := strings.Fields(c.Text); len(words) == 3 && words[0] == "//go:linkname" {
					p.linked[pkg.PkgPath+"."+words[1]] = words[2]
				}
			}
		}
	}
}

// Linked returns the name of the function that a function without a body stands for by go:linkname, or "".
func (p *Program) Linked(name string) string { return p.linked[name] }

func problem(err packages.Error) error {
	if err.Pos == "" || err.Pos == "-" {
		return errors.New(firstLine(err.Msg))
	}
	return fmt.Errorf("%s: %s", err.Pos, firstLine(err.Msg))
}

// IsStandard reports whether a package is of the standard library.
func (p *Program) IsStandard(pkg *types.Package) bool { return p.std[pkg] }

package loading

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"runtime"
	"sync"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"
)

// checked is a package whose types are checked, or read, after the packages that it imports.
type checked struct {
	*packages.Package
	files *files // nil for a package that is not executed
	made  *types.Package
	info  *types.Info
	err   error
	done  chan struct{}
}

// checkAll checks the types of all packages that are executed, in parallel, and enters them in the program, in the order of their imports.
func (p *Program) checkAll(roots []*packages.Package, parsed map[*packages.Package]*files) error {
	var order []*checked
	all := map[*packages.Package]*checked{}
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		c := &checked{Package: pkg, files: parsed[pkg], done: make(chan struct{})}
		order, all[pkg] = append(order, c), c
	})
	var exported sync.Mutex
	var running sync.WaitGroup
	for _, c := range order {
		running.Go(func() {
			defer close(c.done)
			for _, imported := range c.Imports {
				<-all[imported].done
				c.err = errors.Join(c.err, all[imported].err)
			}
			if c.err == nil {
				c.err = p.types(c, all, &exported)
			}
		})
	}
	running.Wait()
	for _, c := range order {
		if c.err != nil {
			return c.err
		}
		p.enter(c)
	}
	return nil
}

// types checks or reads the types of a package. Export data refers to other packages of the standard library in p.exported, which a lock guards.
func (p *Program) types(c *checked, all map[*packages.Package]*checked, exported *sync.Mutex) (err error) {
	if c.PkgPath == "unsafe" {
		c.made = types.Unsafe
		return nil
	}
	if len(c.Errors) > 0 && (c.files == nil || len(c.GoFiles) == 0) {
		return fmt.Errorf("%w%s", problem(c.Errors[0]), withC(c.Package))
	}
	if c.files != nil {
		if c.files.err != nil {
			return errors.New(firstLine(c.files.err.Error()))
		}
		if err := c.check(p, all); err != nil {
			return err
		}
	}
	exported.Lock()
	defer exported.Unlock()
	if c.files == nil {
		return p.read(c)
	}
	if isStandard(c.Package) {
		p.exported[c.PkgPath] = c.made
	}
	return nil
}

// read reads the export data of a package. It has all that it needs of other packages, so that these are read only if a package that is executed
// imports them.
func (p *Program) read(c *checked) error {
	if !p.needed[c.Package] {
		return nil
	}
	if c.ExportFile == "" {
		return fmt.Errorf("package %s: the go command has made no export data for it", c.PkgPath)
	}
	file, err := os.Open(c.ExportFile)
	if err != nil {
		return err
	}
	defer file.Close()
	//lint:ignore SA1019 the go command of Go 1.26 still writes archives
	in, err := gcexportdata.NewReader(file)
	if err == nil {
		c.made, err = gcexportdata.Read(in, p.Fset, p.exported, c.PkgPath)
	}
	if err != nil {
		return fmt.Errorf("package %s: %w", c.PkgPath, err)
	}
	return nil
}

// check checks the types of a package.
func (c *checked) check(p *Program, all map[*packages.Package]*checked) (err error) {
	c.info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
	}
	config := types.Config{
		Sizes: types.SizesFor("gc", runtime.GOARCH),
		Importer: importer(func(path string) (*types.Package, error) {
			if path == "unsafe" {
				return types.Unsafe, nil
			}
			if from := all[c.Imports[path]]; from != nil && from.made != nil {
				return from.made, nil
			}
			return nil, fmt.Errorf("package %s is missing", path)
		}),
	}
	if c.Module != nil && c.Module.GoVersion != "" {
		config.GoVersion = "go" + c.Module.GoVersion
	}
	if c.made, err = config.Check(c.PkgPath, p.Fset, c.files.all, c.info); err != nil {
		return fmt.Errorf("%s%s", firstLine(err.Error()), withC(c.Package))
	}
	return nil
}

type importer func(path string) (*types.Package, error)

func (i importer) Import(path string) (*types.Package, error) { return i(path) }

// enter enters a package in the program.
func (p *Program) enter(c *checked) {
	if c.made == nil || c.made == types.Unsafe {
		return
	}
	var parsed []*ast.File
	if c.files != nil {
		parsed = c.files.all
		p.linkNames(c.Package, parsed)
		for variable, contents := range c.files.embedded {
			p.embedded[c.PkgPath+"."+variable] = contents
		}
	}
	p.made[c.Package] = c.made
	if isStandard(c.Package) {
		p.std[c.made] = true
	}
	p.CreatePackage(c.made, parsed, c.info, true)
}

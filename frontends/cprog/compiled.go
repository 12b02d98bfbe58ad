package cprog

import (
	"path/filepath"

	"dporbench/frontends/cprog/compiled"
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/compile"
	"dporbench/frontends/cprog/internal/machine"
	"dporbench/frontends/cprog/internal/parse"
	"dporbench/frontends/cprog/internal/source"
)

// Compiled is a C file that has been read.
type Compiled = compiled.File

// Compile does the part of Load that needs the file and the parser.
func Compile(file string, o Options) (*Compiled, error) {
	return compileBy(func(library bool) (parse.Tree, error) { return parse.File(file, parsing(o, library)) }, file, o)
}

func parsing(o Options, library bool) parse.Options {
	return parse.Options{Define: o.Define, Include: o.Include, LikeGenMC: o.Like == GenMC, Library: library}
}

// compileBy compiles the tree that read returns. The library is included only if the file turns out to need it, because
// parsing it takes longer than parsing most files.
func compileBy(read func(library bool) (parse.Tree, error), file string, o Options) (*Compiled, error) {
	tree, err := read(false)
	if err != nil {
		return nil, err
	}
	c, err := compileTree(file, tree, o, parse.InLibrary)
	if err != compile.ErrOmitted {
		return c, err
	}
	if tree, err = read(true); err != nil {
		return nil, err
	}
	return compileTree(file, tree, o, func(string) bool { return false })
}

func compileTree(file string, tree parse.Tree, o Options, omitted func(string) bool) (*Compiled, error) {
	name := filepath.Base(file)
	var stops []source.Position
	for _, line := range o.Stops {
		stops = append(stops, source.Position{File: name, Line: line})
	}
	c, err := compile.File(tree.AST, compile.Options{
		NoUnroll: o.NoUnroll, AwaitAssumes: o.AwaitAssumes, Nondet: compile.Range(o.Nondet), ILP32: o.ILP32, Races: code.Races(o.Races), Stops: stops,
		Library: machine.Prototypes(), Spurious: o.Spurious, Omitted: omitted,
	})
	if err != nil {
		return nil, err
	}
	return compiled.New(name, tree.Read, c, o), nil
}

package cprog

import (
	"path/filepath"

	"dporbench/frontends/cprog/compiled"
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/compile"
	"dporbench/frontends/cprog/internal/machine"
	"dporbench/frontends/cprog/internal/parse"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/model/origin"

	"modernc.org/cc/v4"
)

// Compiled is a C file that has been read.
type Compiled = compiled.File

// Compile does the part of Load that needs the file and the parser.
func Compile(file string, o Options) (*Compiled, error) {
	files := append([]string{file}, o.More...)
	return compileBy(func(library bool) (all []parse.Tree, err error) {
		for _, f := range files {
			tree, err := parse.File(f, parsing(o, library))
			if err != nil {
				return nil, err
			}
			all = append(all, tree)
		}
		return all, nil
	}, file, o)
}

func parsing(o Options, library bool) parse.Options {
	return parse.Options{
		Define: o.Define, Undefine: o.Undefine, Include: o.Include, First: o.First, LikeGenMC: o.Like == GenMC, Library: library,
	}
}

// compileBy compiles the trees that read returns. The library is included only if the files turn out to need it, because
// parsing it takes longer than parsing most files.
func compileBy(read func(library bool) ([]parse.Tree, error), file string, o Options) (*Compiled, error) {
	trees, err := read(false)
	if err != nil {
		return nil, err
	}
	c, err := compileTrees(file, trees, o, parse.InLibrary)
	if err != compile.ErrOmitted {
		return c, err
	}
	if trees, err = read(true); err != nil {
		return nil, err
	}
	return compileTrees(file, trees, o, func(string) bool { return false })
}

func compileTrees(file string, trees []parse.Tree, o Options, omitted func(string) bool) (*Compiled, error) {
	name := filepath.Base(file)
	var stops []source.Position
	for _, line := range o.Stops {
		stops = append(stops, source.Position{File: name, Line: line})
	}
	var units []*cc.AST
	var read origin.Files
	for _, tree := range trees {
		units, read = append(units, tree.AST), append(read, tree.Read...)
	}
	c, err := compile.Files(units, compile.Options{
		NoUnroll: o.NoUnroll, AwaitAssumes: o.AwaitAssumes, Nondet: compile.Range(o.Nondet), ILP32: o.ILP32, Races: code.Races(o.Races), Stops: stops,
		Library: machine.Prototypes(), Spurious: o.Spurious, Omitted: omitted, Arguments: o.Arguments,
	})
	if err != nil {
		return nil, err
	}
	return compiled.New(name, origin.Sorted(read), c, o), nil
}

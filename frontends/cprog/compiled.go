package cprog

import (
	"path/filepath"
	"slices"

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
	var trees []parse.Tree
	for _, f := range append([]string{file}, o.More...) {
		tree, err := parse.File(f, parsing(o))
		if err != nil {
			return nil, err
		}
		trees = append(trees, tree)
	}
	return compileAll(trees, file, o)
}

func parsing(o Options) parse.Options {
	return parse.Options{
		Define: o.Define, Undefine: o.Undefine, Include: o.Include, First: o.First, LikeGenMC: o.Like == GenMC,
		NeedsLibrary: func(called string) bool { return parse.InLibrary(compile.OwnName(called)) && !code.Prints(called) },
	}
}

// compileAll compiles the trees of a program. The library is included only if a call looks as if it needed it, or turns out to, because
// parsing it takes longer than parsing most files.
func compileAll(trees []parse.Tree, file string, o Options) (*Compiled, error) {
	if !slices.ContainsFunc(trees, func(t parse.Tree) bool { return t.HasLibrary }) {
		c, err := compileTrees(file, trees, o, parse.InLibrary)
		if err != compile.ErrOmitted {
			return c, err
		}
	}
	for k, t := range trees {
		var err error
		if trees[k], err = t.WithLibrary(); err != nil {
			return nil, err
		}
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

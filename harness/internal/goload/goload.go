// Package goload builds programs from functions of Go packages, for the commands that take them. Its dependencies are not linked
// into the process that measures other programs.
package goload

import (
	"dporbench/frontends/goprog"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
)

// Load reads the package of a function, and returns a function that builds the program.
func Load(g program.GoFunction) (build func() (*model.Program, error), err error) {
	p, err := goprog.LoadPackage(g.Package, goprog.IsTest(g.Function), g.Options)
	return func() (*model.Program, error) { return p.Program(g.Function) }, err
}

// Keeping returns a function like Load that keeps the package that it has read last, for other functions of it. It is for processes that live for less time
// than files are expected to stay as they are, and for one goroutine at a time.
func Keeping() program.GoLoader {
	type key struct {
		pattern, folder string
		tests, std      bool
	}
	var last key
	var kept *goprog.Package
	return func(g program.GoFunction) (build func() (*model.Program, error), err error) {
		k := key{g.Package, g.Options.Dir, goprog.IsTest(g.Function), g.Options.Std}
		if kept == nil || k != last {
			p, err := goprog.LoadPackage(g.Package, k.tests, g.Options)
			if err != nil {
				return nil, err
			}
			last, kept = k, p
		}
		return func() (*model.Program, error) { return kept.With(g.Options).Program(g.Function) }, nil
	}
}

// Package goload builds programs from functions of Go packages, for the commands that take them. Its dependencies are not linked
// into the process that measures other programs.
package goload

import (
	"dporbench/frontends/goprog"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
)

// Load builds a program from a function of a Go package.
func Load(g program.GoFunction) (*model.Program, error) {
	return goprog.Load(g.Package, g.Function, g.Options)
}

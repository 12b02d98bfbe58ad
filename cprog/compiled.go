package cprog

import (
	"errors"
	"path/filepath"

	"modernc.org/cc/v4"

	"dporbench/cprog/internal/code"
	"dporbench/cprog/internal/compile"
	"dporbench/cprog/internal/image"
	"dporbench/cprog/internal/parse"
	"dporbench/cprog/internal/program"
	"dporbench/cprog/internal/source"
	"dporbench/model"
)

// Compiled is a C file that has been read: what a process needs that explores it and reads no files. It can be
// written as JSON, and made again from that.
type Compiled struct {
	Name    string // of the file, for messages
	Code    *code.Program
	Options image.Options
}

// Compile is Load up to the point from which on the file, and what reads it, are not needed.
func Compile(file string, o Options) (*Compiled, error) {
	return o.compile(file, func(library bool) (*cc.AST, error) { return parse.File(file, o.parse(library)) })
}

// compile reads a file, with the library only if the file turns out to need it: to read that takes longer than most files.
func (o Options) compile(file string, read func(library bool) (*cc.AST, error)) (*Compiled, error) {
	ast, err := read(false)
	if err != nil {
		return nil, err
	}
	c, err := o.compileTree(file, ast, parse.InLibrary)
	if err != compile.ErrOmitted {
		return c, err
	}
	if ast, err = read(true); err != nil {
		return nil, err
	}
	return o.compileTree(file, ast, func(string) bool { return false })
}

func (o Options) compileTree(file string, ast *cc.AST, omitted func(string) bool) (*Compiled, error) {
	name := filepath.Base(file)
	var stops []source.Position
	for _, line := range o.Stops {
		stops = append(stops, source.Position{File: name, Line: line})
	}
	code, err := compile.File(ast, compile.Options{
		NoUnroll: o.NoUnroll, AwaitAssumes: o.AwaitAssumes, Nondet: compile.Range(o.Nondet), ILP32: o.ILP32, Races: compile.Races(o.Races), Stops: stops, Omitted: omitted,
	})
	if err != nil {
		return nil, err
	}
	return &Compiled{name, code, image.Options{
		Unroll: o.Unroll, Spin: o.Spin, LikeGenMC: o.Like == GenMC, MallocFails: o.MallocFails, Leaks: image.Leaks(o.Leaks), Limits: image.Limits(o.Limits.orDefaults()),
	}}, nil
}

// Program makes a program of the file, as [Load] does.
func (c *Compiled) Program() (*model.Program, error) {
	p, err := program.New(c.Name, c.Code, c.Options)
	if usage, ok := errors.AsType[*model.UsageError](err); ok {
		return nil, errors.New(usage.Problem)
	}
	return p, err
}

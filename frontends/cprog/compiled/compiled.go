// Package compiled represents compiled C files, for processes that explore them without reading C. Package cprog
// makes them.
package compiled

import (
	"errors"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/frontends/cprog/internal/program"
	"dporbench/model"
	"dporbench/model/front"
	"dporbench/model/origin"
)

// File is a C file that has been read. It can be written to JSON and restored from it.
type File struct {
	Name    string // for messages
	Origin  origin.Files
	Code    *code.Program
	Options image.Options
}

// New returns a file with this code, which has been read from these files with these options.
func New(name string, read origin.Files, c *code.Program, o Options) *File {
	return &File{name, read, c, image.Options{
		Unroll: o.Unroll, Spin: o.Spin, LikeGenMC: o.Like == GenMC, MallocFails: o.MallocFails, Spurious: o.Spurious, Leaks: image.Leaks(o.Leaks), Limits: image.Limits(o.Limits.orDefaults()),
	}}
}

// Program turns the file into a program.
func (f *File) Program() (*model.Program, error) {
	p, err := program.New(f.Name, f.Code, f.Options)
	if usage, ok := errors.AsType[*model.UsageError](err); ok {
		return nil, errors.New(usage.Problem)
	}
	if err == nil {
		(*front.Program)(p).MadeFrom(f.Origin)
	}
	return p, err
}

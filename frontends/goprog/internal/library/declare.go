package library

import (
	"go/token"
	"go/types"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
	"dporbench/frontends/goprog/internal/reflection"
)

// The types whose values natives make.
const (
	wrappedError   = "fmt.wrapError"   // two cells: a text, and an error
	wrappedErrors  = "fmt.wrapErrors"  // a text, and a slice of errors
	formattedError = "fmt.formatError" // one cell
)

// Declare declares the types of values made natively.
func Declare(im *machine.Image) {
	named := func(name string, t types.Type) types.Type {
		return types.NewNamed(types.NewTypeName(token.NoPos, nil, name, nil), t, nil)
	}
	field := func(name string, t types.Type) *types.Var { return types.NewField(token.NoPos, nil, name, t, false) }
	str := types.Typ[types.String]
	itself := func(_ *thread, a []value) value { return memory.String(a[0].Text()) }
	at := func(off int64) native {
		return func(th *thread, a []value) value {
			if off == 1 { // an error or a slice of errors, which has one cell, too
				return th.Load(cell(a[0], off), anyLayout(th))
			}
			return th.Load(a[0], th.Gen.Layouts.Of(str))
		}
	}
	im.Errors = im.Declare("runtime.Error", named("runtime.Error", str), map[string]native{"Error": itself, "RuntimeError": nothing})
	im.Declare(reflection.Type, named("reflect.rtype", str), reflection.Methods())
	im.Declare(formattedError, types.NewPointer(named(formattedError, types.NewStruct([]*types.Var{field("msg", str)}, nil))),
		map[string]native{"Error": at(0)})
	im.Declare(wrappedError, types.NewPointer(named(wrappedError,
		types.NewStruct([]*types.Var{field("msg", str), field("err", types.Universe.Lookup("error").Type())}, nil))),
		map[string]native{"Error": at(0), "Unwrap": at(1)})
	im.Declare(wrappedErrors, types.NewPointer(named(wrappedErrors,
		types.NewStruct([]*types.Var{field("msg", str), field("errs", types.NewSlice(types.Universe.Lookup("error").Type()))}, nil))),
		map[string]native{"Error": at(0), "Unwrap": at(1)})
}

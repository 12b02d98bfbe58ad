package compile

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/emit"
	"dporbench/model"

	"modernc.org/cc/v4"
)

// failure is how a function of the library reports a failure: by a result, after setting errno.
type failure struct{ result, errno int64 }

// Functions of POSIX threads return their errors and leave errno alone.
var failures = map[string]failure{
	"sem_trywait": {-1, 11}, "malloc": {0, 12}, "calloc": {0, 12}, "realloc": {0, 12}, "aligned_alloc": {0, 12},
}

// setsErrno sets errno if the call of a function, with its result in r, has failed. A file in which nothing reads errno
// is without it.
func (b *builder) setsErrno(n cc.Node, name string, r code.Register) {
	f, known := failures[name]
	v := b.globals["__cprog_errno"]
	if !known || v == nil || b.defined["__cprog___errno_location"] == nil {
		return
	}
	succeeded := &emit.Label{}
	b.Jump(code.OpJumpZero, b.Binary(code.OpEq, model.Int32, r, b.Constant(f.result)), succeeded)
	b.Write(n, b.variablePlace(n, v.declarator), b.Constant(f.errno))
	b.Bind(succeeded)
}

package compile

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/emit"
	"dporbench/frontends/cprog/internal/tree"
	"dporbench/model"

	"modernc.org/cc/v4"
)

// Functions that set an attribute return an error for a value that the attribute cannot have. Most attributes have no effect on what a
// program can do here, and such a function only returns.

// attributeValues are the values that the last argument of a function may have, from least to most, and the error for others.
type attributeValues struct{ least, most, err int64 }

const invalidValue, notSupported = 22, 95 // EINVAL, ENOTSUP

var attributes = map[string]attributeValues{
	"pthread_attr_setdetachstate":      {0, 1, invalidValue},
	"pthread_attr_setinheritsched":     {0, 1, invalidValue},
	"pthread_attr_setschedpolicy":      {0, 2, invalidValue},
	"pthread_attr_setscope":            {0, 0, invalidValue},
	"pthread_attr_setstacksize":        {16384, 1<<62 - 1, invalidValue},
	"pthread_attr_setstack":            {16384, 1<<62 - 1, invalidValue},
	"pthread_barrierattr_setpshared":   {0, 1, invalidValue},
	"pthread_condattr_setclock":        {0, 1, invalidValue},
	"pthread_condattr_setpshared":      {0, 1, invalidValue},
	"pthread_mutexattr_setprioceiling": {1, 99, invalidValue},
	"pthread_mutexattr_setprotocol":    {0, 2, invalidValue},
	"pthread_mutexattr_setpshared":     {0, 1, invalidValue},
	"pthread_mutexattr_setrobust":      {0, 1, invalidValue},
	"pthread_mutexattr_settype":        {0, adaptive, invalidValue},
	"pthread_rwlockattr_setkind_np":    {0, 2, invalidValue},
	"pthread_rwlockattr_setpshared":    {0, 1, invalidValue},
	"pthread_setconcurrency":           {0, 1<<31 - 1, invalidValue},
}

// adaptive is the kind of a mutex that is like the normal one but for its speed.
const adaptive = 3

// attributeError returns the result of a function that sets an attribute to v: 0, or its error.
func (b *builder) attributeError(name string, v emit.Value) code.Register {
	values := attributes[name]
	low := b.Binary(code.OpLess, model.Int64, v.R, b.Constant(values.least))
	high := b.Binary(code.OpLess, model.Int64, b.Constant(values.most), v.R)
	err := b.Constant(values.err)
	if name == "pthread_attr_setscope" { // a value that exists, and is not supported by Linux
		isProcess := b.Binary(code.OpEq, model.Int64, v.R, b.Constant(1))
		err = b.Binary(code.OpAdd, model.Int64, err, b.Binary(code.OpMul, model.Int64, isProcess, b.Constant(notSupported-values.err)))
	}
	return b.Binary(code.OpMul, model.Int64, b.Binary(code.OpOr, model.Int64, low, high), err)
}

// mayFail reports whether e may be a value that the attribute cannot have.
func mayFail(name string, e cc.ExpressionNode) bool {
	values, checked := attributes[name]
	v, known := tree.ConstantOf(e)
	return checked && !(known && v >= values.least && v <= values.most)
}

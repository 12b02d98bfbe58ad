package compiling

import "golang.org/x/tools/go/ssa"

// waiting compiles i as what a loop waits with, if that is what it is; otherwise it returns nil.
func (c *compiler) waiting(i ssa.Instruction) op { return nil }

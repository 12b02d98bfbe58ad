package waiting

import "dporbench/frontends/cprog/internal/code"

// mostTestSteps bounds a test. A longer one is left to the thread itself.
const mostTestSteps = 100_000

// Passes reports whether the test succeeds for the registers of f.
func Passes(w code.Wait, body []code.Instruction, f code.Frame) bool {
	for pc, steps := w.From, 0; steps < mostTestSteps; steps++ {
		if pc == w.Again {
			return false
		}
		if pc < w.First || pc > w.Last {
			return true
		}
		next, steps := f.Run(body, pc, 1)
		if steps == 0 {
			switch i := &body[pc]; i.Op {
			case code.OpLibrary: // the assume
				return f.R[i.Args[0]] != 0
			case code.OpLoop, code.OpFence, code.OpOrder, code.OpBlock, code.OpForget:
				next++
			default:
				return true // the thread fails
			}
		}
		pc = next
	}
	return true
}

// Package waiting detects that a thread waits: before a program runs, which loops do nothing but
// read a variable until it passes a test; while it runs, that an iteration of a loop changed nothing.
package waiting

import (
	"slices"

	"dporbench/frontends/cprog/internal/code"
)

// Unset is where variables without a value may be read later: the instructions that leave one without, and the registers that
// have none at first.
type Unset struct {
	At    []int
	First []code.Register
}

// Analyse finds, for each loop of f, the registers that carry values from one iteration to the next; also
// unused results, and the loops that wait; with assumes, also the assumes that wait. It returns where variables may be read
// that have no value; ok is false if f is too long.
func Analyse(f *code.Function, assumes bool) (unset Unset, ok bool) {
	live, ok := findLive(f)
	if !ok {
		return unset, false
	}
	findUnused(f)
	findWaits(f, live, assumes)
	for at := range f.Code {
		if i := &f.Code[at]; i.Op == code.OpConst && i.Sub == code.Unset && live[at+1].has(i.D) {
			unset.At = append(unset.At, at)
		}
	}
	for r, v := range f.Registers {
		if v == code.Undefined && live[0].has(code.Register(r)) {
			unset.First = append(unset.First, code.Register(r))
		}
	}
	return unset, true
}

// hasUse reports whether i does more than compute a register that is not read after it.
func hasUse(i *code.Instruction, after registerSet) bool {
	return !i.Computes() || after.has(i.D)
}

// findUnused marks the read-modify-writes whose result is not used.
func findUnused(f *code.Function) {
	isFetch := func(i code.Instruction) bool { return i.Op == code.OpFetch }
	if !slices.ContainsFunc(f.Code, isFetch) {
		return
	}
	used, _ := readAfter(f, hasUse)
	for at := range f.Code {
		if i := &f.Code[at]; isFetch(*i) && !used[at+1].has(i.D) {
			i.N = code.UnusedResult
		}
	}
}

// Package waiting detects that a thread waits: before a program runs, which loops do nothing but
// read a variable until it passes a test; while it runs, that an iteration of a loop changed nothing.
package waiting

import (
	"slices"

	"dporbench/frontends/cprog/internal/code"
)

// Analyse finds, for each loop of f, the registers that carry values from one iteration to the next; also
// unused results, and the loops that wait; with assumes, also the assumes that wait. It returns the
// instructions that leave a variable unset that may then be read; ok is false if f is too long.
func Analyse(f *code.Function, assumes bool) (unset []int, ok bool) {
	live, ok := findLive(f)
	if !ok {
		return nil, false
	}
	findUnused(f)
	findWaits(f, live, assumes)
	for at := range f.Code {
		if i := &f.Code[at]; i.Op == code.OpConst && i.Sub == code.Unset && live[at+1].has(i.D) {
			unset = append(unset, at)
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

// Package suite compares our counts with those of other tools: it reads the tests of a
// checkout of GenMC or of Nidhugg, explores each program, and compares the counts.
package suite

import (
	"fmt"
	"os"
	"path/filepath"

	"dporbench/cprog"
)

// Test is one count that another tool's tests expect, of programs that must all have it.
type Test struct {
	Folder  string // by which tests are summed up
	Name    string
	Files   []string
	Options cprog.Options
	Counts  Counting
	Want    int64  // or Unpublished
	By      string // who has published it, if that is not the tool itself
	// Symmetric says that executions that differ only in which of several symmetric threads does
	// what count as one; see orbits.
	Symmetric bool
	// Within are the complete executions that have at most 0, 1, ... preemptions, if the
	// other tool's tests say so.
	Within []int64
	// WithinReason is why these may differ, as Reason is.
	WithinReason string
	// Reason is why the count may differ: a convention of the other tool that the program
	// meets; "" if none is known.
	Reason string
}

// Unpublished stands for a count that has not been published.
const Unpublished = -1

// Counting is what a tool counts.
type Counting string

// What GenMC counts, and Nidhugg.
const (
	Complete  Counting = "complete"   // executions in which no thread is blocked
	ReadsFrom Counting = "reads-from" // reads-from classes of all executions
)

// Read finds the tests in a checkout of GenMC or Nidhugg, or in its folder tests, or
// the programs of a folder with a list of them.
func Read(folder string) ([]Test, error) {
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("%s: must be a folder", folder)
	}
	all, err := readLiterature(folder)
	if err != nil {
		return nil, err
	}
	for _, root := range []string{folder, filepath.Join(folder, "tests")} {
		for _, read := range []func(string) ([]Test, error){readGenMC, readNidhugg} {
			tests, err := read(root)
			if err != nil {
				return nil, err
			}
			all = append(all, tests...)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: there are no tests of GenMC (correct/*/*/expected.sc.mo.in) nor of Nidhugg (*/reference.results.txt), nor a list of programs (programs.csv)", folder)
	}
	return all, nil
}

// Package suite compares our counts with counts of other tools or publications: it reads the tests
// of a checkout of GenMC, Nidhugg, Event-DPOR or SimGrid, or a list of programs, and explores each program.
package suite

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"dporbench/frontends/cprog"
	"dporbench/model/memory"
)

// Test is one count that another tool's tests expect, of programs that must all have it.
type Test struct {
	Folder  string // tests are summed up by folder
	Name    string
	Files   []string
	Options cprog.Options
	Counts  Counting
	Want    int64  // or Unpublished
	By      string // the publication that has the count, if it is not the tool's own
	// Symmetric reports whether executions that differ only in which of several symmetric threads
	// does what count as one; see orbits.
	Symmetric bool
	// Within are the expected numbers of complete executions with at most 0, 1, ... preemptions;
	// nil if the other tool's tests have none.
	Within []int64
	// WithinReason is why Within may differ, as Reason does for the count.
	WithinReason string
	// Reason is why the count may differ: a convention of the other tool that applies to the
	// program; "" if none is known.
	Reason string
}

// Unpublished stands for a count that has not been published.
const Unpublished = -1

// Counting names the unit that a tool counts.
type Counting string

// GenMC counts Complete, Nidhugg ReadsFrom.
const (
	Complete  Counting = "complete"   // executions in which no thread is blocked
	ReadsFrom Counting = "reads-from" // reads-from classes of all executions
	Lazy      Counting = "lazy"       // as Complete, in classes that do not order sections of mutexes
)

// Read reads the tests in a checkout of GenMC or Nidhugg, or in its folder tests, or
// the programs that programs.csv lists. Under the memory models of graphs, GenMC's tests are those for RC11.
func Read(folder string, m memory.Model) ([]Test, error) {
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("%s: must be a folder", folder)
	}
	all, err := readLiterature(folder)
	if err != nil {
		return nil, err
	}
	simgrid, err := readSimGrid(folder)
	if err != nil {
		return nil, err
	}
	all = append(all, simgrid...)
	for _, root := range []string{folder, filepath.Join(folder, "tests")} {
		genmc := func(root string) ([]Test, error) { return readGenMC(root, m) }
		for _, read := range []func(string) ([]Test, error){genmc, readNidhugg, readEvents} {
			tests, err := read(root)
			if err != nil {
				return nil, err
			}
			all = append(all, tests...)
		}
	}
	if m.Graphs() {
		all = slices.DeleteFunc(all, func(t Test) bool { return t.Counts != Complete }) // which is about sequences
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: there are no tests of GenMC (correct/*/*/expected.sc.mo.in) nor of Nidhugg (*/reference.results.txt), nor of Event-DPOR (qthread.h), nor of SimGrid (teshsuite/mc), nor a list of programs (programs.csv)", folder)
	}
	return all, nil
}

package flags

import (
	"fmt"

	"github.com/spf13/pflag"

	"dporbench/harness/internal/shared/cli"
	"dporbench/model/memory"
)

// Given is something that a command line may ask for, as it is called there: a flag, or for example "several programs".
type Given struct {
	Name string
	Is   bool // the command line asks for it
}

// Conflict is a pair that cannot be combined, and the reason.
type Conflict struct {
	A, B Given
	Why  string
}

// Conflicts are checked in their order.
type Conflicts []Conflict

// Check returns an error of usage for the first pair that is given, or nil.
func (all Conflicts) Check() error {
	for _, c := range all {
		if c.A.Is && c.B.Is {
			return cli.Usagef("%s cannot be combined with %s: %s", c.A.Name, c.B.Name, c.Why)
		}
	}
	return nil
}

// ClassesUnder is the conflict of --classes with a memory model in which a read does not read from a single write, or from the last one of a
// sequence.
func ClassesUnder(m memory.Model, classes bool) Conflict {
	why := "reads-from is undefined where updates commute"
	if m.Graphs() {
		why = "classes of reads-from are those of sequences, and executions are graphs"
	}
	return Conflict{Given{"--classes", classes}, Given{fmt.Sprint("--memory ", m), m.UpdatesCommute() || m.Graphs()}, why}
}

// Apart returns the conflicts of the flag a of a command line with others, all for one reason.
func Apart(set *pflag.FlagSet, why, a string, others ...string) (all Conflicts) {
	for _, b := range others {
		all = append(all, Conflict{changed(set, a), changed(set, b), why})
	}
	return all
}

func changed(set *pflag.FlagSet, name string) Given { return Given{"--" + name, set.Changed(name)} }

package front

import "fmt"

// Refine is the error with which an exploration ends when it shows that a translated program is too coarse: the translator
// had left something out because, as far as trial runs showed, nothing depended on it. The executions visited so far are then
// none of the original program's: whoever explores forgets them, and explores the finer program instead.
//
// The body of a thread panics with a Refine, as it does with a [operation.UsageError]. The bodies of programs written by hand have no reason to.
type Refine struct {
	Why string // the place in the source, and the reason, in one line
	// Fact is the fact for which the finer program allows. Its text is part of the name of that program.
	Fact fmt.Stringer
	// Again makes the finer program, which allows for Fact and for all that this one allows for. It is nil if another process has
	// explored.
	Again func() (*Program, error)
}

func (r *Refine) Error() string {
	return fmt.Sprintf("%s: the program must be made again, with the fact %v", r.Why, r.Fact)
}

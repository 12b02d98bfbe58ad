package judging

import (
	"slices"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/model/event"
	"dporbench/model/front"
)

// livelocked reports whether all that goroutines still do is to loop forever. A goroutine stops where an iteration of a loop
// has changed nothing; usually another one then writes what that iteration has read, and the goroutine goes on in
// another execution. If none has, the next iterations would be the same.
func livelocked(r front.Run) bool {
	for t := range event.ThreadID(r.Threads()) {
		if _, halted := r.Left(t); halted && !goesRound(r, t) {
			return false
		}
	}
	return true
}

// goesRound reports whether nothing that t accessed in the iteration after which it stopped has been written since then.
func goesRound(r front.Run, t event.ThreadID) bool {
	_, left := machine.Marked(r.MarkOf(t))
	if left == 0 {
		return false
	}
	var written []int32
	for _, e := range slices.Backward(r.Events()) {
		switch {
		case e.Thread != t:
			if e.Kind.Writes() {
				written = append(written, e.Object)
			}
			continue
		case !e.Kind.OnVariable() || slices.Contains(written, e.Object):
			return false
		}
		if left--; left == 0 {
			break
		}
	}
	return true
}

// unfinished returns the goroutines that have not ended.
func (r *replay) unfinished() (all []event.ThreadID) {
	for t := range event.ThreadID(r.Threads()) {
		_, halted := r.Halted(t)
		if _, more := r.Next(t); more || halted {
			all = append(all, t)
		}
	}
	return all
}

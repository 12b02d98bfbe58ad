package behaviour

import "dporbench/model/operation"

// trial runs threads outside of the exploration: on objects of its own, and without storing anything.
type trial struct {
	*Behaviour
	objects Objects
	chosen  int64 // the result of each Choose, if possible
	steps   int
	next    operation.Operation // the operation last reached
}

// execute executes an operation other than a Spawn or a Join. ok is false if its thread waits there, or has stopped.
func (r *trial) execute(s operation.Step) (result int64, ok bool) {
	switch s.Code {
	case operation.Choose:
		return min(r.chosen, s.A-1), true
	case operation.Fence:
		return 0, true
	}
	object := r.objects.Of(s)
	if object == nil || !s.Enabled(*object) {
		return 0, false
	}
	result, *object = s.Returned(*object), s.Written(*object)
	return result, true
}

// interrupted returns an error if the exploration is to end. It asks after some turns only.
func (r *trial) interrupted(turn int) error {
	if turn%interruptAlone != 0 || r.limits.Interrupt == nil {
		return nil
	}
	return r.limits.Interrupt()
}

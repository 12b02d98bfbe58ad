package behaviour

import "dporbench/model/operation"

// Inform calls grown, now and whenever a thread reaches operations on new variables that threads make, with a number
// above those of all known variables. It is called before the operations are in the tree.
func (b *Behaviour) Inform(grown func(objects int)) {
	b.grown = grown
	grown(b.objects)
}

// noteObject records which variable op accesses.
func (b *Behaviour) noteObject(op operation.Operation) {
	if !op.Code.OnVariable() || int(op.Object) < b.objects {
		return
	}
	b.objects = int(op.Object) + 1
	if b.grown != nil {
		b.grown(b.objects)
	}
}

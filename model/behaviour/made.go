package behaviour

import "dporbench/model/operation"

// Inform calls grown, now and whenever a thread comes to operations on variables that threads make, with a number above those
// of all that are known. It is called before the operations are in the tree.
func (b *Behaviour) Inform(grown func(objects int)) {
	b.grown = grown
	grown(b.objects)
}

// meetObject notes which variable op is about.
func (b *Behaviour) meetObject(op operation.Operation) {
	if !op.Code.OnVariable() || int(op.Object) < b.objects {
		return
	}
	b.objects = int(op.Object) + 1
	if b.grown != nil {
		b.grown(b.objects)
	}
}

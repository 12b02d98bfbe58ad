package behaviour

// Inform calls grown, now and whenever a thread reaches operations on new variables that threads make, with a number
// above those of all known variables. The call comes before the operations are in the tree.
func (b *Behaviour) Inform(grown func(objects int)) {
	b.grown = grown
	grown(b.objects)
}

// meetObject notes variable x, whose number is above all that have been accessed before.
func (b *Behaviour) meetObject(x int32) {
	b.objects = int(x) + 1
	if b.grown != nil {
		b.grown(b.objects)
	}
}

package graph

// Overwritten reports whether a write that comes after w in co comes before
// pred in hb, or is pred. Then an event after pred can neither read from w nor
// be placed right after w in co.
//
// If not, it can, as far as hb has to be acyclic: the new event comes after pred,
// after w and, if it is a write, after the reads of w. What it comes before is
// the write after w, and whatever that comes before. Neither w nor its reads are
// among those already, so a cycle would have to go through pred.
func (g *Graph) Overwritten(w, pred ID) bool {
	later := g.events[w].next
	return later != None && g.Before(later, pred)
}

// Splits reports whether a write placed right after w in co would come between
// the two halves of an update.
func (g *Graph) Splits(w ID) bool {
	later := g.events[w].next
	return later != None && g.events[later].Exclusive
}

// Taker is an Exclusive read from w other than r, or None.
func (g *Graph) ExclusiveReader(w, r ID) ID {
	for t := g.events[w].readers; t != None; t = g.events[t].next {
		if t != r && g.events[t].Exclusive {
			return t
		}
	}
	return None
}

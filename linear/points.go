package linear

import "dporbench/model/event"

// point is a place where an operation may begin or end: its first event, its last one, or, if it has no event, a moment between two events of the
// thread. The history of an interleaving is the one in which operations are called right before their first events and return
// right after their last ones: in any other, operations overlap more, so an order that explains this one explains that, too.
type point struct {
	operation  int // the index of the operation
	begin, end bool
	thread     event.ThreadID
	place      int32 // twice the index of an event in its thread; for a moment between events, one more than for the event before it
}

// points returns the points of operations, and their order in all interleavings of the class.
func (r *recorder) points(spans []span) (points []point, before Order) {
	for i, s := range spans {
		switch {
		case !s.first:
			points = append(points, point{i, true, true, s.thread, 2*s.from + 1})
		case s.last && s.to == s.from+1:
			points = append(points, point{i, true, true, s.thread, 2 * s.to})
		default:
			points = append(points, point{i, true, false, s.thread, 2 * (s.from + 1)})
			if s.last {
				points = append(points, point{i, false, true, s.thread, 2 * s.to})
			}
		}
	}
	if len(points) > MaxOperations {
		return points, nil
	}
	before = make(Order, len(points))
	for j, q := range points {
		at := r.position(q.thread, q.place/2)
		for i, p := range points {
			switch {
			case p.thread == q.thread && i < j:
				before.set(i, j)
			case p.thread == q.thread || at == none:
			case p.place%2 == 0 && r.order.Before(r.position(p.thread, p.place/2), at):
				before.set(i, j)
			case p.place%2 == 1 && r.isPast(at, p.thread, p.place/2):
				before.set(i, j)
			}
		}
	}
	return points, before
}

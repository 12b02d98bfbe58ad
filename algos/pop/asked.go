package pop

import (
	"slices"

	"dporbench/algos/internal/parsimonious"
)

// ask is the question of line 20 whether g↓ comes before the schedule of a record. The two determine what remains of
// g↓ at that point (Lemma A9).
type ask struct {
	schedule *parsimonious.Schedule
	g        int32
}

// asked is a set of questions. Most calls of Asleep ask few.
type asked struct {
	few  []ask            // all of them, if there are few
	many map[ask]struct{} // all of them otherwise; nil before there ever were
}

const few = 16

func (a *asked) forget() {
	if len(a.few) > few {
		clear(a.many)
	}
	a.few = a.few[:0]
}

// add adds a question, and reports whether it is new.
func (a *asked) add(q ask) bool {
	if len(a.few) <= few {
		if slices.Contains(a.few, q) {
			return false
		}
		if a.few = append(a.few, q); len(a.few) > few {
			a.index()
		}
		return true
	}
	if _, known := a.many[q]; known {
		return false
	}
	a.many[q] = struct{}{}
	return true
}

// index makes the table of all questions, after which few has no more.
func (a *asked) index() {
	if a.many == nil {
		a.many = map[ask]struct{}{}
	}
	for _, q := range a.few {
		a.many[q] = struct{}{}
	}
}

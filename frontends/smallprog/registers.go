package smallprog

import "slices"

// Uses of register r by a thread.

// inherits reports whether the body may depend on the value that r has before it.
func inherits(body []Statement, r int) bool {
	for _, s := range body {
		if s.reads(r) || s.Op == If && inherits(s.Body, r) {
			return true
		}
		if s.writes(r) {
			return false
		}
	}
	return false
}

func reads(body []Statement, r int) bool {
	return slices.ContainsFunc(body, func(s Statement) bool {
		return s.reads(r) || s.Op == If && reads(s.Body, r)
	})
}

// beginsWithResult reports whether the body first uses r to take a result.
func beginsWithResult(body []Statement, r int) bool {
	i := slices.IndexFunc(body, func(s Statement) bool { return s.mentions(r) })
	return i >= 0 && body[i].writes(r)
}

func (s Statement) mentions(r int) bool {
	return s.reads(r) || s.writes(r) ||
		s.Op == If && slices.ContainsFunc(s.Body, func(s Statement) bool { return s.mentions(r) })
}

// reads reports whether s itself reads r; a Go does so for the thread it starts.
func (s Statement) reads(r int) bool {
	if s.Op == Go {
		return inherits(s.Body, r)
	}
	return s.Register == r && s.Op.has("%a") && !s.Op.returns()
}

func (s Statement) writes(r int) bool { return s.Register == r && s.Op.returns() }
